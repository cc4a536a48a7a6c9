// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// A shell whose session can be recorded.
@MainActor
public protocol RecordableSubject: ScriptSubject {
    /// The files that a command names, as they were typed; a recording carries them with it.
    func files(in command: String) -> [String]

    /// The question for the password of a login that is locked; nil where none is.
    var passwordQuestion: LocalizedText? { get }

    /// Whether a line that is typed while the login is locked is a command, and not the password.
    func isCommand(_ line: String) -> Bool
}
