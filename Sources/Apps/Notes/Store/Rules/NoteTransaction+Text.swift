// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session

/// Versions of texts, and links that follow a title.
extension NoteTransaction {
    /// Changes a note’s text; nil when there is no such note.
    ///
    /// The text before stays as a version. No other note changes, unless the note is renamed: then links to its old
    /// title follow the new one, unless another note outside the trash has the old title too; those in protected notes
    /// stay. In a store of files the note’s file is renamed with it, and links that name the file follow.
    ///
    /// - Parameters:
    ///   - sealed: The sealed text of a protected note, whose `content` is then its title alone. Nil as well where the
    ///     note is protected and this is missing, or the other way round: no race writes a secret in the clear.
    ///   - renames: Whether the new title is the note’s new name.
    package func modify(
        _ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp
    ) throws -> ModifiedNote? {
        let content = renames ? try fileChanges?.titled(id, content) ?? content : content
        guard let old = try note(id), old.isProtected == (sealed != nil) else { return nil }
        let title = Note.title(of: content)
        let file = renames ? try fileChanges?.rename(old, to: title) : nil
        let isSame = old.content == content && old.sealed == sealed
        guard !isSame || file != nil else { return ModifiedNote(note: old, before: old) }
        guard renames, old.trashedAt == nil,
            let relinking = Relinking(from: old.title, to: title, isOnly: try isOnly(old), file: file)
        else {
            fileChanges?.edited(id)
            return ModifiedNote(note: try revise(old, content, sealed, at: time), before: old)
        }
        // The links are looked for in the notes as they were, the note itself among them.
        let others = try pointing(by: relinking, at: id)
        let text = sealed == nil ? relinking.rewritten(content, in: try folder(of: id)) : content
        var note = old
        if !isSame || text != content {
            fileChanges?.edited(id)
            note = try revise(old, text, sealed, at: time)
        }
        var modified = ModifiedNote(
            note: note, before: old, relinked: try relink(others, relinking, at: time), renaming: file)
        modified.relinkedFiles = try modified.relinked.compactMap { try files?.path(of: $0) }
        return modified
    }

    /// Puts a text in place of a note’s present one, which stays as a version.
    package func revise(_ old: Note, _ content: String, _ sealed: [UInt8]?, at time: Timestamp) throws -> Note {
        try put(NoteVersion(present: old), of: old.id)
        var new = old
        new.content = content
        new.sealed = sealed
        new.modifiedAt = time
        new.version += 1
        try update(old, to: new)
        return new
    }

    /// The other notes that may have links which follow; those in the trash too, since they may come back.
    private func pointing(by relinking: Relinking, at id: Int) throws -> [Note] {
        try [false, true]
            .flatMap { try notes(NoteQuery(filter: relinking.filter, isTrashed: $0, limit: .max)) }
            .filter { $0.id != id && !$0.isProtected }.sorted { $0.id < $1.id }
    }

    /// Has links follow; returns the numbers of the notes that had any.
    private func relink(_ notes: [Note], _ relinking: Relinking, at time: Timestamp) throws -> [Int] {
        try notes.compactMap { note in
            let text = relinking.rewritten(note.content, in: try folder(of: note.id))
            guard !text.utf8.elementsEqual(note.content.utf8) else { return nil }
            return try revise(note, text, note.sealed, at: time).id
        }
    }

    /// The folder of a note’s file; nil where it has none.
    private func folder(of id: Int) throws -> String? { try files?.path(of: id).map { FilePath($0).folder } }
}
