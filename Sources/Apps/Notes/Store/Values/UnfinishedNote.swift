import Session

/// A text that somebody is still writing.
package struct UnfinishedNote: Hashable, Sendable, Identifiable {
    /// Its number among all unfinished ones.
    package let id: Int
    /// What has been written so far.
    package let content: String
    /// When it was last saved.
    package let savedAt: Timestamp

    package init(id: Int, content: String, savedAt: Timestamp) {
        self.id = id
        self.content = content
        self.savedAt = savedAt
    }
}
