import Terminal

/// Hands out the lines of input that a script holds ready for a command.
@MainActor
final class AnswerLines: LineSource {
    private var answers: ArraySlice<String> = []
    /// Whether a line was asked for when there was none left.
    private(set) var wantedMore = false
    /// How many lines are left.
    var left: Int { answers.count }

    /// Takes the lines for the next command.
    func load(_ answers: [String]) {
        self.answers = answers[...]
        wantedMore = false
    }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        guard let answer = answers.popFirst() else {
            wantedMore = true
            return .end
        }
        return .line(answer)
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput { try await nextLine(prompt, history: nil) }
}
