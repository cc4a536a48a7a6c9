/// What a link in a note points at.
package enum LinkTarget: Hashable, Sendable {
    /// The note of this title: `[[title]]`.
    case title(String)
    /// The note of this number: `note:12`.
    case number(Int)
}
