/// What became of changing a note’s text.
package struct ModifiedNote: Hashable, Sendable {
    /// The note as it is now.
    package let note: Note
    /// The number of the version before; the note’s own where the text was the same already.
    package let replaced: Int
    /// The other notes whose links followed the new title.
    package let relinked: [Int]

    package init(note: Note, replaced: Int, relinked: [Int] = []) {
        self.note = note
        self.replaced = replaced
        self.relinked = relinked
    }
}
