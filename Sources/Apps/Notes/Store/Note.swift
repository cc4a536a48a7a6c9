import Session

/// A note, as it was when it was read: an immutable value, of which only the service makes new ones.
package struct Note: Hashable, Sendable, Identifiable {
    /// The short number that lists show: stays the same while the note exists, and is never used again.
    package let id: Int
    /// The whole text; its first line is the title.
    package let content: String
    /// When it was made.
    package let createdAt: Timestamp
    /// When its text was last changed.
    package let modifiedAt: Timestamp
    /// When it went to the trash; nil while it is not there.
    package let trashedAt: Timestamp?

    package init(
        id: Int, content: String, createdAt: Timestamp, modifiedAt: Timestamp, trashedAt: Timestamp? = nil
    ) {
        self.id = id
        self.content = content
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.trashedAt = trashedAt
    }

    /// The first line.
    package var title: String { String(content.prefix { !$0.isNewline }) }

    /// What follows the first line.
    package var body: String { String(content.drop { !$0.isNewline }.dropFirst()) }
}
