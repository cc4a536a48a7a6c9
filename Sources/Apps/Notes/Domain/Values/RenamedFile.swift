// SPDX-License-Identifier: GPL-3.0-or-later

/// A note’s file that got another name with its note.
package struct RenamedFile: Hashable, Sendable {
    /// Its name before, below the folder.
    package let old: String
    /// Its name now, below the folder.
    package let new: String
    /// Whether no other note’s file had the old name in another folder, so that the name alone meant this one.
    package let isOnlyName: Bool

    package init(old: String, new: String, isOnlyName: Bool) {
        self.old = old
        self.new = new
        self.isOnlyName = isOnlyName
    }
}
