// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing that went wrong when a session script ran.
public enum ScriptProblem: Sendable, Equatable {
    /// The script cannot be read as one.
    case syntax(ScriptSyntaxReason)
    /// The file cannot be read.
    case unreadable
    /// The path is that of a folder without session scripts.
    case noScripts
    /// The shell could not be set up. `error` is the name of the error's type: its values may be a user's data.
    case setup(error: String)
    /// A setting could not be applied. `error` is the name of the error's type.
    case setting(ScriptSettingName, error: String)
    /// Standard output is not the expected one.
    case output(ScriptMismatch)
    /// Standard error is not the expected one.
    case errorOutput(ScriptMismatch)
    /// The screen did not come to look as expected. The last one is in it.
    case screen(ScriptMismatch)
    /// No row of the screen became what the script waits for in so many seconds. The last screen is in it.
    case notSeen(seconds: Int, screen: [String])
    /// The terminal did not open, or failed. `error` is a sentence.
    case terminal(error: String)
    /// The exit status is not the expected one.
    case status(expected: Int32, actual: Int32)
    /// Another app is in front; nil is a locked shell.
    case app(expected: String?, actual: String?)
    /// The command asked for more input than the script has.
    case answerMissing(given: Int)
    /// The command did not ask for so many of the lines of input.
    case answersUnused(Int)
    /// The shell was left, and so many steps never ran, this one first.
    case notReached(steps: Int)
}
