// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// Texts that are sealed, and the key that opens them.
extension NoteTransaction {
    /// Puts other texts in place of all versions of a note’s text, the newest first: the same ones sealed or opened.
    ///
    /// Nil when there is no such note, when these are not all of its versions, or when they are sealed and an attachment
    /// is not. No trace of the texts before stays in a file, nor of what the note was imported from.
    package func rewrite(_ id: Int, _ texts: [NoteVersion]) throws -> Note? {
        guard let old = try note(id), let present = texts.first else { return nil }
        let versions = try versions(of: id)
        guard versions.map(\.number) == texts.map(\.number),
            try present.sealed == nil || attachments(of: id).allSatisfy({ $0.sealed != nil })
        else { return nil }
        var new = old
        new.content = present.content
        new.sealed = present.sealed
        try update(old, to: new)
        for (text, version) in zip(texts, versions).dropFirst() {
            try put(
                NoteVersion(
                    number: text.number, savedAt: version.savedAt, content: text.content, sealed: text.sealed),
                of: id)
        }
        try erase(id)
        return new
    }

    /// Keeps a new note that is sealed from the beginning.
    ///
    /// - Parameters:
    ///   - draft: The note with what stays readable of it, and no attachments.
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

    /// Keeps the owner’s key; false when the one that it replaces is no longer there.
    package func keepKey(_ new: WrappedKey, replacing old: WrappedKey?) throws -> Bool {
        guard try key() == old else { return false }
        try put(new)
        return true
    }
}
