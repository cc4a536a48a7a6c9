import Terminal

/// Types what a script says: commands, settings, and the answers to questions.
@MainActor
final class TypedLines: LineSource {
    private var lines: ArraySlice<String>
    var left: Int { lines.count }
    let answerer = Answerer.person

    init(_ lines: [String]) { self.lines = lines[...] }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        lines.popFirst().map(LineInput.line) ?? .end
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput { try await nextLine(prompt, history: nil) }
}
