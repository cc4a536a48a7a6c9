// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session
import Terminal

/// Takes a note of several lines, and keeps what was typed so far from being lost.
@MainActor
final class NoteCapture {
    private let service: NotesService
    private let context: CommandContext
    private let isSecret: Bool
    private var lines: [String] = []
    /// What has been typed of the line after them.
    private var typed = ""
    /// Whether somebody types the lines.
    private var isTyped = false
    private var number: Int?
    private var saving: Task<Void, any Error>?
    private var savingLater: Task<Void, Never>?
    private var lastSave: Duration
    /// A pasted or piped text is not saved line by line: up to here each line is, then once a second.
    private static let savedAtOnce = 20

    /// - Parameter isSecret: Whether the text is a protected note’s: then nothing of it is kept that is not sealed.
    init(service: NotesService, context: CommandContext, isSecret: Bool = false) {
        self.isSecret = isSecret
        self.service = service
        self.context = context
        lastSave = context.world.clock.elapsed
    }

    /// Lines up to one that is only a dot, as mail programs end a text, or up to the end of the input.
    ///
    /// - Returns: The text, and the number under which it is kept until it is a note.
    /// - Throws: `CaptureFault`; what was typed is kept then.
    func lines(endingWithDot: Bool) async throws -> (text: String, unfinished: Int?) {
        defer { savingLater?.cancel() }
        var damage: InputFault?
        do {
            if endingWithDot, let text = try await written() {
                lines = [text]
                await finishSaving()
                return (text, number)
            }
            if !lines.isEmpty { context.prompter.show(lines.joined(separator: "\n")) }
            while let line = try await next(&damage) {
                if endingWithDot, line == "." { break }
                lines.append(line)
                if endingWithDot || isTyped { try await keepSoon() }
            }
        } catch CommandFault.noAnswer where !endingWithDot && (!lines.isEmpty || damage != nil) {
            // The end of the input ends the text.
        } catch CommandFault.noAnswer where !lines.isEmpty || damage != nil {
            try await keep()
            if damage == nil { throw CaptureFault.cut }
        } catch CommandFault.cancelled where !(lines.isEmpty && typed.isEmpty) && !isSecret {
            try await keep()
            throw CaptureFault.brokenOff
        } catch let fault as InputFault {
            // The terminal is gone.
            try await keep()
            throw fault
        }
        if let damage {
            if isSecret { throw damage }
            try await keep()
            throw CaptureFault.damaged(damage)
        }
        await finishSaving()
        return (lines.joined(separator: "\n"), number)
    }

    /// More lines for a text that was not finished.
    func lines(after draft: UnfinishedNote) async throws -> (text: String, unfinished: Int?) {
        lines = [draft.content]
        number = draft.id
        return try await lines(endingWithDot: true)
    }
}

extension NoteCapture {
    /// The text, written in a panel where there is one for that; nil: line by line.
    private func written() async throws -> String? {
        let before = lines
        // The panel has all of it; what was kept is the same text.
        lines = []
        guard
            let text = try await context.prompter.write(
                Strings.promptText, startingWith: before.joined(separator: "\n"),
                typing: { [self] in
                    typed = $0
                    isTyped = true
                    try? await keep()
                })
        else {
            lines = before
            return nil
        }
        typed = ""
        return text
    }

    /// Waits for what is being kept: nothing may be kept any more of what is about to be a note.
    private func finishSaving() async {
        savingLater?.cancel()
        try? await saving?.value
    }

    /// The next line; one that cannot be read is passed over, since what follows it is the note’s text all the same,
    /// and no command.
    private func next(_ damage: inout InputFault?) async throws -> String? {
        while true {
            do {
                let question = lines.isEmpty ? Strings.promptFirstLine : Strings.promptLine
                let line = try await context.prompter.ask(question) { [self] in
                    typed = $0
                    isTyped = true
                    try? await keep()
                }
                typed = ""
                return line
            } catch let fault as InputFault where fault.line != nil {
                damage = damage ?? fault
            }
        }
    }

    private func keepSoon() async throws {
        if lines.count <= Self.savedAtOnce || context.world.clock.elapsed - lastSave > .seconds(1) {
            return try await keep()
        }
        guard savingLater == nil else { return }
        savingLater = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(1))) != nil, !Task.isCancelled else { return }
            self?.savingLater = nil
            try? await self?.keep()
        }
    }

    /// Keeps what there is, after what is being kept already: it is one text.
    private func keep() async throws {
        let text = (lines + (typed.isEmpty ? [] : [typed])).joined(separator: "\n")
        guard !text.isEmpty, !isSecret else { return }
        lastSave = context.world.clock.elapsed
        let before = saving
        let task = Task {
            try? await before?.value
            number = try await service.keepUnfinished(text, as: number)
        }
        saving = task
        try await task.value
    }
}
