// SPDX-License-Identifier: GPL-3.0-or-later

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
