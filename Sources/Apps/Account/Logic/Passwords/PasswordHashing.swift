// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSecrets
import AtriumSession
import Foundation

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

/// The one spelling of a password to hash, independent of the keyboard and system it was typed on.
///
/// After the OpaqueString profile of RFC 8265, section 4.2: Unicode’s form NFC, every kind of space a plain one; capitals
/// and widths stay as they are.
struct PasswordSpelling {
    /// The bytes that are hashed.
    let bytes: [UInt8]

    init(_ password: Secret) {
        // Most are plain ASCII, which is its own form.
        guard password.bytes.contains(where: { $0 > 0x7F }) else {
            bytes = password.bytes
            return
        }
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: password.bytes, as: UTF8.self).unicodeScalars {
            text.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        bytes = Array(String(text).precomposedStringWithCanonicalMapping.utf8)
    }
}
