// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// A key that signs: Ed25519 (RFC 8032).
///
/// It is made of 32 random bytes, the seed, which are wiped at the end.
package final class SigningKey {
    /// The length of a seed, in bytes.
    package static let seedCount = Int(crypto_sign_SEEDBYTES)

    /// What others check signatures with.
    package let verifyingKey: VerifyingKey
    private var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))

    /// The key that a seed always gives; nil for another number of bytes.
    package init?(seed: [UInt8]) {
        Sodium.start()
        guard seed.count == Self.seedCount else { return nil }
        var bytes = [UInt8](repeating: 0, count: VerifyingKey.count)
        crypto_sign_seed_keypair(&bytes, &secret, seed)
        verifyingKey = VerifyingKey(trusted: bytes)
    }

    deinit { wipe(&secret) }

    /// The 64 bytes that only this key gives for a message.
    package func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: VerifyingKey.signatureCount)
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        return signature
    }
}

/// A key that signatures are checked with, which is no secret: Ed25519 (RFC 8032).
package struct VerifyingKey: Hashable, Sendable {
    /// The length of a key, in bytes.
    package static let count = Int(crypto_sign_PUBLICKEYBYTES)
    /// The length of a signature, in bytes.
    package static let signatureCount = Int(crypto_sign_BYTES)

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A key of these bytes; nil for another number of them.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    fileprivate init(trusted bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a signature of a message was made with the secret half of this key.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        Sodium.start()
        guard signature.count == Self.signatureCount else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }
}
