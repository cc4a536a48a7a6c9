// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// The code by which who has a key shows that a message is theirs: HMAC-SHA-256 (RFC 2104).
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
    package func isSame(as other: [UInt8]) -> Bool {
        Sodium.start()
        return count == other.count && sodium_memcmp(self, other, count) == 0
    }
}
