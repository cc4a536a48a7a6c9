import Foundation
import GRDB
import Session

/// Versions of texts, and links that follow a title.
extension NoteRows {
    func modify(_ id: Int, content: String, sealed: [UInt8]?, at time: Timestamp) throws -> ModifiedNote? {
        guard let old = try find(id), old.isProtected == (sealed != nil) else { return nil }
        guard old.content != content || old.sealed != sealed else {
            return ModifiedNote(note: old, replaced: old.version)
        }
        guard let relinking = Relinking(from: old.title, to: Note.title(of: content)), old.trashedAt == nil,
            try isOnly(old)
        else { return ModifiedNote(note: try revise(old, content, sealed, at: time), replaced: old.version) }
        // The links are looked for in the notes as they were, the note itself among them.
        // Those in the trash, too: they may come back.
        let others = try [false, true]
            .flatMap { try find(NoteQuery(filter: relinking.filter, isTrashed: $0, limit: .max)) }
            .filter { $0.id != id && !$0.isProtected }.sorted { $0.id < $1.id }
        let note = try revise(old, sealed == nil ? relinking.rewritten(content) : content, sealed, at: time)
        for other in others {
            _ = try revise(other, relinking.rewritten(other.content), other.sealed, at: time)
        }
        return ModifiedNote(note: note, replaced: old.version, relinked: others.map(\.id))
    }

    func versions(of id: Int) throws -> [NoteVersion] {
        guard let note = try find(id) else { return [] }
        let select = try database.cachedStatement(
            sql: "SELECT number, saved, content, sealed FROM note_version WHERE note = ? ORDER BY number DESC")
        let older = try Row.fetchAll(select, arguments: [key(id)]).map {
            NoteVersion(
                number: $0[0], savedAt: Timestamp(milliseconds: $0[1]), content: $0[2],
                sealed: ($0[3] as Data?).map(Array.init))
        }
        let present = NoteVersion(
            number: note.version, savedAt: note.modifiedAt, content: note.content, sealed: note.sealed)
        return [present] + older
    }

    /// Puts a text in place of a note’s present one, which stays as a version.
    func revise(_ old: Note, _ content: String, _ sealed: [UInt8]?, at time: Timestamp) throws -> Note {
        try database.cachedStatement(
            sql: "INSERT INTO note_version (note, number, saved, content, sealed) VALUES (?, ?, ?, ?, ?)"
        ).execute(
            arguments: [
                key(old.id), old.version, old.modifiedAt.milliseconds, old.content, old.sealed.map { Data($0) },
            ])
        var new = old
        new.content = content
        new.sealed = sealed
        new.modifiedAt = time
        new.version += 1
        try replace(old, with: new)
        return new
    }

    /// Whether no other note outside the trash has this note’s title.
    private func isOnly(_ note: Note) throws -> Bool {
        let select = try database.cachedStatement(
            sql: "SELECT 1 FROM note WHERE owner = ? AND heading = ? AND trashed IS NULL AND id <> ? LIMIT 1")
        return try Int.fetchOne(select, arguments: [owner.rawValue, NameKey.of(note.title), key(note.id)]) == nil
    }
}
