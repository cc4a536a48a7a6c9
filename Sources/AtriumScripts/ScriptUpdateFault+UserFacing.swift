// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

extension ScriptUpdateFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.update" }

    /// Why the script is as it was.
    public var sentence: LocalizedText {
        LocalizedText(code) { ScriptFaultText(language: $0).text(of: self) }
    }
}
