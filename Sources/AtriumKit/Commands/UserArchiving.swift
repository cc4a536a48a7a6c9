// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the data of the logged-in user of all apps to one file, and brings it back.
@MainActor
public protocol UserArchiving: Sendable {
    /// Writes the data of all apps.
    ///
    /// - Parameter isSealed: Whether a password opens it, which is requested twice.
    func write(to file: FileReference, isSealed: Bool, _ context: CommandContext) async throws -> Reply

    /// Replaces the data of all apps by those of a file; the former ones are kept in a file.
    ///
    /// - Parameters:
    ///   - isConfirmed: Whether the user has confirmed that the present data is replaced.
    ///   - allow: Makes sure that the user is there, after the file was read and before anything is changed.
    func read(
        _ file: FileReference, isConfirmed: Bool, _ context: CommandContext, allow: () async throws -> Void
    ) async throws -> Reply
}
