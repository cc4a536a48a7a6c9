// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
package import NotesDomain
package import Session

/// Versions of texts, and links that follow a title.
extension NoteTransaction {
    /// Changes a note’s text; nil when there is no such note.
    ///
    /// The text before stays as a version. No other note changes, unless the note is renamed, whose first line is its
    /// name: then links to its old title follow the new one, unless another note outside the trash has the old title
    /// too; those in protected notes stay. What has a name of its own is renamed by `rename(_:to:at:)`.
    ///
    /// - Parameters:
    ///   - sealed: The sealed text of a protected note, whose `content` is then `Note.readable(_:)`. Nil as well where the
    ///     note is protected and this is missing, or the other way round: no race writes a secret in the clear.
    ///   - renames: Whether the new title is the note’s new name.
    package func modify(
        _ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp
    ) throws -> ModifiedNote? {
        guard let old = try note(id), old.isProtected == (sealed != nil) else { return nil }
        guard old.content != content || old.sealed != sealed else { return ModifiedNote(note: old, before: old) }
        fileChanges?.edited(id)
        let title = Note.title(of: content)
        let follows =
            try renames && old.names.isEmpty && old.trashedAt == nil && LinkText.canPoint(at: title)
            && !NameKey.of(title).isEmpty && NameKey.of(title) != NameKey.of(old.title) && isOnly(old)
        // The links are looked for while they lead to the note.
        let linking = follows ? try linking(to: old).filter { $0.note.id != id } : []
        let text = follows && sealed == nil ? LinkText.retitled(content, from: old.title, to: title) : content
        let new = try revise(old, text, sealed, at: time)
        var modified = ModifiedNote(note: new, before: old, relinked: try relink(linking, from: old, to: new, at: time))
        modified.relinkedFiles = try modified.relinked.compactMap { try files?.path(of: $0) }
        return modified
    }

    /// Replaces the fields of a note by those of front matter; nil if there is no such note.
    ///
    /// - Parameter head: The block; empty for none.
    package func take(head: String, of id: Int, in zone: Zone) throws -> Note? {
        guard let old = try note(id), !old.isProtected else { return nil }
        let path = try files?.path(of: id)
        // The title and other names of a note that has no name of its own are properties, and so is what the store says.
        let naming = old.names.isEmpty ? NoteFields.aliasNames + ["title"] : []
        let unknown = path != nil ? [] : Set(naming + NoteFields.changedNames + ["trashed", NoteOrigin.numberField])
        let page = try FrontMatter(reading: head) { NoteFields.understood($0).subtracting(unknown) }
        let fields = NoteFields(page.fields, in: zone)
        if path == nil, let notebook = fields.notebook, notebook != old.marks.notebook {
            _ = try mark(id, .notebook(notebook))
        }
        guard let moved = try note(id) else { return nil }
        var new = moved
        new.marks = fields.marks
        new.marks.others = page.others
        new.marks.notebook = fields.notebook ?? path.map { FilePath($0).folder } ?? moved.marks.notebook
        if !old.names.isEmpty {
            let names = fields.names(ofFile: "")
            (new.names.title, new.names.aliases) = (names.title, names.aliases)
        }
        new.createdAt = fields.created ?? new.createdAt
        try update(moved, to: new)
        let mark = try files?.head(of: id)?.hasPrefix("\u{FEFF}") == true ? "\u{FEFF}" : ""
        fileChanges?.restore(head: mark + head, of: id)
        return new
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
}
