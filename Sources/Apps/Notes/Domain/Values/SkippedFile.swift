// SPDX-License-Identifier: GPL-3.0-or-later

/// A file in a folder of notes that is not shown as a note; nothing happens to it.
package struct SkippedFile: Hashable, Sendable {
    /// Why it is left out.
    package enum Reason: Int, Hashable, Sendable {
        /// It is not UTF-8.
        case notUTF8 = 1
        /// It is larger than a note can be.
        case tooLarge = 2
        /// It may not be read.
        case unreadable = 3
        /// It has a character NUL, which no text has.
        case notText = 4
        /// Its name is not UTF-8.
        case unnamed = 5
    }

    /// The file’s name below the folder.
    package let path: String
    /// Why it is left out.
    package let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}
