// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// One version of a note’s text.
package struct NoteVersion: Hashable, Sendable {
    /// Its number, from 1.
    package let number: Int
    /// When it was saved.
    package let savedAt: Timestamp
    /// The whole text; of a protected note its present title alone.
    package let content: String
    /// The whole text of a protected note, sealed; nil for any other.
    package let sealed: [UInt8]?

    package init(number: Int, savedAt: Timestamp, content: String, sealed: [UInt8]? = nil) {
        self.number = number
        self.savedAt = savedAt
        self.content = content
        self.sealed = sealed
    }

    /// The present version of a note.
    package init(present note: Note) {
        self.init(number: note.version, savedAt: note.modifiedAt, content: note.content, sealed: note.sealed)
    }
}
