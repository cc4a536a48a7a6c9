// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// An account as it is stored: the profile of its user, and the credentials.
package struct AccountRow: Hashable, Sendable {
    /// The profile of its user.
    package let profile: Profile
    /// The Argon2id string of the password (`$argon2id$…`).
    package let passwordHash: String

    /// An account of these parts.
    package init(profile: Profile, passwordHash: String) {
        self.profile = profile
        self.passwordHash = passwordHash
    }
}

/// The fields of a new account; the store gives it its user.
package struct AccountDraft: Hashable, Sendable {
    /// The name for logging in.
    package let name: String
    /// The form of the name in which two spellings of it are equal; unique in the store.
    package let nameKey: String
    /// The Argon2id string of the password.
    package let passwordHash: String
    /// The date of creation.
    package let createdAt: Timestamp
}

/// One change of accounts and logins.
package enum AccountChange: Hashable, Sendable {
    /// The profile or the preferences of a user; also the creation or removal of the account.
    case account(UserID)
    /// The sessions of a user.
    case sessions(UserID)
}

/// The failures to log in that count against a name.
package struct Attempts: Hashable, Sendable {
    /// The number of failures since the last success.
    package let failures: Int
    /// The date of the last of them.
    package let lastAt: Timestamp

    /// A number of failures, with the date of the last one.
    package init(failures: Int, lastAt: Timestamp) {
        self.failures = failures
        self.lastAt = lastAt
    }
}

/// A user’s faults about an account, as facts; faults of logging in are `AuthenticationFault`.
package enum AccountFault: Error, Hashable, Sendable {
    /// The password given for a change is not the account’s.
    case wrongPassword
    /// The new password is the old one.
    case samePassword
    /// The new password was typed in two ways.
    case passwordsDiffer
    /// The typed confirmation is not the account’s name.
    case confirmationDiffers(name: String)
    /// The text is longer than the field takes, or has characters that it does not take.
    case badValue(ProfileField, value: String)
    /// The user has no session of this number.
    case unknownSession(Int)
    /// The typed text is no time after which a login can be locked.
    case badIdleLimit(String, choices: [String])
    /// The memory that hashing a password needs, in bytes, could not be had.
    case outOfMemory(bytes: Int)
}

/// The refusals of an account store, as facts.
package enum AccountStoreFault: Error, Hashable, Sendable {
    /// There is an account whose name has this key.
    case nameTaken(key: String)
    /// Every number that a user can have has been given away.
    case noMoreUsers
}
