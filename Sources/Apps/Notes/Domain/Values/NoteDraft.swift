// SPDX-License-Identifier: GPL-3.0-or-later

import Search
package import Session

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
    /// What the note is called, where that is not its first line.
    package var names: NoteNames

    /// A number that texts have in common which may be the same: of all but what each store says in its own way.
    package static func twin(of text: String) -> Int64 {
        Int64(bitPattern: TextHash(AttachmentLinks.shortening(all: LinkText.unnumbered(text))).value)
    }

    /// Whether a text is this one, but for what each store says in its own way: the numbers in links by number, where the
    /// origin has such; of a draft with attachments, the folders in links to files.
    package func isSame(as text: String) -> Bool {
        func common(_ text: String) -> String {
            let text = origin?.links.isEmpty == false ? LinkText.unnumbered(text) : text
            return attachments.isEmpty ? text : AttachmentLinks.shortening(all: text)
        }
        return content.utf8.elementsEqual(text.utf8) || common(content).utf8.elementsEqual(common(text).utf8)
    }

    package init(
        content: String, createdAt: Timestamp, modifiedAt: Timestamp? = nil, trashedAt: Timestamp? = nil,
        marks: NoteMarks = NoteMarks(), origin: NoteOrigin? = nil, attachments: [AttachmentDraft] = [],
        names: NoteNames = .none
    ) {
        self.names = names
        self.content = content
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.trashedAt = trashedAt
        self.marks = marks
        self.origin = origin
        self.attachments = attachments
    }
}
