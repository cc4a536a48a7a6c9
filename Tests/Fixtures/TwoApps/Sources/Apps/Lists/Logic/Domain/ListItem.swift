// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// A thing on a list.
package struct ListItem: Hashable, Sendable, Identifiable {
    /// Its number, by which a user names it.
    package let id: Int
    /// What it is.
    package let text: String
    /// Whether it is done.
    package let isDone: Bool
    /// When it was put there.
    package let addedAt: Timestamp

    package init(id: Int, text: String, isDone: Bool, addedAt: Timestamp) {
        self.id = id
        self.text = text
        self.isDone = isDone
        self.addedAt = addedAt
    }
}
