// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import NotesLogic

/// A transaction on notes in plain Swift collections: the specification that every other store is tested against.
final class MemoryNoteDAO: NoteDAO {
    private(set) var rows: MemoryNotes
    let changes = NoteChangeLog()
    var log: NoteChangeLog? { changes }

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

extension MemoryNoteDAO {
    func insert(_ drafts: [NoteDraft], numbers: [Int]) -> [Note] {
        rows.begin()
        return drafts.enumerated().map { place, draft in
            let note = rows.add(draft, number: place < numbers.count ? numbers[place] : nil)
            changes.add(.note(note.id, .added))
            return note
        }
    }

    func update(_ old: Note, to new: Note) {
        changes.add(old, becoming: new)
        rows.put(new)
    }

    func delete(_ note: Note) {
        changes.add(.note(note.id, .removed))
        rows.delete(note.id)
    }

    func put(_ version: NoteVersion, of id: Int) { rows.versions[id, default: [:]][version.number] = version }

    func put(_ attachment: Attachment, bytes: [UInt8], of id: Int) {
        changes.add(.note(id, .changed(.attachments)))
        let old = rows.attachments[id, default: [:]].updateValue(attachment, forKey: attachment.number)
        rows.bytes[attachment.digest] = bytes
        if let old { dropUnused(old.digest) }
    }

    func delete(_ attachment: Attachment, of id: Int) {
        changes.add(.note(id, .changed(.attachments)))
        rows.attachments[id]?[attachment.number] = nil
        if rows.attachments[id]?.isEmpty == true { rows.attachments[id] = nil }
        dropUnused(attachment.digest)
    }

    private func dropUnused(_ digest: Digest) {
        let isUsed = rows.attachments.values.contains { $0.values.contains { $0.digest == digest } }
        if !isUsed { rows.bytes[digest] = nil }
    }

    func put(_ key: WrappedKey) {
        changes.add(.key)
        rows.key = key
    }

    func put(_ unfinished: UnfinishedNote?, as id: Int) {
        changes.add(.unfinished(id))
        rows.unfinished[id] = unfinished
    }

    func put(_ query: SavedQuery?, as key: String) {
        changes.add(.query(key))
        rows.queries[key] = query
    }

    func lockedNotebooks() -> [String] {
        rows.locked.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }.map(\.value)
    }

    func put(lockedNotebook name: String?, as key: String) {
        changes.add(.lockedNotebook(key))
        rows.locked[key] = name
    }

    func journal(limit: Int) -> [JournalEntry] { rows.journal.entries(limit: limit) }

    func put(_ entry: JournalEntry) { rows.journal.put(entry) }

    func erase(_ id: Int?) {
        if let id { rows.forgetOrigin(of: id) }
    }

    func deleteRest() {
        changes.addUnknown()
        rows = MemoryNotes()
    }
}

/// One owner’s notes in memory.
struct MemoryNotes: Sendable {
    private(set) var notes: [Int: Note] = [:]
    /// The highest number that a note ever had; `nil` before the first one.
    private(set) var last: Int?
    /// The origins of imported notes.
    private var origins: [Int: String] = [:]
    /// The notes of each search key.
    private var index: [NoteKey: Set<Int>] = [:]
    /// The notes of each `NoteDraft.twin(of:)`.
    private var twins: [Int64: Set<Int>] = [:]
    var versions: [Int: [Int: NoteVersion]] = [:]
    var attachments: [Int: [Int: Attachment]] = [:]
    var bytes: [Digest: [UInt8]] = [:]
    var unfinished: [Int: UnfinishedNote] = [:]
    var queries: [String: SavedQuery] = [:]
    /// The protected notebooks, by `NameKey`.
    var locked: [String: String] = [:]
    var key: WrappedKey?
    var journal = MemoryJournal()

    func notes(_ key: NoteKey) -> [Note] {
        switch key {
        case .number(let id): notes[id].map { [$0] } ?? []
        case .numbers(let ids): ids.compactMap { notes[$0] }
        case .above, .sealed: notes.values.filter(key.means)
        case .twin(let twin, _): (twins[twin] ?? []).compactMap { notes[$0] }.filter(key.means)
        case .title, .alias, .origin: (index[key] ?? []).compactMap { notes[$0] }
        }
    }

    /// Adds a note with the next number, or with the given one.
    mutating func add(_ draft: NoteDraft, number: Int?) -> Note {
        let id = number ?? (last ?? 0) + 1
        let note = Note(id: id, draft)
        last = id
        origins[id] = draft.origin?.key
        put(note)
        return note
    }

    /// Records that the owner has had notes, whether or not there are any.
    mutating func begin() { last = last ?? 0 }

    mutating func put(_ note: Note) {
        remove(note.id)
        notes[note.id] = note
        for key in keys(of: note) { index[key, default: []].insert(note.id) }
        twins[NoteDraft.twin(of: note.content), default: []].insert(note.id)
    }

    mutating func delete(_ id: Int) {
        remove(id)
        origins[id] = nil
        versions[id] = nil
    }

    mutating func forgetOrigin(of id: Int) {
        if let origin = origins.removeValue(forKey: id) { index[.origin(origin)]?.remove(id) }
    }

    private mutating func remove(_ id: Int) {
        guard let note = notes.removeValue(forKey: id) else { return }
        for key in keys(of: note) {
            index[key]?.remove(id)
            if index[key]?.isEmpty == true { index[key] = nil }
        }
        let twin = NoteDraft.twin(of: note.content)
        twins[twin]?.remove(id)
        if twins[twin]?.isEmpty == true { twins[twin] = nil }
    }

    private func keys(of note: Note) -> [NoteKey] {
        var keys: [NoteKey] = []
        if note.trashedAt == nil {
            keys.append(.title(NameKey.of(note.title)))
            keys += note.otherNames.map { .alias(NameKey.of($0)) }
        }
        if let origin = origins[note.id] { keys.append(.origin(origin)) }
        return keys
    }
}
