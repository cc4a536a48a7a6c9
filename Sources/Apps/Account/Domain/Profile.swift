// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What an account says of its user, as everyone who is logged in as that user may read it.
package struct Profile: Hashable, Sendable {
    /// Whose it is.
    package let user: UserID
    /// What the user logs in with, as it was first typed, in Unicode’s form NFC.
    package let name: String
    /// What the user is called; empty when not said.
    package var displayName: String
    /// An address for mail; empty when not said.
    package var email: String
    /// A telephone number as the user writes it; empty when not said.
    package var phone: String
    /// The user’s choice of language; nil: what the terminal says.
    package var language: Language?
    /// When the account was made.
    package let createdAt: Timestamp

    /// A profile of these facts.
    package init(
        user: UserID, name: String, displayName: String = "", email: String = "", phone: String = "",
        language: Language? = nil, createdAt: Timestamp
    ) {
        self.user = user
        self.name = name
        self.displayName = displayName
        self.email = email
        self.phone = phone
        self.language = language
        self.createdAt = createdAt
    }
}
