// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// The hash by which bytes are known: SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The 32 bytes of the hash.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Sodium.start()
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }
}
