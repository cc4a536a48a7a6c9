// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
package import NotesDomain
import NotesStore
import Secrets
import Session

/// What was written in an editor, while anything may have become of the note.
extension NotesService {
    /// The front matter that an editor shows above a note’s text: that of its file, or what the note has of properties
    /// and the like; empty for none.
    package func head(of note: Note) async throws -> String {
        guard !note.isProtected else { return "" }
        if let head = try await dao.read(owner, { try $0.files?.head(of: note.id) }) {
            if !head.isEmpty { return head.replacing("\u{FEFF}", with: "") }
        } else if !note.marks.others.isEmpty {
            return NoteHead(editing: note).block.replacing("\n", with: note.content.lineEnd)
        }
        // A text that begins as front matter does would be taken for it.
        guard (try? FrontMatterBlock(of: note.content)) != nil else { return "" }
        return FrontMatterBlock.empty(end: note.content.lineEnd)
    }

    /// Saves what was written in an editor that showed a note’s front matter above its text: both are taken.
    ///
    /// - Parameter head: The front matter that was shown.
    /// - Throws: As `save(edited:of:basedOn:)`.
    package func save(edited page: String, of note: Note, under head: String, basedOn base: Int? = nil)
        async throws -> SavedNote
    {
        // What cannot be read is text, of which nothing is lost.
        let block = note.isProtected ? nil : try? FrontMatterBlock(of: page)
        guard (block?.text ?? "") != head else {
            return try await save(edited: block?.rest ?? page, of: note, basedOn: base)
        }
        let content = block.map { String($0.rest.drop { $0.isNewline }) } ?? page
        var saved: SavedNote?
        if content != note.content { saved = try await save(edited: content, of: note, basedOn: base) }
        let (zone, id) = (timeZone, note.id)
        let taken = try await dao.write(owner) { notes in try notes.take(head: block?.text ?? "", of: id, in: zone) }
        guard let taken else {
            // Gone meanwhile: the text with its front matter is not.
            _ = try await keepUnfinished(page, as: nil)
            throw EditFault.gone(id)
        }
        saved?.note = taken
        return saved ?? SavedNote(ModifiedNote(note: taken, before: note), basedOn: nil)
    }

    /// Saves what was written; it is kept whatever became of the note meanwhile.
    ///
    /// A note that went to the trash meanwhile comes back with the text. Where somebody else has changed other lines
    /// meanwhile, both changes are made; of the same lines the other text stays as a version.
    ///
    /// - Parameter note: The note with its whole text, as it was when the editor was opened.
    /// - Throws: `EditFault` where the text is kept elsewhere; `NotesFault.emptyText`, which leaves the note as it is.
    package func save(edited content: String, of note: Note, basedOn base: Int? = nil) async throws -> SavedNote {
        do {
            var saved = try await merge(content, of: note, basedOn: base ?? note.version)
            guard saved.note.trashedAt != nil, note.trashedAt == nil else { return saved }
            saved.note = try found(await dao.trash(note.id, at: nil, owner: owner), note.id)
            saved.cameBack = true
            return saved
        } catch NotesFault.emptyText {
            throw NotesFault.emptyText
        } catch NotesFault.unknownNote where note.isProtected {
            throw EditFault.goneProtected(note.id, kept: try await addProtected(content).id)
        } catch NotesFault.unknownNote {
            _ = try await keepUnfinished(content, as: nil)
            throw EditFault.gone(note.id)
        } catch  where !note.isProtected {
            guard (try? await keepUnfinished(content, as: nil)) != nil else { throw error }
            throw EditFault.notSaved(error)
        }
    }

    /// Changes a note’s text beside what somebody else has changed of it since a version.
    private func merge(_ content: String, of note: Note, basedOn base: Int) async throws -> SavedNote {
        guard !note.isProtected else { return try await modify(note.id, to: content, basedOn: base) }
        let (mine, now) = (try checked(content), clock.now)
        let (modified, isMerged) = try await dao.write(owner) { notes -> (ModifiedNote?, Bool) in
            guard let present = try notes.note(note.id), !present.isProtected, present.version != base,
                let old = try notes.versions(of: note.id).first(where: { $0.number == base })?.content,
                let merged = try LineMerge.merged(old, mine, present.content)
            else { return (nil, false) }
            return (
                try notes.modify(note.id, content: merged, sealed: nil, renames: false, at: now), merged != mine
            )
        }
        guard let modified else { return try await modify(note.id, to: content, basedOn: base) }
        var saved = await told(SavedNote(modified, basedOn: nil), modified, renames: false)
        saved.isMerged = isMerged
        return saved
    }

    /// Keeps a new note that is protected from the start: no text of it but its title is ever written in the clear.
    private func addProtected(_ content: String) async throws -> Note {
        guard let sealer = vault.sealer else { throw NotesFault.nothingProtected }
        let title = Note.firstLine(of: content)
        let draft = NoteDraft(content: title, createdAt: clock.now)
        guard let note = try await dao.create([draft], owner: owner).first else { throw NotesFault.emptyText }
        let version = NoteVersion(
            number: note.version, savedAt: note.modifiedAt, content: title,
            sealed: sealer.seal(Array(content.utf8), context: context(of: note.id)))
        return try found(await dao.rewrite(note.id, [version], owner: owner), note.id)
    }
}
