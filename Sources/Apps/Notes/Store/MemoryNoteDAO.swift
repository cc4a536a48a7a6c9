import Session
import Systems

/// Notes in plain Swift collections: the specification that every other DAO is held against.
package struct MemoryNoteDAO: NoteDAO {
    struct Shelf: Sendable {
        var last = 0
        var notes: [Int: Note] = [:]
    }

    private let table: MemoryTable<[UserID: Shelf]>
    private let system: MemorySystem

    package init(_ system: MemorySystem) {
        self.system = system
        table = system.table("note", empty: [:])
    }

    package func create(_ drafts: [NoteDraft], owner: UserID) -> [Note] {
        table.write { $0[owner, default: Shelf()].add(drafts) }
    }

    package func createFirst(_ drafts: [NoteDraft], owner: UserID) -> Bool {
        guard table.read({ $0[owner] == nil }) else { return false }
        return table.write { shelves in
            guard shelves[owner] == nil else { return false }
            _ = shelves[owner, default: Shelf()].add(drafts)
            return true
        }
    }

    package func modify(_ id: Int, content: String, at time: Timestamp, owner: UserID) -> Note? {
        replace(id, owner: owner) { note in
            Note(
                id: id, content: content, createdAt: note.createdAt, modifiedAt: time, trashedAt: note.trashedAt)
        }
    }

    package func trash(_ id: Int, at time: Timestamp?, owner: UserID) -> Note? {
        replace(id, owner: owner) { note in
            Note(
                id: id, content: note.content, createdAt: note.createdAt, modifiedAt: note.modifiedAt, trashedAt: time)
        }
    }

    package func remove(_ id: Int, owner: UserID) -> Bool {
        table.write { $0[owner]?.notes.removeValue(forKey: id) != nil }
    }

    package func find(_ id: Int, owner: UserID) -> Note? { notes(of: owner)[id] }

    package func newest(isTrashed: Bool, limit: Int, owner: UserID) -> [Note] {
        let notes = notes(of: owner).values.filter { ($0.trashedAt != nil) == isTrashed }
        return Array(notes.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }.prefix(limit))
    }

    package func find(matching query: String, limit: Int, owner: UserID) -> [Note] {
        let query = SearchQuery(query)
        guard !query.isEmpty else { return [] }
        let found = notes(of: owner).values.filter {
            $0.trashedAt == nil && query.matches(SearchText.tokens(of: $0.content))
        }
        return Array(found.sorted { $0.id > $1.id }.prefix(limit))
    }

    package func counts(owner: UserID) -> NoteCounts {
        let notes = notes(of: owner).values
        let trashed = notes.count { $0.trashedAt != nil }
        return NoteCounts(active: notes.count - trashed, trashed: trashed)
    }

    package func changes() -> AsyncStream<Void> { InformationSystem.memory(system).changes(of: ["note"]) }

    private func notes(of owner: UserID) -> [Int: Note] { table.read { $0[owner]?.notes ?? [:] } }

    private func replace(_ id: Int, owner: UserID, with new: (Note) -> Note) -> Note? {
        table.write { shelves in
            guard let note = shelves[owner]?.notes[id] else { return nil }
            let changed = new(note)
            shelves[owner]?.notes[id] = changed
            return changed
        }
    }
}

extension MemoryNoteDAO.Shelf {
    fileprivate mutating func add(_ drafts: [NoteDraft]) -> [Note] {
        drafts.map { draft in
            last += 1
            let note = Note(
                id: last, content: draft.content, createdAt: draft.createdAt, modifiedAt: draft.createdAt)
            notes[last] = note
            return note
        }
    }
}
