// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session
import XMLReader

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
        guard !entries.isSound else { return }
        report.problems.append(ExchangeProblem(file: name, reason: entries.isCut ? .truncated : .malformed))
    }
}

extension JSONEntries.Entry {
    /// What its JSON says; nil for what is none.
    fileprivate var object: Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }
}
