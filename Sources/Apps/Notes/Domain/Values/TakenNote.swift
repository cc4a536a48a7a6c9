// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of a draft that comes from elsewhere.
package struct TakenNote: Hashable, Sendable {
    /// Whether the note was there.
    package enum Kind: Hashable, Sendable {
        /// It was not.
        case new
        /// It was imported from the same original before; its text may have been changed since.
        case imported
        /// Its date and text were here by themselves.
        case equal
    }

    /// The note’s number here.
    package let id: Int
    /// Whether it was there.
    package let kind: Kind

    package init(id: Int, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}
