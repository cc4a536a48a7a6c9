// SPDX-License-Identifier: GPL-3.0-or-later

/// A file or a folder, whose name ends in `/`, of notes that is not shown as it is; nothing happens to it.
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
        /// The disk does not read it just now.
        case failing = 6
        /// Another program has changed it since a change began that was broken off, and is taken back elsewhere.
        case brokenOff = 7
        /// It holds what another program had saved in a file that was changed at the same time, and no note could take it.
        case overtaken = 8
    }

    /// The file’s name below the folder.
    package let path: String
    /// Why it is left out.
    package let reason: Reason

    /// Whether it may be read another time.
    package var isUnread: Bool { [.unreadable, .failing].contains(reason) }

    /// Whether it is said once, and not of each list.
    package var isNews: Bool { [.brokenOff, .overtaken].contains(reason) }

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}
