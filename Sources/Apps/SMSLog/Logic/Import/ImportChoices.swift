// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody says of a file that the file itself does not tell.
package struct ImportChoices: Sendable {
    /// The user’s name in a chat; `-` where the user has written nothing in it.
    package var me: String?
    /// In which order dates are written.
    package var dates: DateOrder?

    package init(me: String? = nil, dates: DateOrder? = nil) {
        self.me = me
        self.dates = dates
    }
}
