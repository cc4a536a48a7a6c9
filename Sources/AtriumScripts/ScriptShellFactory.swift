// SPDX-License-Identifier: GPL-3.0-or-later

/// Sets up the shells that session scripts drive.
@MainActor
public protocol ScriptShellFactory: AnyObject {
    /// A fresh shell that shares nothing with any other.
    ///
    /// - Parameters:
    ///   - settings: what the script says about the shell; a user named there is registered and logged in already.
    ///   - folder: the absolute path of the session's folder, empty but for the script's fixtures. Paths in commands
    ///     are meant relative to it, and a store on disk belongs into it.
    /// - Throws: whatever keeps the shell from starting; the script then fails without having run.
    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject
}
