// SPDX-License-Identifier: GPL-3.0-or-later

import Secrets

/// The bytes of a key that is there already, for `SealingKey`, which asks a source of random bytes for them.
struct KeyBytes: RandomBytes {
    let key: [UInt8]

    func bytes(_ count: Int) -> [UInt8] { Array(key.prefix(count)) }
}
