// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// The SHA-256 of bytes that come a piece at a time.
package struct SHA256Stream {
    private var state = crypto_hash_sha256_state()

    package init() {
        Sodium.start()
        crypto_hash_sha256_init(&state)
    }

    /// Takes the next bytes.
    package mutating func add(_ bytes: [UInt8]) { crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count)) }

    /// The 32 bytes of the hash of all that was added.
    package func hash() -> [UInt8] {
        var (copy, hash) = (state, [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES)))
        crypto_hash_sha256_final(&copy, &hash)
        return hash
    }
}
