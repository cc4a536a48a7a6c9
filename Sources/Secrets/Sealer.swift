// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// Seals bytes with a key, and opens them again: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03).
///
///     let sealed = sealer.seal(text, context: noteID)
///     let text = try sealer.open(sealed, context: noteID)
///
/// What is sealed cannot be read without the key nor changed unnoticed. The context is not stored: it ties the sealed
/// bytes to their place, so that those of one note do not open as another's. Each seal draws its own random nonce of
/// 192 bits, which may be done without counting.
package struct Sealer: Sendable {
    private let key: SealingKey
    private let random: any RandomBytes

    /// How many bytes longer the sealed form is: one for the format, 24 of nonce, 16 of authentication.
    package static let overhead = 1 + nonceCount + tagCount

    /// Makes a sealer with this key, and with this source of nonces.
    package init(key: SealingKey, random: any RandomBytes = SodiumRandom()) {
        self.key = key
        self.random = random
    }

    /// Seals the bytes; the same bytes give another result each time.
    package func seal(_ plain: [UInt8], context: [UInt8] = []) -> [UInt8] {
        Sodium.start()
        let nonce = random.bytes(Sealer.nonceCount)
        var sealed = [UInt8](repeating: 0, count: plain.count + Sealer.tagCount)
        // The function fails only for more bytes than an array can hold.
        _ = key.withBytes { key in
            crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed, nil, plain, UInt64(plain.count), context, UInt64(context.count), nil, nonce, key)
        }
        return [Sealer.format] + nonce + sealed
    }

    /// Opens what `seal` gave with the same key and context.
    ///
    /// - Throws: `SecretsFault.notSealed` for bytes that never were a sealed form, `SecretsFault.notAuthentic` for
    ///   another key, another context or a single changed bit; no byte of the plain text is given out then.
    package func open(_ sealed: [UInt8], context: [UInt8] = []) throws(SecretsFault) -> [UInt8] {
        Sodium.start()
        guard sealed.count >= Sealer.overhead, sealed[0] == Sealer.format else { throw .notSealed }
        let nonce = [UInt8](sealed[1...Sealer.nonceCount])
        let body = [UInt8](sealed[(1 + Sealer.nonceCount)...])
        var plain = [UInt8](repeating: 0, count: body.count - Sealer.tagCount)
        let status = key.withBytes { key in
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                &plain, nil, nil, body, UInt64(body.count), context, UInt64(context.count), nonce, key)
        }
        guard status == 0 else { throw .notAuthentic }
        return plain
    }

    /// A code of 32 bytes by which whoever has the key knows the same bytes again, and which tells nobody else anything:
    /// BLAKE2b with the key (RFC 7693).
    package func code(of bytes: [UInt8]) -> [UInt8] {
        Sodium.start()
        var code = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
        // The function fails only for lengths that these are not.
        _ = key.withBytes { key in
            crypto_generichash(&code, code.count, bytes, UInt64(bytes.count), key, SealingKey.count)
        }
        return code
    }

    private static let format: UInt8 = 1
    private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
}
