// SPDX-License-Identifier: GPL-3.0-or-later

import Session
public import Terminal

/// What a session script drives: a shell with a store, a clock and a user of its own, whose output is collected.
///
/// A subject serves one script. Its commands run one after another; several subjects live side by side in a process,
/// so that none may lean on the process's current folder, environment or standard streams.
@MainActor
public protocol ScriptSubject: AnyObject {
    /// The app that is in front, by the name that `switch` takes; nil while the shell is locked.
    var currentApp: String? { get }

    /// Runs one command as if it had been typed, and returns once its output is complete.
    ///
    /// - Parameters:
    ///   - command: the line that was typed.
    ///   - answers: the lines of input, handed out in order whenever the command asks for one. A command that asks for
    ///     more sees the end of input.
    func perform(_ command: String, answers: [String]) async -> ScriptOutcome

    /// Changes the surroundings in mid-script. Never called with a seed or a store.
    ///
    /// - Throws: whatever keeps the setting from being applied; the script then fails at that line, and goes on.
    func apply(_ setting: ScriptSetting) async throws

    /// Starts the program on a terminal of its own, over the data that the shell has, as the user who is logged in.
    ///
    /// Called at most once; no other command follows.
    ///
    /// - Throws: whatever keeps the terminal from opening; the script then fails at that line, and ends.
    func openTerminal() async throws -> any ScriptTerminal

    /// Closes what the shell holds open. Called once, after the last command; the session's folder is removed next.
    func end() async
}

/// Sets up the shells that session scripts drive.
@MainActor
public protocol ScriptShellFactory: AnyObject {
    /// A fresh shell that shares nothing with any other.
    ///
    /// - Parameters:
    ///   - settings: what the script says about the shell; a user named there is registered and logged in already.
    ///   - folder: the absolute path of the session's folder, empty but for the script's fixtures. Paths in commands
    ///     are meant relative to it, and a store on disk belongs into it.
    /// - Throws: whatever keeps the shell from starting; the script then fails without having run.
    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject
}

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

/// What a subject did step by step, beside the result that follows from it.
struct ScriptTrace {
    /// What one step of the script brought.
    enum Record: Equatable {
        case outcome(ScriptOutcome)
        case app(String?)
        /// The error's type, if the setting could not be applied.
        case setting(error: String?)
        /// The screen, if the step looked at it, and the error’s sentence, if it could not be done.
        case terminal(screen: [String]?, error: String?)
    }

    let result: ScriptResult
    /// One for each step that ran, in the order of the script.
    let records: [Record]

    /// The screen that was seen at a step of this number, whose line counts from 1, where it was not the one that the script
    /// has there; nil where it was, or none was seen.
    func missedScreen(at index: Int, line: Int) -> [String]? {
        guard records.indices.contains(index), case .terminal(let screen?, _) = records[index],
            result.failures.contains(where: { $0.line == line })
        else { return nil }
        return screen
    }
}

/// Hands out the lines of input that a script holds ready for a command.
@MainActor
public final class AnswerLines: LineSource {
    /// Who is asked what the script has no line for; nil: nobody, so that input ends there.
    public var rest: (any LineSource)?
    /// Whether a line was asked for when there was none left.
    public private(set) var wantedMore = false
    /// How many lines are left.
    public var left: Int { answers.count }
    /// The script, while it has lines; then whoever ``rest`` asks.
    public var answerer: Answerer { answers.isEmpty ? rest?.answerer ?? .nobody : .script }
    private var answers: ArraySlice<String> = []

    /// Makes a source without lines.
    public init() {}

    /// Takes the lines for the next command; those that were left are forgotten.
    public func load(_ answers: [String]) {
        self.answers = answers[...]
        wantedMore = false
    }

    /// The next line of the script, or of ``rest``.
    public func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        if let answer = answers.popFirst() { return .line(answer) }
        wantedMore = true
        return try await rest?.nextLine(prompt, history: history) ?? .end
    }

    /// The next line of the script, or what ``rest`` says.
    public func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        if let answer = answers.popFirst() { return .line(answer) }
        wantedMore = true
        return try await rest?.nextSecret(prompt) ?? .end
    }
}
