// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore
import Secrets
import Session

/// What was written in an editor, while anything may have become of the note.
extension NotesService {
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
        var saved = try await told(SavedNote(modified, basedOn: nil), modified, renames: false)
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
