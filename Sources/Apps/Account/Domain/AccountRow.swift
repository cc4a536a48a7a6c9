// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// An account as it is stored: what it says of its user, and what lets that user in.
package struct AccountRow: Hashable, Sendable {
    /// What it says of its user.
    package let profile: Profile
    /// The Argon2id string of the password (`$argon2id$…`).
    package let passwordHash: String

    /// An account of these parts.
    package init(profile: Profile, passwordHash: String) {
        self.profile = profile
        self.passwordHash = passwordHash
    }
}
