// SPDX-License-Identifier: GPL-3.0-or-later

/// Characters that choose a variant of the one before them, and show nothing behind any other.
enum VariationSelector {
    /// Whether a character has variants of this kind (StandardizedVariants.txt, emoji-variation-sequences.txt, UTS #37).
    static func isFitting(_ selector: UInt32, behind base: Unicode.Scalar) -> Bool {
        let value = base.value
        return switch selector {
        // Of text and picture. Symbols that have no picture are followed by U+FE0E too, to be sure.
        case 0xFE0E, 0xFE0F:
            base.properties.isEmoji || (0x2190...0x2BFF).contains(value) && value != 0x2800
                || (0x1F000...0x1FAFF).contains(value)
        case 0xE0100...0xE01EF: base.properties.isIdeographic
        case 0x180B...0x180D, 0x180F: (0x1800...0x180A).contains(value) || (0x1820...0x18AA).contains(value)
        default: base.properties.isIdeographic || isStandardized(value)
        }
    }

    /// Letters and signs with variants that U+FE00 to U+FE0D choose, besides ideographs.
    private static func isStandardized(_ value: UInt32) -> Bool {
        switch value {
        case 0x30, 0x2018, 0x2019, 0x201C, 0x201D, 0x2200...0x22FF, 0x2A00...0x2AFF, 0x3001, 0x3002: true
        case 0xFF01, 0xFF0C, 0xFF0E, 0xFF10, 0xFF1A, 0xFF1B, 0xFF1F: true
        case 0x1000...0x109F, 0xA840...0xA877, 0xAA60...0xAA7F, 0x10AC0...0x10AFF, 0x13000...0x1342F: true
        default: false
        }
    }
}
