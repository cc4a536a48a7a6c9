// SPDX-License-Identifier: GPL-3.0-or-later

public import Secrets

/// Makes and checks password hashes; each of the first two methods costs one computation of the hash.
///
/// A protocol, so that a test can count computations: an unknown name must cost as many as a wrong password.
package protocol PasswordHashing: Sendable {
    /// The string to store for a password.
    func hash(_ password: [UInt8]) throws(SecretsFault) -> String
    /// Whether this password gave this string.
    func verify(_ password: [UInt8], against hash: String) -> Bool
    /// Whether the string was made at less cost than new ones.
    func needsRehash(_ hash: String) -> Bool
}

extension PasswordHasher: PasswordHashing {}
