// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

/// Why a session script is not updated.
public enum ScriptUpdateFault: Error, Equatable {
    /// The environment says that this is a build server, where a wrong output must fail and not become the right one.
    case refusedUnderCI
    /// The file cannot be read.
    case unreadable(path: String)
    /// The file is no session script.
    case syntax(path: String, ScriptSyntaxFault)
    /// The file cannot be written; it is as it was.
    case notWritten(path: String)
}

extension ScriptUpdateFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.update" }

    /// Why the script is as it was.
    public var sentence: LocalizedText {
        LocalizedText(code) { ScriptFaultText(language: $0).text(of: self) }
    }
}
