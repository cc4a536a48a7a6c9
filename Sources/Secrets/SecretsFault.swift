// SPDX-License-Identifier: GPL-3.0-or-later

/// What can go wrong with hashing and sealing.
package enum SecretsFault: Error, Hashable, Sendable {
    /// The memory that the Argon2 parameters ask for could not be had; `bytes` is what was asked for.
    case outOfMemory(bytes: Int)
    /// The bytes to open are too short, or of a format this version does not know.
    case notSealed
    /// The bytes were sealed with another key or context, or were changed since; the two cannot be told apart.
    case notAuthentic
    /// A salt for key derivation has the wrong length; both are in bytes.
    case saltLength(Int, expected: Int)
    /// The cost of a key is beyond what any version asked for, so that deriving it would not end.
    case excessiveCost(Argon2Parameters)
}
