// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// What a script asks of its shell and cannot have.
enum ScriptShellFault: Error, Hashable {
    /// The tz database has no such zone.
    case unknownTimeZone(String)
    /// The program has no such app; these are the ones that it has.
    case unknownApp(String, apps: [String])
    /// The setting stands behind `% user` or a command.
    case onlyAtTheStart(String)
}

extension ScriptShellFault: UserFacing {
    var code: String {
        switch self {
        case .unknownTimeZone: "script.unknown-time-zone"
        case .unknownApp: "script.unknown-app"
        case .onlyAtTheStart: "script.only-at-the-start"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .unknownTimeZone(let name): Strings.scriptUnknownTimeZone(name: name)
        case .unknownApp(let name, let apps):
            Strings.scriptUnknownApp(name: name, apps: apps.joined(separator: ", "))
        case .onlyAtTheStart(let name): Strings.scriptOnlyAtTheStart(name: name)
        }
    }

    var status: ExitStatus { .usage }
}
