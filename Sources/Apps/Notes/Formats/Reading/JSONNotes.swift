// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session
import XMLReader

/// The formats whose files may be of any size: read entry by entry, in the memory of the largest.
extension NoteImporter {
    mutating func takeJoplin(_ path: String, named name: String, isFolder: Bool) async throws {
        let source: JoplinSource
        do {
            source = isFolder ? JoplinSource(folder: path) : try JoplinSource(archive: path)
        } catch TarFault.unreadable(let reason) {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(reason)))
            return
        } catch {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .malformed))
            return
        }
        var reader = JoplinReader(source, written: written(path), in: timeZone)
        for (index, item) in source.items.enumerated() {
            reader.look(at: item)
            guard index % Self.batchSize == 0 else { continue }
            await progress(0, source.items.count)
            try Task.checkCancellation()
        }
        report.expected = reader.notes.count
        for item in reader.notes {
            switch reader.entry(item) {
            case .success(let note): add(note, file: name + "/" + item)
            case .failure(let unread):
                report.problems.append(ExchangeProblem(file: name + "/" + item, reason: unread.reason))
            }
            if isFull { try await flush(total: reader.notes.count) }
        }
        if source.fault != nil || source.items.isEmpty {
            let isCut = source.fault == .truncated
            report.problems.append(ExchangeProblem(file: name, reason: isCut ? .truncated : .malformed))
        }
    }
}

/// JSON, whatever program has written it.
extension NoteImporter {
    /// Reads in constant memory but for the largest note, which may have attachments in it.
    ///
    /// - Parameters:
    ///   - kind: What wrote it; nil: nobody knows.
    ///   - files: Finds the files beside it.
    mutating func takeJSON(_ path: String, named name: String, kind: JSONKind?, files: NoteFolderFiles?) async throws {
        do {
            switch kind {
            case .keep: takeKeep(path, named: name, files: files)
            case .standardNotes: try await takeStandardNotes(path, named: name)
            case .dayOne: try await takeDayOne(path, named: name, files: files)
            case .simplenote, .notes, nil: try await takeNotes(path, named: name)
            }
        } catch XMLFault.unreadable(let reason) {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(reason)))
        }
    }

    private mutating func takeNotes(_ path: String, named name: String) async throws {
        let written = written(path)
        let (zone, isBroken) = (timeZone, ExchangeProblem.Reason.malformed)
        try await takeEntries(path, ["notes", "entries", "activeNotes", "trashedNotes"], named: name) {
            importer, entry, index in
            guard let object = entry.object else {
                return importer.tell(isBroken, name, index)
            }
            guard let members = object as? [String: Any],
                var note = NoteJSON.draft(members, written: written, in: zone)
            else { return importer.tell(.empty, name, index) }
            if entry.list == "trashedNotes" { note.draft.trashedAt = note.draft.modifiedAt ?? note.draft.createdAt }
            importer.add(note, number: NoteJSON.number(members), file: name, entry: index)
        }
    }

    private mutating func takeDayOne(_ path: String, named name: String, files: NoteFolderFiles?) async throws {
        let written = written(path)
        let journal = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
        var all: DayOneEntry.Files = [:]
        try await look(path, ["entries"]) { all.merge(DayOneEntry.files(of: $0)) { first, _ in first } }
        let zone = timeZone
        try await takeEntries(path, ["entries"], named: name) { importer, entry, index in
            guard let object = entry.object as? [String: Any] else {
                return importer.tell(.malformed, name, index)
            }
            let note =
                DayOneEntry.isEntry(object)
                ? DayOneEntry.note(object, among: all, files: files, notebook: journal, written: written)
                : NoteJSON.draft(object, written: written, in: zone)
            guard let note else { return importer.tell(.empty, name, index) }
            importer.add(note, file: name, entry: index)
        }
    }

    private mutating func takeStandardNotes(_ path: String, named name: String) async throws {
        let written = written(path)
        var backup = StandardNotes()
        try await look(path, ["items"]) { backup.look(at: $0) }
        let made = backup
        try await takeEntries(path, ["items"], named: name) { importer, entry, index in
            guard let object = entry.object as? [String: Any] else {
                return importer.tell(.malformed, name, index)
            }
            switch made.note(object, written: written) {
            case .note(let note): importer.add(note, file: name, entry: index)
            case .encrypted: importer.tell(.encrypted, name, index)
            case .empty: importer.tell(.empty, name, index)
            case .other: break
            }
        }
    }

    private mutating func takeKeep(_ path: String, named name: String, files: NoteFolderFiles?) {
        guard let bytes = bytes(of: path, named: name) else { return }
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            report.problems.append(ExchangeProblem(file: name, reason: .malformedNote))
            return
        }
        guard let note = KeepNote.note(object, files: files, written: written(path)) else {
            report.problems.append(ExchangeProblem(file: name, reason: .empty))
            return
        }
        add(note, file: name)
    }

    private mutating func tell(_ reason: ExchangeProblem.Reason, _ file: String, _ entry: Int) {
        report.problems.append(ExchangeProblem(file: file, entry: entry, reason: reason))
    }

    /// Lends each entry that is an object, of a file that is read a second time.
    private func look(_ path: String, _ names: Set<String>, _ body: ([String: Any]) -> Void) async throws {
        let entries = try JSONEntries(path: path, names: names)
        while let entry = try await entries.next() {
            if let object = entry.object as? [String: Any] { body(object) }
        }
    }

    /// Takes each entry with its number, from 1, and says what is wrong with the whole file.
    private mutating func takeEntries(
        _ path: String, _ names: Set<String>, named name: String,
        _ take: (inout NoteImporter, JSONEntries.Entry, Int) -> Void
    ) async throws {
        let entries = try JSONEntries(path: path, names: names)
        var index = 0
        while let entry = try await entries.next() {
            index += 1
            take(&self, entry, index)
            if isFull { try await flush(total: nil) }
        }
        guard entries.isSound else {
            return report.problems.append(
                ExchangeProblem(file: name, reason: entries.isCut ? .truncated : .malformed))
        }
        if names.contains("notes"), let declared = entries.declaredCount, declared > index {
            report.lost += declared - index
            report.problems.append(ExchangeProblem(file: name, reason: .lost(declared: declared, found: index)))
        }
    }
}

extension JSONEntries.Entry {
    /// What its JSON says; nil for what is none.
    fileprivate var object: Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }
}

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

/// jrnl’s text.
extension NoteImporter {
    /// - Parameter day: The day of all entries, in a journal that has a file for each.
    mutating func takeJournal(_ text: String, from path: String, named name: String, on day: Day? = nil) async throws {
        let journal = JrnlText(text, written: written(path), order: dateOrder, in: timeZone, on: day)
        if journal.isOld { report.problems.append(ExchangeProblem(file: name, reason: .oldJournal)) }
        for entry in journal.entries {
            add(entry, file: name)
            if isFull { try await flush(total: nil) }
        }
    }
}
