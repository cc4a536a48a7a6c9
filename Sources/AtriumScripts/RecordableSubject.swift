// SPDX-License-Identifier: GPL-3.0-or-later

/// A shell whose session can be recorded.
@MainActor
public protocol RecordableSubject: ScriptSubject {
    /// The files that a command names, as they were typed; a recording carries them with it.
    func files(in command: String) -> [String]
}
