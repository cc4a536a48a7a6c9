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
    /// Names what the note was imported from, which is imported once; nil for a note that is new in any case.
    package var origin: NoteOrigin?
    /// What belongs to the note; of two with the same name the first counts.
    package var attachments: [AttachmentDraft]

    package init(
        content: String, createdAt: Timestamp, modifiedAt: Timestamp? = nil, trashedAt: Timestamp? = nil,
        marks: NoteMarks = NoteMarks(), origin: NoteOrigin? = nil, attachments: [AttachmentDraft] = []
    ) {
        self.content = content
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.trashedAt = trashedAt
        self.marks = marks
        self.origin = origin
        self.attachments = attachments
    }
}
