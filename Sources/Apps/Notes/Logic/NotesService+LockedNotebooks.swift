// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores

/// Protected notebooks.
///
/// The key that seals a note is the one that opens it: what comes into a protected notebook needs the password.
extension NotesService {
    /// The protected notebook that a notebook is, or is in; `nil` if it is in none.
    package func lock(ofNotebook name: String) async throws -> String? {
        let name = NotebookName.normal(name)
        guard !name.isEmpty else { return nil }
        return try await store.read { try $0.lock(of: name) }
    }

    /// The protected notebooks, by name.
    package func lockedNotebooks() async throws -> [String] { try await store.read { try $0.lockedNotebooks() } }

    /// Those of some notes that have to be sealed before they come to a notebook.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func unsealed(_ ids: [Int], comingTo notebook: String) async throws -> [Int] {
        let notebook = NotebookName.normal(notebook)
        return try await store.read { notes in
            try ids.filter { try notes.lock(sealing: notes.existing($0), comingTo: notebook) != nil }
        }
    }

    /// Protects a notebook, so that notes which come later are sealed.
    package func lock(notebook name: String) async throws {
        let name = NotebookName.normal(name)
        try await store.write { try $0.setLocked(true, notebook: name) }
    }

    /// Protects a notebook, and those within it, no more.
    ///
    /// - Returns: The protected notebook around it, whose protection still holds for it; `nil` for none.
    package func unlock(notebook name: String) async throws -> String? {
        let name = NotebookName.normal(name)
        return try await store.write { notes in
            for lock in try notes.lockedNotebooks() where LevelName.isIn(lock, name) {
                try notes.setLocked(false, notebook: lock)
            }
            return try notes.lock(of: name)
        }
    }

    /// Seals those of some notes that have to be sealed before they come to a notebook.
    ///
    /// - Throws: `NotesFault.lockedNotebook` while notes are locked.
    func seal(_ ids: [Int], comingTo notebook: String) async throws {
        try await seal(try await unsealed(ids, comingTo: notebook), for: notebook)
    }

    /// Seals notes for a protected notebook.
    ///
    /// - Throws: `NotesFault.lockedNotebook` while notes are locked.
    func seal(_ ids: [Int], for notebook: String) async throws {
        guard !ids.isEmpty else { return }
        try await protection.lockIfReplaced()
        guard protection.isUnlocked else { throw NotesFault.lockedNotebook(notebook) }
        for id in ids { _ = try await protection.protect(id) }
    }

    /// Keeps a new note, sealed if its notebook is protected.
    ///
    /// - Parameter unfinished: The unfinished text that becomes the note, which is removed.
    func keep(_ draft: NoteDraft, finishing unfinished: Int? = nil) async throws -> Note {
        do {
            let note = try await store.write { notes -> Note? in
                if let lock = try notes.lock(of: draft.marks.notebook) { throw NotesFault.lockedNotebook(lock) }
                return try notes.add([draft], finishing: unfinished).first
            }
            guard let note else { throw NotesFault.emptyText }
            return note
        } catch NotesFault.lockedNotebook where protection.isUnlocked {
            return try await protection.insert(draft, finishing: unfinished)
        }
    }
}
