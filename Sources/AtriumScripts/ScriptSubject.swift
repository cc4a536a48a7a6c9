// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
public import AtriumTerminal

/// A shell that a session script drives, with its own store, clock and user, and with collected output.
///
/// A subject serves one script. Its commands run one after another. Several subjects exist in one process,
/// so that none may rely on the process's current folder, environment or standard streams.
@MainActor
public protocol ScriptSubject: AnyObject {
    /// The app in front, by the name that `switch` takes; `nil` while the shell is locked.
    var currentApp: String? { get }

    /// Runs one command as if it had been typed, and returns once its output is complete.
    ///
    /// - Parameters:
    ///   - command: The typed line.
    ///   - answers: The lines of input, used in order whenever the command asks for one. A command that asks for
    ///     more sees the end of input.
    func perform(_ command: String, answers: [String]) async -> ScriptOutcome

    /// Changes the environment during the script. Never called with a seed or a store.
    ///
    /// - Throws: An error if the setting cannot be applied; the script then fails at that line, and continues.
    func apply(_ setting: ScriptSetting) async throws

    /// Starts the program on a terminal of its own, with the shell's data, as the user who is logged in.
    ///
    /// Called at most once; no other command follows.
    ///
    /// - Throws: An error if the terminal cannot open; the script then fails at that line, and ends.
    func openTerminal() async throws -> any ScriptTerminal

    /// Closes the shell's resources. Called once, after the last command; the session's folder is removed next.
    func end() async
}

/// Creates the shells that session scripts drive.
@MainActor
public protocol ScriptShellFactory: AnyObject {
    /// Creates a shell that shares nothing with any other.
    ///
    /// - Parameters:
    ///   - settings: The script's settings of the shell; a user named there is already registered and logged in.
    ///   - folder: The absolute path of the session's folder, empty except for the script's fixtures. Paths in commands
    ///     are relative to it, and a store on disk belongs in it.
    /// - Throws: An error if the shell cannot start; the script then fails without having run.
    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject
}

/// The outcome of a command of a session script.
public struct ScriptOutcome: Sendable, Equatable {
    /// All its standard output.
    public let output: String
    /// All its standard error.
    public let errorOutput: String
    /// Its exit status.
    public let status: Int32
    /// The number of given lines of input that it read.
    public let answersUsed: Int
    /// Whether it asked for a line of input when all were read.
    public let wantedMoreAnswers: Bool
    /// Whether the command ended the shell.
    public let quit: Bool
    /// Whether the program has the command, and its app.
    public let isUnderstood: Bool

    /// Makes an outcome, by default that of a command that succeeded, asked for nothing and did not end the shell.
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

/// The record of a subject's steps, from which the result follows.
struct ScriptTrace {
    /// The result of one step of the script.
    enum Record: Equatable {
        case outcome(ScriptOutcome)
        case app(String?)
        /// The error's type, if the setting could not be applied.
        case setting(error: String?)
        /// The screen, if the step looked at it, and the error’s sentence, if it could not be done.
        case terminal(screen: [String]?, error: String?)
    }

    let result: ScriptResult
    /// One record for each step that ran, in the order of the script.
    let records: [Record]

    /// The screen seen at the step with this index, whose line counts from 1, if it differed from the one in the
    /// script; `nil` if it did not, or no screen was seen.
    func missedScreen(at index: Int, line: Int) -> [String]? {
        guard records.indices.contains(index), case .terminal(let screen?, _) = records[index],
            result.failures.contains(where: { $0.line == line })
        else { return nil }
        return screen
    }
}

/// A source of the lines of input that a script has for a command.
@MainActor
public final class AnswerLines: LineSource {
    /// The source for questions without a line in the script; if `nil`, input ends there.
    public var rest: (any LineSource)?
    /// Whether a line was requested when none was left.
    public private(set) var wantedMore = false
    /// The number of lines left.
    public var left: Int { answers.count }
    /// The script while it has lines, then the answerer of ``rest``.
    public var answerer: Answerer { answers.isEmpty ? rest?.answerer ?? .absent : .script }
    /// Those of ``rest``: a script says nothing about its own answers.
    public var showsRemarks: Bool { answers.isEmpty && rest?.showsRemarks ?? false }
    private var answers: ArraySlice<String> = []

    /// Makes a source without lines.
    public init() {}

    /// Sets the lines for the next command and discards the remaining ones.
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

    /// The next line of the script, or the secret of ``rest``.
    public func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        if let answer = answers.popFirst() { return .line(answer) }
        wantedMore = true
        return try await rest?.nextSecret(prompt) ?? .end
    }
}
