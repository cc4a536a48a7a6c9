// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal

/// Types what a script says: commands, settings, and the answers to questions.
@MainActor
final class TypedLines: LineSource {
    private var lines: ArraySlice<String>
    private let answers: Set<Int>?
    var left: Int { lines.count }

    /// Where it is known which lines are answers, nobody takes a command for one.
    var answerer: Answerer { answers?.contains(lines.startIndex) == false ? .absent : .person }

    /// - Parameter answers: Which of the lines answer something; nil: whichever are asked for.
    init(_ lines: [String], answers: Set<Int>? = nil) {
        self.lines = lines[...]
        self.answers = answers
    }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        lines.popFirst().map(LineInput.line) ?? .end
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput { try await nextLine(prompt, history: nil) }
}
