import Session

/// A note that has no number yet.
package struct NoteDraft: Hashable, Sendable {
    /// The whole text.
    package var content: String
    /// When it was made.
    package var createdAt: Timestamp
    /// When its text was last changed; nil: never.
    package var modifiedAt: Timestamp?
    /// When it went to the trash; nil while it is not there.
    package var trashedAt: Timestamp?
    /// What is kept beside the text.
    package var marks: NoteMarks
    /// Names what the note was imported from: a second note of the same origin is not kept.
    package var origin: String?

    package init(
        content: String, createdAt: Timestamp, modifiedAt: Timestamp? = nil, trashedAt: Timestamp? = nil,
        marks: NoteMarks = NoteMarks(), origin: String? = nil
    ) {
        self.content = content
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.trashedAt = trashedAt
        self.marks = marks
        self.origin = origin
    }
}
