// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What a new account is made of; the store gives it its user.
package struct AccountDraft: Hashable, Sendable {
    /// What the user logs in with.
    package let name: String
    /// The form of the name in which two spellings of it are equal; unique in the store.
    package let nameKey: String
    /// The Argon2id string of the password.
    package let passwordHash: String
    /// When it is made.
    package let createdAt: Timestamp

    /// A draft of these facts.
    package init(name: String, nameKey: String, passwordHash: String, createdAt: Timestamp) {
        self.name = name
        self.nameKey = nameKey
        self.passwordHash = passwordHash
        self.createdAt = createdAt
    }
}
