import AtriumKit
import Session

/// Asks a question that yes or no answers.
@MainActor
enum Confirmation {
    /// Returns when the answer is yes, in the user’s language or in English.
    ///
    /// - Throws: `CommandFault.cancelled` for any other answer, and what asking throws.
    static func require(_ question: LocalizedText, _ context: CommandContext) async throws {
        let answer = try await context.prompter.ask(question).lowercased().filter { !$0.isWhitespace }
        let yes = Strings.answerYes.string(in: context.language)
        guard ["yes", "y", yes, String(yes.prefix(1))].contains(answer) else { throw CommandFault.cancelled }
    }
}
