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

    /// Reads in constant memory but for the largest note, which may have attachments in it.
    mutating func takeJSON(_ path: String, named name: String) async throws {
        var index = 0
        do {
            let written = written(path)
            let entries = try JSONEntries(path: path, names: ["notes", "entries", "activeNotes", "trashedNotes"])
            while let entry = try await entries.next() {
                index += 1
                takeEntry(entry, named: name, number: index, written: written)
                if isFull { try await flush(total: nil) }
            }
            guard !entries.isSound else { return }
            report.problems.append(ExchangeProblem(file: name, reason: entries.isCut ? .truncated : .malformed))
        } catch XMLFault.unreadable(let reason) {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(reason)))
        }
    }

    private mutating func takeEntry(
        _ entry: JSONEntries.Entry, named name: String, number: Int, written: Timestamp
    ) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(entry.bytes), options: .fragmentsAllowed) else {
            report.problems.append(ExchangeProblem(file: name, entry: number, reason: .malformed))
            return
        }
        let draft = (value as? [String: Any]).flatMap { NoteJSON.draft($0, written: written, in: timeZone) }
        guard var note = draft else {
            report.problems.append(ExchangeProblem(file: name, entry: number, reason: .empty))
            return
        }
        if entry.list == "trashedNotes" { note.draft.trashedAt = note.draft.modifiedAt ?? note.draft.createdAt }
        add(note, number: (value as? [String: Any]).flatMap(NoteJSON.number), file: name, entry: number)
    }
}
