// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import Session

/// What a script, or a command line, asks of the program and cannot have.
package enum ScriptShellFault: Error, Hashable {
    /// The tz database has no such zone.
    case unknownTimeZone(String)
    /// The program has no such app; these are the ones that it has.
    case unknownApp(String, apps: [String])
    /// The setting stands behind `% user` or a command.
    case onlyAtTheStart(String)
    /// The program has no accounts, and somebody wants to log in.
    case noAccounts
}

extension ScriptShellFault: UserFacing {
    package var code: String {
        switch self {
        case .unknownTimeZone: "script.unknown-time-zone"
        case .unknownApp: "script.unknown-app"
        case .onlyAtTheStart: "script.only-at-the-start"
        case .noAccounts: "login.no-accounts"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .unknownTimeZone(let name): Strings.scriptUnknownTimeZone(name: name)
        case .unknownApp(let name, let apps):
            Strings.scriptUnknownApp(name: name, apps: apps.joined(separator: ", "))
        case .onlyAtTheStart(let name): Strings.scriptOnlyAtTheStart(name: name)
        case .noAccounts: Strings.noAccounts
        }
    }

    package var status: ExitStatus { .usage }
}
