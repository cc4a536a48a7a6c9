// SPDX-License-Identifier: GPL-3.0-or-later

/// A notebook or a tag, and how many notes outside the trash have it.
package struct NoteLabel: Hashable, Sendable {
    /// Which of the two.
    package enum Kind: Int, Sendable, CaseIterable {
        /// A notebook.
        case notebook = 0
        /// A tag.
        case tag = 1
    }

    /// The name, as it was first written.
    package let name: String
    /// How many notes.
    package let count: Int

    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }
}
