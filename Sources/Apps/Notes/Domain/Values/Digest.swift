// SPDX-License-Identifier: GPL-3.0-or-later

/// Names bytes by what they are: their SHA-256 (FIPS 180-4), so that the same bytes are kept once.
package struct Digest: Hashable, Sendable {
    /// The 32 bytes.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }
}
