// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// An account as it is stored: the profile of its user, the credentials, and the rights.
package struct AccountRow: Hashable, Sendable {
    /// The profile of its user.
    package var profile: Profile
    /// The Argon2id string of the password (`$argon2id$…`).
    package var passwordHash: String
    /// The rights of the user.
    package var role: Role
    /// Whether the owner lets the user log in no more.
    package var isDisabled: Bool

    /// An account of these parts.
    package init(profile: Profile, passwordHash: String, role: Role = .member, isDisabled: Bool = false) {
        self.profile = profile
        self.passwordHash = passwordHash
        self.role = role
        self.isDisabled = isDisabled
    }

    /// The form of the name in which two spellings of it are equal.
    package var nameKey: String { AccountName.key(of: profile.name) }
}

/// The rights of a user; the raw value is stored.
package enum Role: String, Hashable, Sendable {
    /// The first user: invites, disables and resets the others, and sees the whole audit trail.
    case owner
    /// Any other user.
    case member
}

/// The kinds of small values that are kept for a user, each value by a name; the raw value is stored.
package enum KeptKind: String, CaseIterable, Sendable {
    /// Settings and aliases of the user.
    case preference
    /// The second factor.
    case factor
    /// A second factor that is being set up.
    case offer
    /// The failed attempts to log in since the last login.
    case failures
    /// The password is a code of the owner’s, for one login that sets another.
    case invitation
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
    /// The rights of the user.
    package var role = Role.member
}

/// One change of accounts and logins.
package enum AccountChange: Hashable, Sendable {
    /// The profile or the preferences of a user; also the creation or removal of the account.
    case account(UserID)
    case sessions(UserID)
    /// The audit trail.
    case audit
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
    /// The typed confirmation is not the account’s name.
    case confirmationDiffers(name: String)
    /// The text is longer than the field takes, or has characters that it does not take.
    case badValue(ProfileField, value: String)
    /// The user has no session of this number.
    case unknownSession(Int)
    /// The typed text is no time after which a login can be locked.
    case badIdleLimit(String, choices: [String])
    /// The typed text is no time that a login can last.
    case badLifetime(String, choices: [String])
    /// The account has a second factor already.
    case factorIsOn
    /// The account has no second factor.
    case factorIsOff
    /// No second factor is being set up, or not any more.
    case noOffer
    /// The typed code is not the one of this moment, or was used.
    case wrongCode
    /// Without a second factor the password would be too short.
    case passwordNeedsFactor(minimum: Int)
    /// There is a token of this name.
    case tokenNameTaken(String)
    /// The user has no token of this name.
    case unknownToken(String)
    /// The name of a session or token has more characters than this, or a line break.
    case badLabel(maximum: Int)
    /// The token is for no app, or for one that a token is never for.
    case badTokenApp(String, apps: [String])
    /// A token lasts for at least a day, and at most this many.
    case badTokenDays(String, maximum: Int)
    /// The user of this number has an account.
    case userIsThere(Int)
    /// No app has data of a user of this number.
    case noDataOf(Int)
    /// Only the owner may do this.
    case ownerOnly
    /// There is no user of this name.
    case unknownUser(String)
    /// The owner cannot do this to themselves.
    case ownAccount
    /// The user is disabled already.
    case isDisabled(name: String)
    /// The user is not disabled.
    case isEnabled(name: String)
    /// The text is not the beginning of a hash.
    case badHash(String, minimum: Int)
    /// There is no entry of this hash in the audit trail.
    case unknownHash(String)
    /// The disk of the store is full, and the login needs a row there.
    case notStored(path: String)
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
