// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

/// Why a session is not recorded.
public enum ScriptRecordFault: Error, Equatable {
    /// There is a file of this name already, which stays as it is.
    case exists(path: String)
    /// The file cannot be written; `code` is the system’s `errno`.
    case notWritten(path: String, code: Int32)
    /// The file that a command names cannot stand in a script: it is too large, or no text.
    case notCarried(name: String)
    /// A question was left without an answer, which a script cannot say; the command is not in the recording.
    case unanswered
    /// What was recorded does not replay; the differences have been told.
    case notReplayed(path: String)
}

extension ScriptRecordFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.record" }

    /// What is not recorded, and why.
    public var sentence: LocalizedText {
        switch self {
        case .exists(let path): Strings.recordExists(path: RevealedText.of(path))
        case .notWritten(let path, _): Strings.recordNotWritten(path: RevealedText.of(path))
        case .notCarried(let name): Strings.recordNotCarried(name: RevealedText.of(name))
        case .unanswered: Strings.recordUnanswered
        case .notReplayed(let path): Strings.recordNotReplayed(path: RevealedText.of(path))
        }
    }
}
