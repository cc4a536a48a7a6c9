import AtriumKit
import NotesLogic
import Session
import Terminal

/// Takes a note of several lines, and keeps what was typed so far from being lost.
@MainActor
struct NoteCapture {
    let service: NotesService
    let context: CommandContext
    /// A pasted or piped text is not saved line by line: up to here each line is, then one a second.
    private static let savedAtOnce = 20

    /// Lines up to one that is only a dot, as mail programs end a text, or up to the end of the input.
    ///
    /// - Returns: The text, and the number under which it is kept until it is a note.
    func lines(endingWithDot: Bool) async throws -> (text: String, unfinished: Int?) {
        try await lines([], as: nil, endingWithDot: endingWithDot)
    }

    /// More lines for a text that was not finished.
    func lines(after draft: UnfinishedNote) async throws -> (text: String, unfinished: Int?) {
        try await lines([draft.content], as: draft.id, endingWithDot: true)
    }

    private func lines(_ start: [String], as number: Int?, endingWithDot: Bool) async throws -> (String, Int?) {
        var lines = start
        var number = number
        var lastSave = context.world.clock.elapsed
        var damage: InputFault?
        do {
            while true {
                let line: String
                do {
                    line = try await context.prompter.ask(lines.isEmpty ? Strings.promptFirstLine : Strings.promptLine)
                } catch let fault as InputFault where fault.line != nil {
                    // What follows it is the note’s text all the same, and no command.
                    damage = damage ?? fault
                    continue
                }
                if endingWithDot, line == "." { break }
                lines.append(line)
                let elapsed = context.world.clock.elapsed
                if endingWithDot, lines.count <= Self.savedAtOnce || elapsed - lastSave > .seconds(1) {
                    number = try await service.keepUnfinished(lines.joined(separator: "\n"), as: number)
                    lastSave = elapsed
                }
            }
        } catch CommandFault.noAnswer where !lines.isEmpty || damage != nil {
            // The end of the input ends the text.
        } catch CommandFault.cancelled where !lines.isEmpty {
            _ = try await service.keepUnfinished(lines.joined(separator: "\n"), as: number)
            throw CaptureFault.brokenOff
        }
        if let damage {
            if !lines.isEmpty { _ = try await service.keepUnfinished(lines.joined(separator: "\n"), as: number) }
            throw CaptureFault.damaged(damage)
        }
        return (lines.joined(separator: "\n"), number)
    }
}
