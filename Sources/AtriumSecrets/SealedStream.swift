// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// Seals bytes of any number a piece at a time: what is missing, changed, doubled or put elsewhere does not open.
///
/// XChaCha20-Poly1305 as libsodium’s secret stream: https://doc.libsodium.org/secret-key_cryptography/secretstream
package struct StreamSealer {
    /// The number of bytes of each piece but the last.
    package static let piece = 1 << 16
    /// The number of bytes at the beginning.
    package static let headerCount = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
    /// The number of bytes that sealing adds to a piece.
    package static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)

    private var state = crypto_secretstream_xchacha20poly1305_state()
    /// The beginning, which the opener needs.
    package let header: [UInt8]

    /// - Parameter key: Opens it; derived from a password with a salt of its own.
    package init(key: PasswordKey) {
        Sodium.start()
        var header = [UInt8](repeating: 0, count: Self.headerCount)
        var state = state
        // The function fails for no key.
        _ = key.key.withBytes { crypto_secretstream_xchacha20poly1305_init_push(&state, &header, $0) }
        self.state = state
        self.header = header
    }

    /// Seals the next piece.
    ///
    /// - Parameter isLast: Whether no other follows.
    package mutating func seal(_ plain: [UInt8], isLast: Bool) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plain.count + Self.overhead)
        let tag = isLast ? Self.final : 0
        _ = crypto_secretstream_xchacha20poly1305_push(
            &state, &sealed, nil, plain, UInt64(plain.count), nil, 0, UInt8(tag))
        return sealed
    }

    /// Marks the last piece (crypto_secretstream_xchacha20poly1305_TAG_FINAL, a macro that Swift does not see).
    fileprivate static let final: UInt8 = 3
}

/// Opens what `StreamSealer` has sealed.
package struct StreamOpener {
    private var state = crypto_secretstream_xchacha20poly1305_state()

    /// - Throws: `SecretsFault.notSealed` for a beginning that is none.
    package init(key: PasswordKey, header: [UInt8]) throws(SecretsFault) {
        Sodium.start()
        guard header.count == StreamSealer.headerCount else { throw .notSealed }
        var state = state
        let status = key.key.withBytes { crypto_secretstream_xchacha20poly1305_init_pull(&state, header, $0) }
        guard status == 0 else { throw .notSealed }
        self.state = state
    }

    /// The bytes of the next piece, and whether it is the last one.
    ///
    /// - Throws: `SecretsFault.notAuthentic` for another key, and for a single changed bit.
    package mutating func open(_ sealed: [UInt8]) throws(SecretsFault) -> (plain: [UInt8], isLast: Bool) {
        guard sealed.count >= StreamSealer.overhead else { throw .notAuthentic }
        var plain = [UInt8](repeating: 0, count: sealed.count - StreamSealer.overhead)
        var tag: UInt8 = 0
        let status = crypto_secretstream_xchacha20poly1305_pull(
            &state, &plain, nil, &tag, sealed, UInt64(sealed.count), nil, 0)
        guard status == 0 else { throw .notAuthentic }
        return (plain, tag == StreamSealer.final)
    }
}
