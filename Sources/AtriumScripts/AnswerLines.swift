// SPDX-License-Identifier: GPL-3.0-or-later

import Session
public import Terminal

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
