// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes text from outside harmless for a terminal, and what it hides visible.
///
/// Controls could drive the terminal, bidirectional overrides and invisible format characters could show something
/// other than what is there (CVE-2021-25743, CVE-2022-2663, CVE-2021-42574).
public enum Sanitizer {
    /// The text with every control and every deceiving invisible character replaced by a visible sign.
    ///
    /// - C0 controls become the pictures of U+2400 (`␛`, `␍`), DEL `␡`; a tab becomes four spaces.
    /// - C1 controls, bidi controls, line and paragraph separators, noncharacters and characters that show nothing become
    ///   their number: `⟨9B⟩`, `⟨202E⟩`.
    /// - ZWJ and ZWNJ stay in emoji sequences and in scripts that spell with them, variation selectors stay behind
    ///   characters that have variants, tag characters stay in the flags of England, Scotland and Wales.
    /// - Of marks beyond eight on one character there is the number: `⟨+37⟩`.
    ///
    /// What is returned is unchanged by a second call, and clean text is returned as it is, without a copy.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - keepingNewlines: Whether a line feed stays (and CR LF becomes one) instead of becoming `␊`.
    public static func visible(_ text: String, keepingNewlines: Bool = false) -> String {
        if let plain = text.utf8.withContiguousStorageIfAvailable(isPlain), plain { return text }
        var runs = GraphemeRuns()
        for scalar in text.unicodeScalars {
            if isSuspect(scalar.value), !(keepingNewlines && scalar == "\n") {
                return GraphemeLimit.applied(to: rewrite(text, keepingNewlines: keepingNewlines))
            }
            runs.add(scalar.value)
        }
        return runs.mayBeLong ? GraphemeLimit.applied(to: text) : text
    }

    /// Whether a character is a control, or may show nothing, or only what stands beside it otherwise.
    public static func isHidden(_ scalar: Unicode.Scalar) -> Bool { isSuspect(scalar.value) }

    /// The most marks on one character that are shown.
    public static var marks: Int { GraphemeLimit.marks }

    /// Whether a character stands on the one before it.
    public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && GraphemeLimit.isMark(scalar)
    }
}

extension Sanitizer {
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var foreign = false
        for byte in bytes where byte &- 0x20 >= 0x5F { foreign = true }
        return !foreign
    }

    /// Whether a scalar is replaced, at least in some places: controls, noncharacters, U+2800, and what Unicode calls
    /// default ignorable.
    private static func isSuspect(_ value: UInt32) -> Bool {
        if value < 0x7F { return value < 0x20 }
        if value < 0x300 { return value < 0xA0 || value == 0xAD }
        if value < 0x2000 {
            return value == 0x34F || value == 0x61C || value == 0x115F || value == 0x1160
                || value == 0x17B4 || value == 0x17B5 || (0x180B...0x180F).contains(value)
        }
        if value < 0x2100 {
            return (0x200B...0x200F).contains(value) || (0x2028...0x202E).contains(value)
                || (0x2060...0x206F).contains(value)
        }
        if value < 0xD7B0 { return value == 0x2800 || value == 0x3164 }
        if value < 0x1_0000 {
            return (0xFE00...0xFE0F).contains(value) || value == 0xFEFF || value == 0xFFA0
                || (0xFFF0...0xFFFB).contains(value) || value >= 0xFFFE || (0xFDD0...0xFDEF).contains(value)
        }
        if value < 0x1_D000 {
            return (0x13430...0x1343F).contains(value) || (0x1BCA0...0x1BCA3).contains(value) || value == 0x16FE4
        }
        return (0x1D173...0x1D17A).contains(value) || value == 0x1D159 || (0xE0000...0xE0FFF).contains(value)
            || value & 0xFFFE == 0xFFFE
    }

    private static func rewrite(_ text: String, keepingNewlines: Bool) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        result.reserveCapacity(scalars.count + 16)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let value = scalar.value
            let before = index > 0 ? scalars[index - 1] : nil
            let after = index + 1 < scalars.count ? scalars[index + 1] : nil
            index += 1
            guard isSuspect(value) else {
                result.append(scalar)
                if value == 0x1F3F4, let tags = flagTags(scalars[index...]) {
                    result.append(contentsOf: tags)
                    index += tags.count
                }
                continue
            }
            switch value {
            case 0x0A where keepingNewlines:
                result.append(scalar)
            case 0x0D where keepingNewlines && after == "\n":
                break
            case 0x09:
                result.append(contentsOf: "    ".unicodeScalars)
            case 0..<0x20:
                result.append(Unicode.Scalar(0x2400 + UInt16(value)) ?? "\u{FFFD}")
            case 0x7F:
                result.append("␡")
            case 0x200C, 0x200D:
                if joins(result.last, after, isJoiner: value == 0x200D) {
                    result.append(scalar)
                } else {
                    number(value, to: &result)
                }
            case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F:
                // Behind the sign for a replaced selector another one would be just as hidden.
                if before == result.last, let before, VariationSelector.isFitting(value, behind: before) {
                    result.append(scalar)
                } else {
                    number(value, to: &result)
                }
            case 0x180E where isMongolian(result.last) && isMongolian(after):
                // Separates a last vowel, whose shape it changes.
                result.append(scalar)
            default:
                number(value, to: &result)
            }
        }
        return String(result)
    }

    private static func number(_ value: UInt32, to result: inout String.UnicodeScalarView) {
        let digits = String(value, radix: 16, uppercase: true)
        result.append(contentsOf: "⟨\(digits.count < 2 ? "0" : "")\(digits)⟩".unicodeScalars)
    }

    /// The tags of the flags that exist: “gbeng”, “gbsct”, “gbwls” (UTS #51, emoji-sequences), with their end.
    private static let flags = ["gbeng", "gbsct", "gbwls"].map { name in
        name.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) } + ["\u{E007F}"]
    }

    private static func flagTags(_ rest: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
        flags.first { rest.starts(with: $0) }
    }

    /// Whether a joiner (or non-joiner) between these two has a meaning that a reader sees.
    private static func joins(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?, isJoiner: Bool) -> Bool {
        guard let before else { return false }
        if spellsWithJoiners(before.value) { return true }
        guard isJoiner, let after, isPicture(after) else { return false }
        return isPicture(before) || before.value == 0xFE0F || (0x1F3FB...0x1F3FF).contains(before.value)
            || before.value == 0xE007F
    }

    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x203C && scalar.properties.isEmoji
    }

    private static func isMongolian(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { (0x1820...0x18AA).contains($0.value) || (0x180B...0x180D).contains($0.value) } ?? false
    }

    /// Scripts in which ZWJ and ZWNJ change the shape of letters: Arabic and its kin, Syriac, N’Ko, those of South
    /// and South East Asia, Mongolian (Unicode Standard, section 23.2).
    private static func spellsWithJoiners(_ value: UInt32) -> Bool {
        switch value {
        case 0x61C, 0x17B4, 0x17B5, 0x180B...0x180F: false
        case 0x600...0x8FF, 0x900...0xDFF, 0xF00...0x109F, 0x1700...0x18AF, 0x1900...0x1CFF: true
        case 0xA800...0xABFF, 0xFB50...0xFDCF, 0xFDF0...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x10A5F, 0x11000...0x11FFF:
            true
        case 0x1E900...0x1E95F: true
        default: false
        }
    }
}
