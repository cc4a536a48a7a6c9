// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import GRDB
import Session

/// Versions of texts, and links that follow a title.
extension NoteRows {
    /// - Parameters:
    ///   - renames: Whether links to the note follow its new title.
    ///   - move: Says what becomes of the note’s file when it is renamed, and in which folder a note’s file is.
    func modify(
        _ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp,
        file move: (rename: (Note, String) throws -> RenamedFile?, folder: (Int) throws -> String?)? = nil
    ) throws -> ModifiedNote? {
        guard let old = try find(id), old.isProtected == (sealed != nil) else { return nil }
        let title = Note.title(of: content)
        let file = renames ? try move?.rename(old, title) : nil
        let isSame = old.content == content && old.sealed == sealed
        guard !isSame || file != nil else { return ModifiedNote(note: old, before: old) }
        guard renames, old.trashedAt == nil,
            let relinking = Relinking(from: old.title, to: title, isOnly: try isOnly(old), file: file)
        else { return ModifiedNote(note: try revise(old, content, sealed, at: time), before: old) }
        // The links are looked for in the notes as they were, the note itself among them.
        // Those in the trash, too: they may come back.
        let others = try [false, true]
            .flatMap { try find(NoteQuery(filter: relinking.filter, isTrashed: $0, limit: .max)) }
            .filter { $0.id != id && !$0.isProtected }.sorted { $0.id < $1.id }
        let text = sealed == nil ? relinking.rewritten(content, in: try move?.folder(id)) : content
        let note = isSame && text == content ? old : try revise(old, text, sealed, at: time)
        var relinked: [Int] = []
        for other in others {
            let text = relinking.rewritten(other.content, in: try move?.folder(other.id))
            guard !text.utf8.elementsEqual(other.content.utf8) else { continue }
            _ = try revise(other, text, other.sealed, at: time)
            relinked.append(other.id)
        }
        return ModifiedNote(note: note, before: old, relinked: relinked, renaming: file)
    }

    func versions(of id: Int) throws -> [NoteVersion] {
        guard let note = try find(id) else { return [] }
        let select = try database.cachedStatement(
            sql: "SELECT number, saved, content, sealed FROM note_version WHERE note = ? ORDER BY number DESC")
        let older = try Row.fetchAll(select, arguments: [key(id)]).map {
            NoteVersion(
                number: $0.count(0), savedAt: $0.time(1), content: $0.text(2), sealed: $0.optionalBytes(3))
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
