// SPDX-License-Identifier: GPL-3.0-or-later

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
