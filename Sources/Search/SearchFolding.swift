// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What each character does in a token, and what it becomes there.
enum SearchFolding {
    /// What a character does.
    enum Role: UInt8 {
        /// Ends a token.
        case separator
        /// Is passed over: a diacritic, a joiner, a variation selector.
        case ignored
        /// Is part of a word.
        case word
        /// Belongs to a script in which a word is looked for by any two characters: those written without blanks, and
        /// Hangul.
        case unspaced
    }

    /// Latin, Greek, Cyrillic and Armenian by their own number: role in the low byte, then the folded bytes.
    private static let common: [UInt64] = (0..<commonEnd).map { packed(Unicode.Scalar($0) ?? " ") }
    private static let commonEnd: UInt32 = 0x0590

    static func role(of scalar: Unicode.Scalar, among signs: SearchSigns) -> Role {
        let value = scalar.value
        if value < commonEnd { return Role(rawValue: UInt8(common[Int(value)] & 0xFF)) ?? .separator }
        let role = computedRole(of: scalar)
        return role == .separator && signs == .pictures ? pictureRole(of: scalar) : role
    }

    /// What a character does that is no letter: pictures stand side by side like those of a script without blanks.
    private static func pictureRole(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        // Colours of skin, and the letters of a flag’s region.
        case 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: .ignored
        case 0x2300...:
            scalar.properties.generalCategory == .otherSymbol || scalar.properties.isEmoji ? .unspaced : .separator
        default: .separator
        }
    }

    /// Appends what a character of role `word` becomes.
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        guard scalar.value < commonEnd else {
            bytes += folded(scalar)
            return
        }
        var rest = common[Int(scalar.value)] >> 8
        while rest != 0 {
            bytes.append(UInt8(rest & 0xFF))
            rest >>= 8
        }
    }

    private static func packed(_ scalar: Unicode.Scalar) -> UInt64 {
        let role = computedRole(of: scalar)
        guard role == .word else { return UInt64(role.rawValue) }
        let bytes = folded(scalar)
        // Seven bytes have room; no character of these scripts folds to more than four.
        return bytes.prefix(7).reversed().reduce(0) { $0 << 8 | UInt64($1) } << 8 | UInt64(role.rawValue)
    }

    /// The character in lower case without its diacritics, in UTF-8.
    ///
    /// By way of the upper case, as Unicode’s case folding does it: ß becomes ss, both lower-case sigmas become one.
    private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
        switch scalar.value {
        // Full-width forms of ASCII stand 0xFEE0 above it.
        case 0xFF10...0xFF19, 0xFF41...0xFF5A: return [UInt8(scalar.value - 0xFEE0)]
        case 0xFF21...0xFF3A: return [UInt8(scalar.value - 0xFEE0 + 0x20)]
        default: break
        }
        let lower = scalar.properties.uppercaseMapping.lowercased()
        let isPlain = lower.unicodeScalars.allSatisfy { $0.value < 0x80 } || !mayDecompose(scalar)
        let text = isPlain ? lower : lower.decomposedStringWithCanonicalMapping
        return text.unicodeScalars.filter { !isDiacritic($0) }.flatMap { Array($0.utf8) }
    }

    private static func mayDecompose(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < commonEnd || (0x1E00...0x1FFF).contains(scalar.value)
    }

    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    private static func computedRole(of scalar: Unicode.Scalar) -> Role {
        if isDiacritic(scalar) { return .ignored }
        switch scalar.value {
        case 0x00AD, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF: return .ignored
        // Thai and Lao, Myanmar, Khmer.
        case 0x0E01...0x0EFF, 0x1000...0x109F, 0x1780...0x17DD: return .unspaced
        // 々〆〇, kana, Bopomofo, Han and its extensions, half-width kana.
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x312F, 0x31A0...0x31BF,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            return .unspaced
        // Hangul: its words carry their endings, and compounds are written as one.
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xAC00...0xD7FB: return .unspaced
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return .word
        default: return .separator
        }
    }
}
