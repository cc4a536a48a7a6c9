// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session
import XMLReader

/// Evernote’s export, note by note: each is a document of its own, so that a broken one costs itself alone.
extension NoteImporter {
    /// Reads in the memory of the largest note, since such exports have the attachments in them.
    mutating func takeENEX(_ path: String, named name: String) async throws {
        do {
            let written = written(path)
            let notes = try await ENEXNotes(try FileSource(path: path))
            guard checkHead(notes.head, named: name) else { return }
            while let note = try await notes.next() {
                take(note, behind: notes.head, written: written, named: name)
                if isFull { try await flush(total: nil) }
            }
            if !notes.isWhole { report.problems.append(ExchangeProblem(file: name, reason: .truncated)) }
        } catch XMLFault.unreadable(let reason) {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(reason)))
        }
    }

    private static let rootEnd = Array("</en-export>".utf8)

    /// Whether what stands before the notes is the beginning of an export; one without notes may have its end there.
    private mutating func checkHead(_ head: [UInt8], named name: String) -> Bool {
        let handler = ENEXReader(written: clock.now, in: timeZone)
        for end in [Self.rootEnd, []] {
            do {
                try XMLReader(source: MemorySource(head, end), doctype: .external).read(handler)
                return true
            } catch {
                guard end.isEmpty else { continue }
                let isEmpty = if case XMLFault.empty = error { true } else { false }
                report.problems.append(
                    ExchangeProblem(
                        file: name, line: (error as? XMLFault)?.line, reason: isEmpty ? .empty : .malformed))
            }
        }
        return false
    }

    private mutating func take(
        _ note: ENEXNotes.Note, behind head: [UInt8], written: Timestamp, named name: String
    ) {
        guard !note.isTooLarge else {
            let reason = ExchangeProblem.Reason.largeNote(
                ENEXContent.title(in: note.bytes), limit: ENEXNotes.largest)
            return report.problems.append(
                ExchangeProblem(file: name, line: note.linesBefore + 1, reason: reason))
        }
        let handler = ENEXReader(written: written, in: timeZone)
        handler.linesBefore = note.linesBefore - head.count { $0 == UInt8(ascii: "\n") }
        do {
            guard note.isWhole else { throw XMLFault.truncated(line: 0) }
            let text = ENEXContent.mended(note.bytes)
            try XMLReader(source: MemorySource(head, text, Self.rootEnd), doctype: .external).read(handler)
            for entry in handler.takeEntries() { add(entry, file: name) }
        } catch {
            let title = handler.title ?? ENEXContent.title(in: note.bytes)
            report.problems.append(
                ExchangeProblem(
                    file: name, line: note.linesBefore + 1, reason: note.isWhole ? .brokenNote(title) : .cutNote(title))
            )
        }
    }
}
