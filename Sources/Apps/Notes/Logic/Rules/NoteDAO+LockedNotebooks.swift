// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// Protected notebooks: a note that comes into one is sealed.
extension NoteReader {
    /// The protected notebook that a notebook is, or is in; `nil` if it is in none.
    func lock(of notebook: String) throws -> String? {
        guard !notebook.isEmpty else { return nil }
        return try lockedNotebooks().first { NotebookName.isIn(notebook, $0) }
    }

    /// Checks that a note may be in a notebook as it is.
    ///
    /// - Throws: `NotesFault.lockedNotebook` if its text would be readable in a protected one.
    func checkLock(of note: Note, in notebook: String) throws {
        guard !note.isProtected, let lock = try lock(of: notebook) else { return }
        // It stays as it is where it was before.
        guard try self.lock(of: note.marks.notebook) != lock else { return }
        throw NotesFault.lockedNotebook(lock)
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

    /// Lets the protection of a notebook, and of those within it, follow its new name.
    func renameLocks(of old: String, to new: String) throws {
        let depth = old.split(separator: "/").count
        for name in try lockedNotebooks() where NotebookName.isIn(name, old) {
            let key = NameKey.of(name)
            let rest = name.split(separator: "/").dropFirst(depth).map(String.init)
            let renamed = ([new] + rest).joined(separator: "/")
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
