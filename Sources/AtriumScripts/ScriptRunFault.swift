// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

/// Why a session script is not performed on the real store, or not to its end.
public enum ScriptRunFault: Error, Equatable {
    /// The file cannot be read.
    case unreadable(path: String)
    /// The file is no session script.
    case syntax(path: String, ScriptSyntaxFault)
    /// The setting makes a test’s surroundings, which a real store does not have. Nothing was performed.
    case setting(path: String, line: Int?, ScriptSettingName)
    /// The script brings files, which have no place in somebody’s folder. Nothing was performed.
    case files(path: String, line: Int)
    /// `{NAME}` stands in the script and has no value. Nothing was performed.
    case variableMissing(path: String, line: Int, name: String)
    /// `[NAME]` stands for something that a test has seen; nothing is compared here. Nothing was performed.
    case boundValue(path: String, line: Int, name: String)
    /// A value was given for a name that the script does not have. Nothing was performed.
    case variableUnused(name: String)
    /// The value holds a line break or another control character. Nothing was performed.
    case variableUnusable(name: String)
    /// The script is for a user who is not logged in.
    case otherUser(path: String, line: Int?, name: String)
    /// Another app is in front than the script says; nil is a locked shell.
    case otherApp(path: String, line: Int, expected: String?, actual: String?)
    /// A command did not end with the status that the script says.
    case stopped(path: String, line: Int, status: ExitStatus)
    /// The shell was left before the script’s end.
    case left(path: String, line: Int)
}

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
