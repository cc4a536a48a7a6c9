// SPDX-License-Identifier: GPL-3.0-or-later

/// What has come from another repository, and what has gone there.
package struct SyncedNotes: Hashable, Sendable {
    /// How many notes’ files are others now, or new, or gone.
    package let came: Int
    /// The same of those that others have from here.
    package let went: Int

    package init(came: Int, went: Int) {
        self.came = came
        self.went = went
    }
}
