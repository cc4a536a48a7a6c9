// SPDX-License-Identifier: GPL-3.0-or-later

/// A note’s text that is put right without being a change of somebody’s.
package struct Amendment: Hashable, Sendable {
    /// The note’s number.
    package let id: Int
    /// Its text as it was read, of a protected note what is readable of it; another one stays.
    package let old: String
    /// Its text as it has to be.
    package let new: String
    /// The whole of the new text of a protected note, sealed; nil for any other.
    package let sealed: [UInt8]?

    package init(id: Int, old: String, new: String, sealed: [UInt8]? = nil) {
        self.sealed = sealed
        self.id = id
        self.old = old
        self.new = new
    }
}
