// SPDX-License-Identifier: GPL-3.0-or-later

/// One step of a session script after its start.
public enum ScriptStep: Sendable, Equatable {
    /// Run a command and look at what comes out.
    case command(ScriptCommand)
    /// This must be the current app; nil means that the shell is locked. `line` counts from 1.
    case check(line: Int, app: String?)
    /// Change the surroundings. `line` counts from 1.
    case setting(line: Int, ScriptSetting)
    /// Do or look at something on the script’s terminal. `line` counts from 1.
    case terminal(line: Int, ScriptTerminalStep)

    /// The line of the text on which the step starts, counted from 1.
    public var line: Int {
        switch self {
        case .command(let command): command.line
        case .check(let line, _), .setting(let line, _), .terminal(let line, _): line
        }
    }
}
