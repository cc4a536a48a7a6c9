import AtriumKit
import NotesLogic
import Session

/// What can be typed in Notes.
@MainActor
enum NotesCommands {
    static let all = reading + writing + organising + remembering + protecting + attaching + exchange

    /// Asks a question to which only yes goes on.
    ///
    /// - Throws: `CommandFault.cancelled`.
    static func confirm(_ question: LocalizedText, _ context: CommandContext) async throws {
        let answer = try await context.prompter.ask(question)
        let yes = Strings.answerYes.string(in: context.language)
        guard [yes, String(yes.prefix(1))].contains(answer.lowercased()) else { throw CommandFault.cancelled }
    }
}
