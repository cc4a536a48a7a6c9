// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of saving a note’s text.
package struct SavedNote: Sendable {
    /// The note as it is now.
    package var note: Note
    /// Whether nothing changed.
    package let isUnchanged: Bool
    /// The newest version that somebody else saved since the text was read; nil where nobody did.
    package let conflict: Int?
    /// The other notes whose links followed the new title.
    package let relinked: [Int]
    /// The names of their files, in a folder.
    package var relinkedFiles: [String] = []
    /// What the note’s file is called now; nil where it kept its name, or there is none.
    package var renaming: RenamedFile?
    /// The title that other notes link to still, and which no note has any more; nil where there is none.
    package var lost: LostTitle?
    /// Another note of the title that this one has got; nil where there is none, or the title is as before.
    package var namesake: Namesake?
    /// Whether the note was removed meanwhile and is back with the text.
    package var cameBack = false
    /// Whether somebody else’s change of other lines stands in the text as well.
    package var isMerged = false

    /// A title that no note has any more.
    package struct LostTitle: Hashable, Sendable {
        /// The title.
        package let title: String
        /// How many notes have links to it.
        package let notes: Int
        /// How many links these are.
        package let links: Int
        /// Whether the note was renamed, to a title that cannot stand in a link.
        package let isUnlinkable: Bool

        package init(title: String, notes: Int, links: Int, isUnlinkable: Bool) {
            self.title = title
            self.notes = notes
            self.links = links
            self.isUnlinkable = isUnlinkable
        }
    }

    /// Another note of the same title.
    package struct Namesake: Hashable, Sendable {
        /// Its number.
        package let id: Int
        /// The number of the note to which a link to the title goes; nil where the title can stand in no link.
        package let linked: Int?

        package init(id: Int, linked: Int?) { (self.id, self.linked) = (id, linked) }
    }

    package init(note: Note, isUnchanged: Bool, conflict: Int?, relinked: [Int]) {
        self.note = note
        self.isUnchanged = isUnchanged
        self.conflict = conflict
        self.relinked = relinked
    }

    /// - Parameters:
    ///   - note: The note with its whole text.
    ///   - base: The version that the text was made from; nil: whichever was there.
    package init(_ modified: ModifiedNote, as note: Note? = nil, basedOn base: Int?) {
        self.note = note ?? modified.note
        isUnchanged =
            modified.note.version == modified.replaced && modified.renaming == nil
            && modified.note.names == modified.before.names
        conflict = base.flatMap { $0 == modified.replaced ? nil : modified.replaced }
        relinked = modified.relinked
        relinkedFiles = modified.relinkedFiles
        renaming = modified.renaming
    }
}
