/// What cannot be done with a note.
package enum NotesFault: Error, Hashable, Sendable {
    /// There is no note of this number.
    case unknownNote(Int)
    /// The text is empty, or only blanks.
    case emptyText
    /// The note is not in the trash, so it is not removed for good.
    case notInTrash(Int)
    /// The note is in the trash already.
    case inTrash(Int)
    /// The query has no letter and no digit to look for.
    case emptyQuery(String)
}
