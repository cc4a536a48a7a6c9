// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of changing a note’s text.
package struct ModifiedNote: Hashable, Sendable {
    /// The note as it is now.
    package let note: Note
    /// The note as it was; the same where nothing changed.
    package let before: Note
    /// The other notes whose links followed a new name.
    package var relinked: [Int]
    /// The names of those notes’ files, in a store of files.
    package var relinkedFiles: [String] = []
    /// What a new name did to files; nil in a store without files, and where no file got another name.
    package let renaming: RenamedFile?

    package init(note: Note, before: Note, relinked: [Int] = [], renaming: RenamedFile? = nil) {
        self.note = note
        self.before = before
        self.relinked = relinked
        self.renaming = renaming
    }

    /// The same of the note as it came to be.
    package func with(_ note: Note) -> ModifiedNote {
        var modified = ModifiedNote(note: note, before: before, relinked: relinked, renaming: renaming)
        modified.relinkedFiles = relinkedFiles
        return modified
    }

    /// The number of the version before; the note’s own where the text was the same already.
    package var replaced: Int { before.version }
}
