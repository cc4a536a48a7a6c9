import GRDB
import Session

/// Versions of texts, and links that follow a title.
extension NoteRows {
    func modify(_ id: Int, content: String, at time: Timestamp) throws -> ModifiedNote? {
        guard let old = try find(id) else { return nil }
        guard old.content != content else { return ModifiedNote(note: old, replaced: old.version) }
        guard let relinking = Relinking(from: old.title, to: Note.title(of: content)), old.trashedAt == nil,
            try isOnly(old)
        else { return ModifiedNote(note: try revise(old, content, at: time), replaced: old.version) }
        // The links are looked for in the notes as they were, the note itself among them.
        let others = try find(NoteQuery(filter: relinking.filter, limit: .max)).filter { $0.id != id }
            .sorted { $0.id < $1.id }
        let note = try revise(old, relinking.rewritten(content), at: time)
        for other in others { _ = try revise(other, relinking.rewritten(other.content), at: time) }
        return ModifiedNote(note: note, replaced: old.version, relinked: others.map(\.id))
    }

    func versions(of id: Int) throws -> [NoteVersion] {
        guard let note = try find(id) else { return [] }
        let select = try database.cachedStatement(
            sql: "SELECT number, saved, content FROM note_version WHERE note = ? ORDER BY number DESC")
        let older = try Row.fetchAll(select, arguments: [key(id)]).map {
            NoteVersion(number: $0[0], savedAt: Timestamp(milliseconds: $0[1]), content: $0[2])
        }
        return [NoteVersion(number: note.version, savedAt: note.modifiedAt, content: note.content)] + older
    }

    private func revise(_ old: Note, _ content: String, at time: Timestamp) throws -> Note {
        try database.cachedStatement(
            sql: "INSERT INTO note_version (note, number, saved, content) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [key(old.id), old.version, old.modifiedAt.milliseconds, old.content])
        var new = old
        new.content = content
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
