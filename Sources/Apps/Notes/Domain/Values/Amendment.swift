// SPDX-License-Identifier: GPL-3.0-or-later

/// A note’s text that is put right without being a change of somebody’s.
package struct Amendment: Hashable, Sendable {
    /// The note’s number.
    package let id: Int
    /// Its text as it was read; another one stays.
    package let old: String
    /// Its text as it has to be.
    package let new: String

    package init(id: Int, old: String, new: String) {
        self.id = id
        self.old = old
        self.new = new
    }
}
