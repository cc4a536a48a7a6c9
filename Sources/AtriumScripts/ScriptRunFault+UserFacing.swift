// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

extension ScriptRunFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.run" }

    /// What keeps the script from being performed, or where it stopped.
    public var sentence: LocalizedText {
        LocalizedText(code) { ScriptFaultText(language: $0).text(of: self) }
    }

    /// That of the command at which the script stopped; a script that could not start is wrong usage.
    public var status: ExitStatus {
        switch self {
        case .stopped(_, _, let status): status == .success ? .failure : status
        case .otherApp, .left, .unreadable: .failure
        case .otherUser: .login
        case .syntax, .setting, .files, .boundValue, .variableMissing, .variableUnused, .variableUnusable: .usage
        }
    }
}
