// SPDX-License-Identifier: GPL-3.0-or-later

/// A session with the account it belongs to, read in one look-up.
package struct LoginRow: Hashable, Sendable {
    /// Whose it is.
    package let account: AccountRow
    /// The session.
    package let session: SessionRow

    /// A login of these parts.
    package init(account: AccountRow, session: SessionRow) {
        self.account = account
        self.session = session
    }
}
