// SPDX-License-Identifier: GPL-3.0-or-later

import Session

extension ScriptRecordFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.record" }

    /// What is not recorded, and why.
    public var sentence: LocalizedText {
        switch self {
        case .exists(let path): Scripts.recordExists(path: RevealedText.of(path))
        case .notWritten(let path, _): Scripts.recordNotWritten(path: RevealedText.of(path))
        case .notCarried(let name): Scripts.recordNotCarried(name: RevealedText.of(name))
        case .unanswered: Scripts.recordUnanswered
        case .notReplayed(let path): Scripts.recordNotReplayed(path: RevealedText.of(path))
        }
    }
}
