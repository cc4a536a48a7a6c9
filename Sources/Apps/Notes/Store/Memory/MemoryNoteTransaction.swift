// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Stores

/// A transaction on notes in memory, whose changes its owner takes over in the end.
final class MemoryNoteTransaction: NoteTransaction {
    private(set) var rows: MemoryNotes
    let log = NoteChangeLog()

    init(_ rows: MemoryNotes) { self.rows = rows }

    func notes(_ key: NoteKey, limit: Int) -> [Note] {
        Array(rows.notes(key).sorted { $0.id < $1.id }.prefix(limit))
    }

    func notes(_ query: NoteQuery) -> [Note] { query.result(among: rows.notes.values) }

    func count(_ query: NoteQuery) -> Int { notes(query).count }

    func titles(_ query: TitleQuery, limit: Int) -> [NoteTitle] { query.result(among: rows.notes.values, limit: limit) }

    func counts() -> NoteCounts? {
        guard rows.last != nil else { return nil }
        let trashed = rows.notes.values.count { $0.trashedAt != nil }
        return NoteCounts(active: rows.notes.count - trashed, trashed: trashed)
    }

    func labels(_ kind: NoteLabel.Kind) -> [NoteLabel] { NoteLabel.counting(kind, in: rows.notes.values) }

    func replacedVersions(of id: Int) -> [NoteVersion] {
        (rows.versions[id] ?? [:]).values.sorted { $0.number > $1.number }
    }

    func attachments(of ids: ClosedRange<Int>) -> [Int: [Attachment]] {
        rows.attachments.filter { ids.contains($0.key) }.mapValues { $0.values.sorted { $0.number < $1.number } }
    }

    func bytes(of digest: Digest) -> [UInt8]? { rows.bytes[digest] }

    func key() -> WrappedKey? { rows.key }

    func unfinished() -> [UnfinishedNote] {
        rows.unfinished.values.sorted { ($0.savedAt, $0.id) > ($1.savedAt, $1.id) }
    }

    func savedQueries() -> [SavedQuery] {
        rows.queries.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }.map(\.value)
    }
}

extension MemoryNoteTransaction {
    func insert(_ drafts: [NoteDraft], numbers: [Int]) -> [Note] {
        rows.begin()
        return drafts.enumerated().map { place, draft in
            let note = rows.add(draft, number: place < numbers.count ? numbers[place] : nil)
            log.add(.note(note.id, .added))
            return note
        }
    }

    func update(_ old: Note, to new: Note) {
        log.add(.note(old.id, .changed(NoteParts(of: old, and: new))))
        rows.put(new)
    }

    func delete(_ note: Note) {
        log.add(.note(note.id, .removed))
        rows.delete(note.id)
    }

    func put(_ version: NoteVersion, of id: Int) { rows.versions[id, default: [:]][version.number] = version }

    func put(_ attachment: Attachment, bytes: [UInt8], of id: Int) {
        log.add(.note(id, .changed(.attachments)))
        let old = rows.attachments[id, default: [:]].updateValue(attachment, forKey: attachment.number)
        rows.bytes[attachment.digest] = bytes
        if let old { dropUnused(old.digest) }
    }

    func delete(_ attachment: Attachment, of id: Int) {
        log.add(.note(id, .changed(.attachments)))
        rows.attachments[id]?[attachment.number] = nil
        if rows.attachments[id]?.isEmpty == true { rows.attachments[id] = nil }
        dropUnused(attachment.digest)
    }

    private func dropUnused(_ digest: Digest) {
        let isUsed = rows.attachments.values.contains { $0.values.contains { $0.digest == digest } }
        if !isUsed { rows.bytes[digest] = nil }
    }

    func put(_ key: WrappedKey) {
        log.add(.key)
        rows.key = key
    }

    func put(_ unfinished: UnfinishedNote?, as id: Int) {
        log.add(.unfinished(id))
        rows.unfinished[id] = unfinished
    }

    func put(_ query: SavedQuery?, as key: String) {
        log.add(.query(key))
        rows.queries[key] = query
    }

    func erase(_ id: Int?) {
        if let id { rows.forgetOrigin(of: id) }
    }

    func deleteRest() {
        log.addUnknown()
        rows = MemoryNotes()
    }
}
