import GRDB
import Session
import Systems

/// Notes in a SQLite file.
///
/// The reads are synchronous functions that meet asynchronous requirements: an index answers them in microseconds, less
/// than a hop to another thread takes.
package struct SQLiteNoteDAO: NoteDAO {
    private let system: SQLiteSystem

    package init(_ system: SQLiteSystem) throws {
        self.system = system
        try system.prepare(NoteSchema.all)
    }

    package func create(_ drafts: [NoteDraft], owner: UserID) async throws -> [Note] {
        try await system.write { database in try NoteRows(database, owner: owner).add(drafts) }
    }

    package func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool {
        // Looked at first without the write lock: all but the first call of a user end here.
        guard try !system.read({ try NoteRows($0, owner: owner).hasHadNotes }) else { return false }
        return try await system.write { database in
            let rows = NoteRows(database, owner: owner)
            guard try !rows.hasHadNotes else { return false }
            _ = try rows.add(drafts)
            return true
        }
    }

    package func modify(_ id: Int, content: String, at time: Timestamp, owner: UserID) async throws -> Note? {
        try await system.write { database in
            let rows = NoteRows(database, owner: owner)
            guard let old = try rows.find(id) else { return nil }
            let new = Note(
                id: id, content: content, createdAt: old.createdAt, modifiedAt: time, trashedAt: old.trashedAt)
            try rows.replace(old, with: new)
            return new
        }
    }

    package func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note? {
        try await system.write { database in
            let rows = NoteRows(database, owner: owner)
            guard let old = try rows.find(id) else { return nil }
            let new = Note(
                id: id, content: old.content, createdAt: old.createdAt, modifiedAt: old.modifiedAt, trashedAt: time)
            try rows.replace(old, with: new)
            return new
        }
    }

    package func remove(_ id: Int, owner: UserID) async throws -> Bool {
        try await system.write { database in
            let rows = NoteRows(database, owner: owner)
            guard let note = try rows.find(id) else { return false }
            try rows.remove(note)
            return true
        }
    }

    package func find(_ id: Int, owner: UserID) throws -> Note? {
        try system.read { try NoteRows($0, owner: owner).find(id) }
    }

    package func newest(isTrashed: Bool, limit: Int, owner: UserID) throws -> [Note] {
        try system.read { try NoteRows($0, owner: owner).newest(isTrashed: isTrashed, limit: limit) }
    }

    package func find(matching query: String, limit: Int, owner: UserID) throws -> [Note] {
        guard let match = SearchQuery(query).match else { return [] }
        return try system.read { try NoteRows($0, owner: owner).find(matching: match, limit: limit) }
    }

    package func counts(owner: UserID) throws -> NoteCounts {
        try system.read { try NoteRows($0, owner: owner).counts() }
    }

    package func changes() -> AsyncStream<Void> { InformationSystem.sqlite(system).changes(of: ["note"]) }
}
