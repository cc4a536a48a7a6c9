// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// The hash by which bytes are known: SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The 32 bytes of the hash.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Sodium.start()
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }
}

/// The SHA-256 of bytes that come a piece at a time.
public struct SHA256Stream: Sendable {
    private var state = crypto_hash_sha256_state()

    /// A digest of nothing yet.
    public init() {
        Sodium.start()
        crypto_hash_sha256_init(&state)
    }

    /// Takes the next bytes.
    public mutating func add(_ bytes: [UInt8]) { crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count)) }

    /// The 32 bytes of the hash of all that was added.
    public func hash() -> [UInt8] {
        var (copy, hash) = (state, [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES)))
        crypto_hash_sha256_final(&copy, &hash)
        return hash
    }
}

/// The code by which the holder of a key authenticates a message: HMAC-SHA-256 (RFC 2104).
package enum HMACSHA256 {
    /// The 32 bytes of the code.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        Sodium.start()
        var state = crypto_auth_hmacsha256_state()
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        crypto_auth_hmacsha256_final(&state, &code)
        return code
    }
}

extension [UInt8] {
    /// Whether these are the same bytes as others, in a time that tells nothing but their number.
    public func isSame(as other: [UInt8]) -> Bool {
        Sodium.start()
        return count == other.count && sodium_memcmp(self, other, count) == 0
    }
}

extension Collection<UInt8> {
    /// The bytes in lower-case hexadecimal digits, two for each, in a time that reveals nothing about them.
    public var hexadecimal: String {
        Sodium.start()
        let bytes = Array(self)
        var text = [CChar](repeating: 0, count: bytes.count * 2 + 1)
        sodium_bin2hex(&text, text.count, bytes, bytes.count)
        return String(decoding: text.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
    }
}
