// SPDX-License-Identifier: GPL-3.0-or-later

import Session

extension ScriptRecordFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.record" }

    /// What is not recorded, and why.
    public var sentence: LocalizedText {
        switch self {
        case .exists(let path): Scripts.recordExists(path: VisibleText.of(path))
        case .notWritten(let path, _): Scripts.recordNotWritten(path: VisibleText.of(path))
        case .notCarried(let name): Scripts.recordNotCarried(name: VisibleText.of(name))
        case .unanswered: Scripts.recordUnanswered
        case .notReplayed(let path): Scripts.recordNotReplayed(path: VisibleText.of(path))
        }
    }
}
