// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// 256 random bits that prove who holds them, such as a session.
///
/// The holder keeps `text`; the store keeps `fingerprint`, from which the token cannot be found again. Printing or
/// reflecting a token shows none of its bits.
public struct Token: Sendable {
    private let bytes: [UInt8]

    /// The length of a token, in bytes.
    package static let count = 32

    /// Makes a new token.
    public init(random: any RandomBytes = SodiumRandom()) {
        bytes = random.bytes(Token.count)
    }

    /// Reads a token from its text; nil unless it is exactly what `text` writes.
    public init?(text: String) {
        Sodium.start()
        guard text.utf8.count == sodium_base64_encoded_len(Token.count, Token.variant) - 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Token.count)
        var count = 0
        let status = sodium_base642bin(
            &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, Token.variant)
        guard status == 0, count == Token.count else { return nil }
        self.bytes = bytes
    }

    /// The text for the holder: 43 characters of base64url without padding (RFC 4648, section 5).
    public var text: String {
        Sodium.start()
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(Token.count, Token.variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, Token.variant)
        return String(decoding: text.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The stored form: the 32 bytes of its BLAKE2b-256 hash (RFC 7693).
    ///
    /// A fast hash is enough, since 256 random bits cannot be guessed.
    public var fingerprint: [UInt8] {
        Sodium.start()
        var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
        crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash
    }

    /// Whether a stored fingerprint is this token's, in constant time.
    public func matches(fingerprint stored: [UInt8]) -> Bool {
        let own = fingerprint
        return own.count == stored.count && sodium_memcmp(own, stored, own.count) == 0
    }

    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
}

extension Token: Equatable {
    /// Whether two tokens are the same, in constant time.
    public static func == (left: Token, right: Token) -> Bool {
        Sodium.start()
        return sodium_memcmp(left.bytes, right.bytes, Token.count) == 0
    }
}

extension Token: CustomStringConvertible, CustomReflectable {
    /// The word "Token", without any of the bits.
    public var description: String { "Token" }

    /// A mirror without children, so that a dump shows none of the bits.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
