// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// What a script asks of its shell and cannot have.
enum ScriptShellFault: Error, Hashable {
    /// The tz database has no such zone.
    case unknownTimeZone(String)
    /// The setting stands behind `% user` or a command.
    case onlyAtTheStart(String)
}

extension ScriptShellFault: UserFacing {
    var code: String {
        switch self {
        case .unknownTimeZone: "script.unknown-time-zone"
        case .onlyAtTheStart: "script.only-at-the-start"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .unknownTimeZone(let name): Strings.scriptUnknownTimeZone(name: name)
        case .onlyAtTheStart(let name): Strings.scriptOnlyAtTheStart(name: name)
        }
    }

    var status: ExitStatus { .usage }
}
