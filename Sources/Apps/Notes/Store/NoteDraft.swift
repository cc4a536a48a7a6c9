import Session

/// A note that has no number yet.
package struct NoteDraft: Hashable, Sendable {
    /// The whole text.
    package let content: String
    /// When it was made.
    package let createdAt: Timestamp

    package init(content: String, createdAt: Timestamp) {
        self.content = content
        self.createdAt = createdAt
    }
}
