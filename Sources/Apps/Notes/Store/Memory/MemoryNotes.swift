// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Stores

/// One owner’s notes in memory.
struct MemoryNotes: Sendable {
    private(set) var notes: [Int: Note] = [:]
    /// The highest number that a note ever had; nil before the first one.
    private(set) var last: Int?
    /// What the notes were imported from.
    private var origins: [Int: String] = [:]
    /// The notes of each key that is looked for.
    private var index: [NoteKey: Set<Int>] = [:]
    var versions: [Int: [Int: NoteVersion]] = [:]
    var attachments: [Int: [Int: Attachment]] = [:]
    var bytes: [Digest: [UInt8]] = [:]
    var unfinished: [Int: UnfinishedNote] = [:]
    var queries: [String: SavedQuery] = [:]
    var key: WrappedKey?

    /// The notes of a key.
    func notes(_ key: NoteKey) -> [Note] {
        switch key {
        case .number(let id): notes[id].map { [$0] } ?? []
        case .numbers(let ids): ids.compactMap { notes[$0] }
        case .above: notes.values.filter(key.means)
        case .title, .alias, .origin, .twin: (index[key] ?? []).compactMap { notes[$0] }
        }
    }

    /// Adds a note with the next number, or with the one that is said.
    mutating func add(_ draft: NoteDraft, number: Int?) -> Note {
        let id = number ?? (last ?? 0) + 1
        let note = Note(id: id, draft)
        last = id
        origins[id] = draft.origin?.key
        put(note)
        return note
    }

    /// Makes it known that the owner has had notes, whether or not there are any.
    mutating func begin() { last = last ?? 0 }

    mutating func put(_ note: Note) {
        remove(note.id)
        notes[note.id] = note
        for key in keys(of: note) { index[key, default: []].insert(note.id) }
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
    }

    private func keys(of note: Note) -> [NoteKey] {
        var keys = [NoteKey.twin(NoteDraft.twin(of: note.content), note.createdAt)]
        if note.trashedAt == nil {
            keys.append(.title(NameKey.of(note.title)))
            keys += note.otherNames.map { .alias(NameKey.of($0)) }
        }
        if let origin = origins[note.id] { keys.append(.origin(origin)) }
        return keys
    }
}
