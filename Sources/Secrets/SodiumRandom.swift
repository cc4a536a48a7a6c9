// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// Random bytes fit for secrets: those of the operating system, through libsodium.
package struct SodiumRandom: RandomBytes {
    /// Makes the source; it has no state of its own.
    package init() {}

    /// The next `count` bytes of the system's generator.
    package func bytes(_ count: Int) -> [UInt8] {
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}
