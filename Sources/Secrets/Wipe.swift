// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// Overwrites the bytes with zeros and empties the array, in a way that the optimiser does not remove.
///
/// This reaches the array's own storage only: an array that shares its storage with another is copied first, and the
/// other keeps the secret. Wipe where the bytes came in, before they were handed on, or hand them on as a borrow.
package func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) }
    bytes.removeAll()
}
