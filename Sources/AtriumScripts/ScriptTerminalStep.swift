// SPDX-License-Identifier: GPL-3.0-or-later

/// One step of a session script on a terminal.
public enum ScriptTerminalStep: Sendable, Equatable {
    /// Start the program on a terminal of its own. Every later step is one on that terminal.
    case open
    /// Type a line and press Enter. A command is one that the program understands as such; other lines are answers.
    case line(String, isCommand: Bool)
    /// Type text.
    case type(String)
    /// Press these keys in order.
    case press([ScriptKey])
    /// Give the terminal this size.
    case resize(ScriptSize)
    /// Wait until a row of the screen is like this, at most so many seconds.
    case wait(ScriptWait, seconds: Int)
    /// The screen must come to look like this within so many seconds.
    case screen([ExpectedLine], seconds: Int)

    /// The step as the script has it, prefix included, but without what may be a password.
    var text: String {
        switch self {
        case .open: "% pty"
        case .line(let command, isCommand: true): "$ " + command
        case .line: ">"
        case .type: "% type"
        case .press(let keys): "% key " + keys.map(\.name).joined(separator: " ")
        case .resize(let size): "% resize \(size.columns)x\(size.rows)"
        case .wait(let wait, _): "% wait " + wait.text
        case .screen: "% screen"
        }
    }
}
