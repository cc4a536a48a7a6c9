// SPDX-License-Identifier: GPL-3.0-or-later

/// How many notes a user has.
package struct NoteCounts: Hashable, Sendable {
    /// Those that are not in the trash.
    package var active: Int
    /// Those in the trash.
    package var trashed: Int

    package init(active: Int, trashed: Int) {
        self.active = active
        self.trashed = trashed
    }
}
