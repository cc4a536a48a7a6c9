// SPDX-License-Identifier: GPL-3.0-or-later

/// A number for a text, equal for equal ones in every process, so that stores can keep it (64-bit FNV-1a, RFC 9923).
package struct TextHash: Hashable, Sendable {
    /// The number so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The number of no text.
    package init() {}

    /// The number of a text.
    package init(_ text: String) { add(text) }

    /// Goes on with a text.
    package mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Goes on with one byte; one that UTF-8 never has keeps two texts apart.
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
