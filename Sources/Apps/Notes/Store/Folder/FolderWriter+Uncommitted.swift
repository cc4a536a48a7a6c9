// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// What git is to have of the files that are written.
extension FolderWriter {
    /// Has a note’s file say what the note is now, and remembers which files change by that.
    ///
    /// - Parameter command: The command that changes them; nil: git is told of nothing.
    func write(_ id: Int, by command: String?) throws {
        let (placed, removed) = (placing.count, removing.count)
        try write(id)
        guard let command else { return }
        let new = placing[placed...].map(\.path)
        let gone = removing[removed...].map(\.path).filter { !new.contains($0) }
        guard !new.isEmpty || !gone.isEmpty else { return }
        let isProtected = try rows.note(id)?.isProtected ?? false
        let name = (new + gone).first(where: FolderFiles.isNote).map { FilePath($0).stem }
        let before = new.contains(where: FolderFiles.isNote) ? gone.first(where: FolderFiles.isNote) : nil
        let old = before.map { FilePath($0).stem }.flatMap { $0 == name ? nil : $0 } ?? ""
        uncommitted += try (gone + new).map { path in
            UncommittedFile(
                command: command, note: id, name: isProtected ? "" : try name ?? title(of: id),
                old: isProtected ? "" : old, path: path)
        }
    }

    /// What a note is called of which only attachments change.
    private func title(of id: Int) throws -> String { try rows.note(id)?.title ?? "" }
}
