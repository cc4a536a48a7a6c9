// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

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

    /// The number of a new one: one that none had before it, since whoever writes a text on knows it by its number.
    ///
    /// - Parameters:
    ///   - last: The highest number that there is.
    ///   - time: When it is kept, in hundredths of a second; a number that was dropped is behind it.
    package static func number(after last: Int?, at time: Timestamp) -> Int {
        max((last ?? 0) + 1, Int(min(time.milliseconds / 10, 1 << 39)))
    }
}
