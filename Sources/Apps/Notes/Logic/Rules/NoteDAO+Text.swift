// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
package import AtriumSession

/// Versions of texts, and links that follow a title.
extension NoteDAO {
    /// Changes a note’s text; `nil` if there is no such note.
    ///
    /// The text before stays as a version. No other note changes, unless the note is renamed, whose first line is its
    /// name: then the links that led to it still do, as with `rename(_:to:at:)`, also if another
    /// note has the old title.
    ///
    /// - Parameters:
    ///   - sealed: The sealed text of a protected note, whose `content` is then `Note.readable(_:)`. The result is nil if
    ///     the note is protected and this is missing, or the other way round: no race writes a secret in the clear.
    ///   - renames: Whether the new title is the note’s new name.
    ///   - followers: The notes whose links follow it; `nil` for all.
    ///   - unfinished: The unfinished text that became this one, which is removed.
    package func modify(
        _ id: Int, content: String, sealed: [UInt8]? = nil, renames: Bool = false,
        followedBy followers: Set<Int>? = nil, finishing unfinished: Int? = nil, at time: Timestamp
    ) throws -> ModifiedNote? {
        guard let old = try note(id), old.isProtected == (sealed != nil) else { return nil }
        if let unfinished { try dropUnfinished(unfinished) }
        guard old.content != content || old.sealed != sealed else { return ModifiedNote(note: old, before: old) }
        fileChanges?.edited(id)
        if renames { log?.renamed.insert(id) }
        let title = Note.title(of: content)
        let follows =
            renames && old.names.isEmpty && old.trashedAt == nil && LinkTarget.fits(title)
            && !NameKey.of(title).isEmpty && NameKey.of(title) != NameKey.of(old.title)
        // Links are found while they still lead to the note.
        let linking = follows ? try linking(to: old, among: followers).filter { $0.note.id != id } : []
        let text =
            follows && sealed == nil && followers == nil
            ? References(content).retitled(from: old.title, to: title) : content
        let new = try revise(old, text, sealed, at: time)
        var modified = ModifiedNote(note: new, before: old, relinked: try relink(linking, from: old, to: new, at: time))
        modified.relinkedFiles = try modified.relinked.compactMap { try files?.path(of: $0) }
        return modified
    }

    /// Replaces the fields of a note by those of front matter; `nil` if there is no such note.
    ///
    /// - Parameter head: The block; empty for none.
    package func take(head: String, of id: Int, in zone: Zone) throws -> Note? {
        guard let old = try note(id), !old.isProtected else { return nil }
        let path = try files?.path(of: id)
        // The title and other names of a note without a name of its own are properties, and so is the store’s data.
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

    /// Replaces a note’s text, which stays as a version.
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

/// Sealed texts, and the key that opens them.
extension NoteDAO {
    /// Replaces all versions of a note’s text, the newest first, by the same ones sealed or opened.
    ///
    /// `nil` if there is no such note, if these are not all of its versions, or if they are sealed and an attachment is
    /// not. No trace of the former texts stays in a file, nor of the original that the note was imported from.
    package func rewrite(_ id: Int, _ texts: [NoteVersion]) throws -> Note? {
        guard let old = try note(id), let present = texts.first else { return nil }
        let versions = try versions(of: id)
        guard versions.map(\.number) == texts.map(\.number),
            try present.sealed == nil || attachments(of: id).allSatisfy({ $0.sealed != nil })
        else { return nil }
        var new = old
        new.content = present.content
        new.sealed = present.sealed
        log?.setLasting(id)
        try update(old, to: new)
        for (text, version) in zip(texts, versions).dropFirst() {
            try put(
                NoteVersion(
                    number: text.number, savedAt: version.savedAt, content: text.content, sealed: text.sealed),
                of: id)
        }
        if present.sealed != nil { try sealJournal(of: [id], isRemoved: false) }
        try erase(id)
        return new
    }

    /// Keeps a new note that is sealed from the beginning.
    ///
    /// - Parameters:
    ///   - draft: The readable part of the note, without attachments.
    ///   - seal: The sealed text and the sealed attachments of the note of this number, to which they are tied.
    package func insertSealed(
        _ draft: NoteDraft, _ seal: (Int) throws -> (text: [UInt8], attachments: [AttachmentDraft])
    ) throws -> Note {
        let bare = try insert([draft], numbers: [])[0]
        let (text, attachments) = try seal(bare.id)
        var note = bare
        note.sealed = text
        try update(bare, to: note)
        for attachment in attachments { _ = try attach(attachment, to: note) }
        return note
    }

    /// Keeps the owner’s key; false if the one that it replaces is no longer there.
    package func keepKey(_ new: WrappedKey, replacing old: WrappedKey?) throws -> Bool {
        guard try key() == old else { return false }
        try put(new)
        return true
    }
}

/// Unfinished texts and saved queries.
extension NoteDAO {
    /// Keeps an unfinished text, as a new one or in place of one; returns its number.
    package func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp) throws -> Int {
        let numbers = try unfinished().map(\.id)
        let number =
            id.flatMap { numbers.contains($0) ? $0 : nil } ?? UnfinishedNote.number(after: numbers.max(), at: time)
        try put(UnfinishedNote(id: number, content: content, savedAt: time), as: number)
        return number
    }

    /// Removes an unfinished text.
    package func dropUnfinished(_ id: Int) throws { try put(nil as UnfinishedNote?, as: id) }

    /// Saves a query under a name; `nil` removes it.
    ///
    /// - Returns: False if there was nothing to remove.
    package func saveQuery(_ query: String?, as name: String) throws -> Bool {
        let key = NameKey.of(name)
        let old = try savedQueries().first { NameKey.of($0.name) == key }
        let new = query.map { SavedQuery(name: name, query: $0) }
        log?.add(query: key, before: old, after: new)
        try put(new, as: key)
        return query != nil || old != nil
    }
}
