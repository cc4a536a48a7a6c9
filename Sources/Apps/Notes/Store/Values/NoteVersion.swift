import Session

/// One version of a note’s text.
package struct NoteVersion: Hashable, Sendable {
    /// Its number, from 1.
    package let number: Int
    /// When it was saved.
    package let savedAt: Timestamp
    /// The whole text.
    package let content: String

    package init(number: Int, savedAt: Timestamp, content: String) {
        self.number = number
        self.savedAt = savedAt
        self.content = content
    }
}
