// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of a folder of notes, which a note’s text names.
package struct LinkedFile: Hashable, Sendable {
    /// Where it lies, below the folder.
    package let path: String
    /// Its size in bytes.
    package let size: Int
    /// The number of the note’s attachment that it is the file of; nil where it belongs to no note alone.
    package let attachment: Int?

    package init(path: String, size: Int, attachment: Int?) {
        self.path = path
        self.size = size
        self.attachment = attachment
    }
}
