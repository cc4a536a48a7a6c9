// SPDX-License-Identifier: GPL-3.0-or-later

/// A note’s file that got another name with its note.
package struct RenamedFile: Hashable, Sendable {
    /// Its name before, below the folder.
    package let old: String
    /// Its name now, below the folder.
    package let new: String

    package init(old: String, new: String) {
        self.old = old
        self.new = new
    }
}
