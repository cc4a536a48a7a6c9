// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

/// Takes a note of several lines, and keeps what was typed so far as an unfinished text.
@MainActor
final class NoteCapture {
    private let service: NotesService
    private let context: CommandContext
    private let isSecret: Bool
    private var number: Int?

    /// - Parameter isSecret: Whether the text is a protected note’s: then nothing of it is kept that is not sealed.
    init(service: NotesService, context: CommandContext, isSecret: Bool = false) {
        self.isSecret = isSecret
        self.service = service
        self.context = context
    }

    /// Lines up to one that is only a dot, as mail programs end a text, or up to the end of the input.
    ///
    /// - Returns: The text, and the number under which it is kept until it is a note.
    /// - Throws: `CaptureFault`; what was typed is kept then.
    func lines(endingWithDot: Bool) async throws -> (text: String, unfinished: Int?) {
        try await lines(after: nil, endingWithDot: endingWithDot)
    }

    /// More lines for a text that was not finished.
    func lines(after draft: UnfinishedNote) async throws -> (text: String, unfinished: Int?) {
        number = draft.id
        return try await lines(after: draft.content, endingWithDot: true)
    }

    private func lines(after text: String?, endingWithDot: Bool) async throws -> (text: String, unfinished: Int?) {
        let prompts = TextCapture.Prompts(title: Strings.promptText, first: Strings.promptFirstLine)
        let keep: TextCapture.Keep = { [self] in number = try await service.keepUnfinished($0, as: number) }
        let capture = TextCapture(prompts, startingWith: text, in: context, keep: isSecret ? nil : keep)
        do { return (try await capture.lines(endingWithDot: endingWithDot), number) } catch let fault
            as TextCapture.Fault
        {
            throw CaptureFault(fault)
        }
    }
}
