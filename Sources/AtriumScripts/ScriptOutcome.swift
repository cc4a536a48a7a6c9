// SPDX-License-Identifier: GPL-3.0-or-later

/// What a command of a session script did.
public struct ScriptOutcome: Sendable, Equatable {
    /// Everything it wrote to standard output.
    public let output: String
    /// Everything it wrote to standard error.
    public let errorOutput: String
    /// Its exit status.
    public let status: Int32
    /// How many of the given lines of input it read.
    public let answersUsed: Int
    /// Whether it asked for a line of input when all were read.
    public let wantedMoreAnswers: Bool
    /// Whether the shell has ended with it.
    public let quit: Bool
    /// Whether the program has such a command, and such an app.
    public let isUnderstood: Bool

    /// Makes an outcome, by default that of a command that worked, asked for nothing and left the shell running.
    public init(
        output: String = "", errorOutput: String = "", status: Int32 = 0, answersUsed: Int = 0,
        wantedMoreAnswers: Bool = false, quit: Bool = false, isUnderstood: Bool = true
    ) {
        self.output = output
        self.errorOutput = errorOutput
        self.status = status
        self.answersUsed = answersUsed
        self.wantedMoreAnswers = wantedMoreAnswers
        self.quit = quit
        self.isUnderstood = isUnderstood
    }
}
