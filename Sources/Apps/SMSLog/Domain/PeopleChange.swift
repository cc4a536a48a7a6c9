// SPDX-License-Identifier: GPL-3.0-or-later

/// What has become of conversations whose numbers are read in another way.
package struct PeopleChange: Hashable, Sendable {
    /// How many there were.
    package let before: Int
    /// How many there are.
    package let after: Int

    package init(before: Int, after: Int) {
        self.before = before
        self.after = after
    }
}
