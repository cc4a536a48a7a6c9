// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// A 256-bit key to seal with; its memory is guarded, kept out of swap where the system allows, and wiped at the end.
///
/// `@unchecked Sendable`: the bytes are written in `init` alone, before anybody else sees the key, and released in
/// `deinit`, when nobody does; in between they are only read.
package final class SealingKey: @unchecked Sendable {
    private let bytes: UnsafeMutableRawPointer

    /// The length of a key, in bytes.
    package static let count = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    /// The length of a salt for `init(password:salt:parameters:)`, in bytes.
    package static let saltCount = Int(crypto_pwhash_SALTBYTES)

    /// Takes the bytes of a key that was made before.
    ///
    /// - Throws: `SecretsFault.notSealed` for another number of them, `SecretsFault.outOfMemory`.
    package init(bytes key: [UInt8]) throws(SecretsFault) {
        guard key.count == SealingKey.count else { throw .notSealed }
        bytes = try SealingKey.allocate()
        bytes.copyMemory(from: key, byteCount: SealingKey.count)
    }

    /// Derives the key that this password and this salt always give, with Argon2id.
    ///
    /// Takes the time and the memory of the parameters on the caller's thread. Keep the salt (random, `saltCount`
    /// bytes) and the parameters beside what the key seals: it opens with the same ones only.
    ///
    /// - Throws: `SecretsFault.saltLength`, `.excessiveCost` or `.outOfMemory`.
    package init(
        password: [UInt8], salt: [UInt8], parameters: Argon2Parameters = .current
    ) throws(SecretsFault) {
        guard salt.count == SealingKey.saltCount else {
            throw .saltLength(salt.count, expected: SealingKey.saltCount)
        }
        guard parameters.isBearable else { throw .excessiveCost(parameters) }
        bytes = try SealingKey.allocate()
        let key = bytes.assumingMemoryBound(to: UInt8.self)
        let status = password.withCharacters { characters in
            crypto_pwhash(
                key, UInt64(SealingKey.count), characters, UInt64(password.count), salt,
                UInt64(parameters.passes), parameters.memory, crypto_pwhash_ALG_ARGON2ID13)
        }
        guard status == 0 else { throw .outOfMemory(bytes: parameters.memory) }
    }

    deinit {
        sodium_free(bytes)
    }

    /// Lends the bytes of the key for the length of a call.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))) }
    }

    private static func allocate() throws(SecretsFault) -> UnsafeMutableRawPointer {
        Sodium.start()
        guard let bytes = sodium_malloc(count) else { throw .outOfMemory(bytes: count) }
        return bytes
    }
}
