/// In which order notes are found.
package enum NoteSort: String, Hashable, Sendable, CaseIterable {
    /// The newest first, by date and then by number.
    case newest
    /// The one whose text was changed last first.
    case modified
    /// By title, without regard to case and accents.
    case title
    /// The one that is due first first; those without a due date last.
    case due
    /// The best match first, among the 1,000 newest matches; each store has a measure of its own.
    case rank
}
