import Foundation
import NotesStore
import Session

package typealias Note = NotesStore.Note
package typealias NoteCounts = NotesStore.NoteCounts

/// The rules of notes, and the only one who writes them, for one user.
package final class NotesService: Sendable {
    private let dao: any NoteDAO
    private let owner: UserID
    private let clock: any WallClock
    private let timeZone: TimeZone

    /// The notes of a user in a world.
    package convenience init(for session: UserSession, in world: World) throws {
        try self.init(
            dao: NoteStore.open(on: world.system), owner: session.user, clock: world.clock, timeZone: world.timeZone)
    }

    package init(dao: any NoteDAO, owner: UserID, clock: any WallClock, timeZone: TimeZone) {
        self.dao = dao
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
    }

    /// Gives a user who never had a note the two welcome notes.
    package func welcome() async throws {
        let drafts = WelcomeNotes.all.map { content, time in
            NoteDraft(content: content, createdAt: time.timestamp(in: timeZone) ?? clock.now)
        }
        _ = try await dao.createFirst(drafts, owner: owner)
    }

    /// Keeps a new note.
    ///
    /// - Throws: `NotesFault.emptyText`.
    package func add(_ content: String) async throws -> Note {
        let draft = NoteDraft(content: try checked(content), createdAt: clock.now)
        guard let note = try await dao.create([draft], owner: owner).first else { throw NotesFault.emptyText }
        return note
    }

    /// Changes a note’s text.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.emptyText`.
    package func modify(_ id: Int, to content: String) async throws -> Note {
        let content = try checked(content)
        return try found(await dao.modify(id, content: content, at: clock.now, owner: owner), id)
    }

    /// Moves a note to the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.inTrash`.
    package func remove(_ id: Int) async throws -> Note {
        guard try await note(id).trashedAt == nil else { throw NotesFault.inTrash(id) }
        return try found(await dao.trash(id, at: clock.now, owner: owner), id)
    }

    /// Brings a note back from the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.notInTrash`.
    package func restore(_ id: Int) async throws -> Note {
        guard try await note(id).trashedAt != nil else { throw NotesFault.notInTrash(id) }
        return try found(await dao.trash(id, at: nil, owner: owner), id)
    }

    /// Removes a note for good; only one that is in the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.notInTrash`.
    package func purge(_ id: Int) async throws {
        guard try await note(id).trashedAt != nil else { throw NotesFault.notInTrash(id) }
        guard try await dao.remove(id, owner: owner) else { throw NotesFault.unknownNote(id) }
    }

    /// The note of this number, also one in the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func note(_ id: Int) async throws -> Note {
        try found(await dao.find(id, owner: owner), id)
    }

    /// The newest notes, the newest first.
    package func newest(_ limit: Int, isTrashed: Bool = false) async throws -> [Note] {
        try await dao.newest(isTrashed: isTrashed, limit: limit, owner: owner)
    }

    /// The notes that have these words, the newest first.
    ///
    /// - Throws: `NotesFault.emptyQuery`.
    package func find(_ query: String, limit: Int) async throws -> [Note] {
        guard query.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else { throw NotesFault.emptyQuery(query) }
        return try await dao.find(matching: query, limit: limit, owner: owner)
    }

    /// How many notes there are.
    package func counts() async throws -> NoteCounts { try await dao.counts(owner: owner) }

    /// A value for each change of any note, by this process or another.
    package func changes() -> AsyncStream<Void> { dao.changes() }

    private func found(_ note: Note?, _ id: Int) throws -> Note {
        guard let note else { throw NotesFault.unknownNote(id) }
        return note
    }

    /// The text without blank lines around it, which nobody meant to keep.
    private func checked(_ content: String) throws -> String {
        let trimmed = content.trimmingCharacters(in: .newlines)
        guard !trimmed.allSatisfy(\.isWhitespace) else { throw NotesFault.emptyText }
        return trimmed
    }
}
