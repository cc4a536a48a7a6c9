// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// Protected notebooks: a note that comes into one is sealed.
extension NoteReader {
    /// All notebooks by name, also protected ones without notes.
    func notebooks() throws -> [NoteLabel] {
        NoteLabel.notebooks(try labels(.notebook), locked: try lockedNotebooks())
    }

    /// The protected notebook that a notebook is, or is in; `nil` if it is in none.
    func lock(of notebook: String) throws -> String? {
        notebook.isEmpty ? nil : NotebookName.lock(of: notebook, among: try lockedNotebooks())
    }

    /// The protected notebook for which a note has to be sealed before it comes to a notebook; `nil` if it may come as it
    /// is.
    func lock(sealing note: Note, comingTo notebook: String) throws -> String? {
        guard !note.isProtected, let lock = try lock(of: notebook) else { return nil }
        // It stays as it is where it was before.
        return try self.lock(of: note.marks.notebook) == lock ? nil : lock
    }

    /// Checks that a note may come to a notebook as it is.
    ///
    /// - Throws: `NotesFault.lockedNotebook` if its text would be readable in a protected one.
    func checkLock(of note: Note, in notebook: String) throws {
        if let lock = try lock(sealing: note, comingTo: notebook) { throw NotesFault.lockedNotebook(lock) }
    }
}

extension NoteDAO {
    /// Protects a notebook from now on, or not any more.
    ///
    /// Protecting cannot be undone: what was readable before must not come back.
    func setLocked(_ isLocked: Bool, notebook: String) throws {
        let key = NameKey.of(notebook)
        let before = try lockedNotebooks().first { NameKey.of($0) == key }
        guard (before != nil) != isLocked else { return }
        let after = isLocked ? notebook : nil
        log?.add(lock: key, before: before, after: after)
        log?.setLasting()
        try put(lockedNotebook: after, as: key)
    }

    /// Moves the locks of a notebook, and of those within it, to the new name.
    func renameLocks(of old: String, to new: String) throws {
        for name in try lockedNotebooks() {
            guard let renamed = LevelName.renaming(name, from: old, to: new) else { continue }
            let key = NameKey.of(name)
            let newKey = NameKey.of(renamed)
            let present = try lockedNotebooks().first { NameKey.of($0) == newKey }
            guard newKey != key || renamed != name else { continue }
            log?.add(lock: key, before: name, after: nil)
            try put(lockedNotebook: nil, as: key)
            log?.add(lock: newKey, before: newKey == key ? name : present, after: renamed)
            try put(lockedNotebook: renamed, as: newKey)
        }
    }
}
