// SPDX-License-Identifier: GPL-3.0-or-later

/// What of a note has changed, as far as it counts for what shows notes.
package struct NoteParts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The text, and with it when it was changed last.
    package static let text = NoteParts(rawValue: 1)
    /// The title, or the name of its file.
    package static let title = NoteParts(rawValue: 2)
    /// The notebook and the tags.
    package static let labels = NoteParts(rawValue: 4)
    /// Whether it is in the trash.
    package static let trash = NoteParts(rawValue: 8)
    /// When it was made.
    package static let date = NoteParts(rawValue: 16)
    /// What else is kept beside the text: whether it is pinned, or done, or protected.
    package static let marks = NoteParts(rawValue: 32)
    /// What is attached to it.
    package static let attachments = NoteParts(rawValue: 64)

    /// The difference between a note and what it becomes.
    package init(of old: Note, and new: Note) {
        self = []
        if old.names != new.names { insert(.title) }
        if old.content != new.content || old.modifiedAt != new.modifiedAt || old.version != new.version {
            insert(.text)
            if old.title != new.title { insert(.title) }
        }
        if old.content != new.content || old.marks != new.marks {
            if NoteLabel.Kind.allCases.contains(where: { old.labels($0) != new.labels($0) }) { insert(.labels) }
        }
        if old.trashedAt != new.trashedAt { insert(.trash) }
        if old.createdAt != new.createdAt { insert(.date) }
        if old.marks != new.marks || old.sealed != new.sealed { insert(.marks) }
    }
}
