/// What became of saving a note’s text.
package struct SavedNote: Sendable {
    /// The note as it is now.
    package let note: Note
    /// Whether the text was the same already.
    package let isUnchanged: Bool
    /// The newest version that somebody else saved since the text was read; nil where nobody did.
    package let conflict: Int?
    /// The other notes whose links followed the new title.
    package let relinked: [Int]
    /// How many links of other notes point at the old title still, since the new one cannot stand in a link.
    package var lostLinks = 0
}
