// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

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
}

/// One change of accounts and logins.
package enum AccountChange: Hashable, Sendable {
    /// What an account says of its user, or what the user has the shell keep; also that it came or went.
    case account(UserID)
    /// The sessions of a user.
    case sessions(UserID)
}

/// The failures to log in that count against a name.
package struct Attempts: Hashable, Sendable {
    /// How many, since the last success.
    package let failures: Int
    /// When the last of them was.
    package let lastAt: Timestamp

    /// So many failures, the last of them then.
    package init(failures: Int, lastAt: Timestamp) {
        self.failures = failures
        self.lastAt = lastAt
    }
}

/// What a user gets wrong about an account, as facts; what keeps somebody from logging in is `AuthenticationFault`.
package enum AccountFault: Error, Hashable, Sendable {
    /// The password given for a change is not the account’s.
    case wrongPassword
    /// The new password is the old one.
    case samePassword
    /// The new password was typed in two ways.
    case passwordsDiffer
    /// What was typed to confirm is not the account’s name.
    case confirmationDiffers(name: String)
    /// The text is longer than the field takes, or has characters that it does not take.
    case badValue(ProfileField, value: String)
    /// The user has no session of this number.
    case unknownSession(Int)
    /// What was typed is no time after which a login can be locked.
    case badIdleLimit(String, choices: [String])
    /// The memory that hashing a password needs, in bytes, could not be had.
    case outOfMemory(bytes: Int)
}

/// What an account store refuses, as facts.
package enum AccountStoreFault: Error, Hashable, Sendable {
    /// There is an account whose name has this key.
    case nameTaken(key: String)
    /// Every number that a user can have has been given away.
    case noMoreUsers
}
