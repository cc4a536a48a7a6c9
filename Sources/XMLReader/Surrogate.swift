// SPDX-License-Identifier: GPL-3.0-or-later

/// The two halves of which UTF-16 makes a character beyond U+FFFF (RFC 2781).
enum Surrogate {
    /// Whether this is a first half.
    static func isHigh(_ unit: UInt32) -> Bool { unit & 0xFFFF_FC00 == 0xD800 }

    /// Whether this is a second half.
    static func isLow(_ unit: UInt32) -> Bool { unit & 0xFFFF_FC00 == 0xDC00 }

    /// Whether this is either half.
    static func isAny(_ unit: UInt32) -> Bool { unit & 0xFFFF_F800 == 0xD800 }

    /// The character of which these are the first and the second half.
    static func join(_ high: UInt32, _ low: UInt32) -> UInt32 { 0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF) }
}
