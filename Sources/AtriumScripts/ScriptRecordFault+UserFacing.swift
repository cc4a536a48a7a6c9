// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

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
