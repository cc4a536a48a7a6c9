// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// Changes of the data beside texts, and of the trash.
extension NoteDAO {
    /// Changes the data beside a note’s text; `nil` if the note does not exist.
    package func mark(_ id: Int, _ change: MarkChange) throws -> Note? {
        try self.change(id) { note in
            if case .notebook(let folder) = change {
                let path = note.names.isEmpty ? nil : try fileChanges?.move(note, to: folder)
                note.names = note.names.moved(to: folder)
                if let path {
                    note.names.path = FilePath(path).withoutEnding
                } else if files == nil, !note.names.isEmpty, note.trashedAt == nil {
                    note.names.path = try freePath(note.names.path, besides: id)
                }
            }
            note.marks = note.marks.changed(change)
            if case .created(let time) = change {
                if note.modifiedAt == note.createdAt { note.modifiedAt = time }
                note.createdAt = time
            }
        }
    }

    /// Moves a note to the trash at a time, or back with `nil`; `nil` when there is no such note.
    ///
    /// A note that comes back gets a number behind its name if another note has taken the name.
    package func trash(_ id: Int, at time: Timestamp?) throws -> Note? {
        try change(id) { note in
            note.trashedAt = time
            // In a folder the file gets the name.
            if time == nil, files == nil, !note.names.isEmpty {
                note.names.path = try freePath(note.names.path, besides: id)
            }
        }
    }

    /// Removes a note, its versions and its attachments for good; false when there is no such note.
    package func remove(_ id: Int) throws -> Bool {
        guard let note = try note(id) else { return false }
        try remove([note])
        return true
    }

    /// Removes notes, their versions and their attachments for good.
    func remove(_ notes: [Note]) throws {
        for note in notes {
            log?.setLasting(note.id)
            try removeAll([note])
        }
        try sealJournal(of: Set(notes.map(\.id)), isRemoved: true)
        // The words of all of them: the whole index is rewritten.
        if let last = notes.last { try erase(last.id) }
    }

    /// Removes notes with all that belongs to them; what their words were may still be found in a file.
    func removeAll(_ notes: [Note]) throws {
        for note in notes {
            for attachment in try attachments(of: note.id) { try delete(attachment, of: note.id) }
            try delete(note)
        }
    }

    private func change(_ id: Int, _ body: (inout Note) throws -> Void) throws -> Note? {
        guard let old = try note(id) else { return nil }
        var new = old
        try body(&new)
        try update(old, to: new)
        return new
    }
}

/// Changes of a note’s attachments.
extension NoteDAO {
    /// Attaches bytes to a note.
    ///
    /// `nil` if the note does not exist, if it has an attachment of this name, or if only one of the two is protected:
    /// no race keeps a secret in the clear. Bytes that the owner has already are kept once.
    package func attach(_ draft: AttachmentDraft, to id: Int) throws -> Attachment? {
        guard let note = try note(id) else { return nil }
        return try attach(draft, to: note)
    }

    /// Attaches bytes to a note that was read in this transaction.
    package func attach(_ draft: AttachmentDraft, to note: Note) throws -> Attachment? {
        guard note.isProtected == (draft.sealed != nil),
            let number = try attachments(of: note.id).number(for: draft)
        else { return nil }
        let attachment = Attachment(number: number, draft)
        log?.add(attachment, to: note.id)
        try put(attachment, bytes: draft.bytes, of: note.id)
        return attachment
    }

    /// Puts an attachment’s bytes in place of it: the same ones sealed or opened.
    ///
    /// Nil when it is not there as it was, or when it would be in the clear at a protected note. No trace of bytes that
    /// are sealed now stays in a file, unless another attachment has them.
    package func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft) throws -> Attachment? {
        guard let note = try note(id), !note.isProtected || draft.sealed != nil,
            try attachments(of: id).contains(attachment)
        else { return nil }
        let new = Attachment(number: attachment.number, draft)
        log?.setLasting(id)
        try put(new, bytes: draft.bytes, of: id)
        if new.sealed != nil { try erase(nil) }
        return new
    }

    /// Removes an attachment from a note, and bytes that no other attachment has; `false` if there is none.
    package func detach(_ number: Int, from id: Int) throws -> Bool {
        guard let attachment = try attachments(of: id).first(where: { $0.number == number }) else { return false }
        log?.setLasting(id)
        try delete(attachment, of: id)
        try forgetJournal(of: attachment, of: id)
        try erase(nil)
        return true
    }
}
