// SPDX-License-Identifier: GPL-3.0-or-later

public import Terminal

/// Sets up the shell that somebody’s session is recorded in, and those that replay it.
@MainActor
public protocol RecordingShellFactory: ScriptShellFactory {
    /// The program’s name at the recorder’s prompt while nobody is logged in.
    var program: String { get }

    /// What users of scripts have for a password.
    var password: String { get }

    /// A fresh shell, as for a script, whose commands ask `answers`.
    func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject
}
