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

/// A command of a session script with everything that the script says about it.
public struct ScriptCommand: Sendable, Equatable {
    /// The line of the text that holds the command, counted from 1.
    public let line: Int
    /// The command as a user would type it.
    public let text: String
    /// The lines of input for whatever the command asks.
    public internal(set) var answers: [String] = []
    /// What must come out on standard output.
    public internal(set) var output: [ExpectedLine] = []
    /// What must come out on standard error.
    public internal(set) var errorOutput: [ExpectedLine] = []
    /// The status that the script names; nil where it says nothing, which means 0.
    public internal(set) var status: Int32?
    /// The line of the text that names the status, counted from 1.
    var statusLine: Int?
    /// The lines of the text that hold the answers, counted from 1.
    var answerLines: [Int] = []
}
