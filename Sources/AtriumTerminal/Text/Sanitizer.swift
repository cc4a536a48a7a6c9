// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes text from outside harmless for a terminal, and its hidden characters visible.
///
/// Controls could drive the terminal, bidirectional overrides and invisible format characters could show something
/// other than what is there (CVE-2021-25743, CVE-2022-2663, CVE-2021-42574).
public enum Sanitizer {
    /// The text with every control and every deceiving invisible character replaced by a visible sign.
    ///
    /// - C0 controls become the pictures of U+2400 (`␛`, `␍`), DEL `␡`; a tab becomes the spaces up to the next of the
    ///   stops that are four columns apart, as Markdown has them.
    /// - C1 controls, bidi controls, line and paragraph separators, noncharacters and characters that show nothing become
    ///   their number: `⟨9B⟩`, `⟨202E⟩`.
    /// - ZWJ and ZWNJ stay in emoji sequences and in scripts that spell with them, variation selectors stay behind
    ///   characters that have variants, tag characters stay in the flags of England, Scotland and Wales.
    /// - Harmless invisible characters are left out of text that is written from right to left: the marks that come
    ///   with it, U+200E, U+200F and U+061C, and beside its letters soft hyphens, joiners and selectors.
    /// - A number replaces the marks beyond eight on one character: `⟨+37⟩`.
    ///
    /// A second call leaves the result unchanged, and clean text is returned as it is, without a copy.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - keepingNewlines: Whether a line feed stays (and CR LF becomes one) instead of becoming `␊`.
    public static func visible(_ text: String, keepingNewlines: Bool = false) -> String {
        var text = text
        return switch text.withUTF8({ look(at: $0, keepingNewlines) }) {
        case .clean: text
        case .long: GraphemeLimit.applied(to: text)
        case .hidden: rewrite(&text, keepingNewlines)
        }
    }

    /// Whether a character is a control, or may show nothing, or only what stands beside it otherwise.
    public static func isHidden(_ scalar: Unicode.Scalar) -> Bool { isSuspect(scalar.value) }

    /// The most marks on one character that are shown.
    public static var marks: Int { GraphemeLimit.marks }

    /// Whether a character is a mark on the one before it.
    public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && GraphemeLimit.isMark(scalar)
    }
}

extension Sanitizer {
    private enum Finding { case clean, long, hidden }

    private static func look(at bytes: UnsafeBufferPointer<UInt8>, _ keepingNewlines: Bool) -> Finding {
        // Nearly all texts are, which is seen several bytes at a time.
        if DisplayWidth.isPlain(bytes) { return .clean }
        var runs = GraphemeRuns()
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte &- 0x20 < 0x5F || byte == 0x0A && keepingNewlines {
                // Each of these is a grapheme by itself, or begins one.
                index += 1
                continue
            }
            guard byte >= 0x80 else { return .hidden }
            if index > 0, bytes[index - 1] < 0x80 { runs.begin(UInt32(bytes[index - 1])) }
            let (value, length) = scalar(at: index, in: bytes)
            if isSuspect(value) { return .hidden }
            runs.add(value)
            index += length
        }
        return runs.mayBeLong ? .long : .clean
    }

    /// The scalar that begins at a place of a text, which has valid UTF-8 alone, and its number of bytes.
    static func scalar(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (value: UInt32, length: Int) {
        let first = UInt32(bytes[index])
        if first < 0x80 { return (first, 1) }
        let second = UInt32(bytes[index + 1]) & 0x3F
        if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
        let third = UInt32(bytes[index + 2]) & 0x3F
        if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
        return ((first & 0x07) << 18 | second << 12 | third << 6 | UInt32(bytes[index + 3]) & 0x3F, 4)
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

    private static func rewrite(_ text: inout String, _ keepingNewlines: Bool) -> String {
        let (bytes, mayBeLong) = text.withUTF8 { source in
            var rewriting = Rewriting(
                keepingNewlines: keepingNewlines, isRightToLeft: hasRightToLeft(source), count: source.count)
            var index = 0
            while index < source.count { index += rewriting.take(at: index, of: source) }
            return (rewriting.bytes, rewriting.runs.mayBeLong)
        }
        let result = String(decoding: bytes, as: UTF8.self)
        return mayBeLong ? GraphemeLimit.applied(to: result) : result
    }

    /// A text that is written anew, scalar by scalar.
    private struct Rewriting {
        let keepingNewlines: Bool
        /// Whether any of it is written from right to left.
        let isRightToLeft: Bool
        private(set) var bytes: [UInt8] = []
        private(set) var runs = GraphemeRuns()
        /// The scalar before in the text, and the last one that was written.
        private var before: Unicode.Scalar?
        private var last: Unicode.Scalar?
        /// The place in `bytes` of the last tab stop, or of the beginning.
        private var stop = 0

        init(keepingNewlines: Bool, isRightToLeft: Bool, count: Int) {
            self.keepingNewlines = keepingNewlines
            self.isRightToLeft = isRightToLeft
            bytes.reserveCapacity(count + count / 8 + 16)
        }

        /// Writes the replacement of the scalar at a place, and returns the scalar’s number of bytes.
        mutating func take(at index: Int, of source: UnsafeBufferPointer<UInt8>) -> Int {
            if let end = plain(from: index, in: source) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[index..<end]))
                let final = UInt32(source[end - 1])
                runs.begin(final)
                last = Unicode.Scalar(final)
                before = last
                return end - index
            }
            guard source[index] != 0x09 else {
                let start = bytes[stop...].lastIndex(of: 0x0A).map { $0 + 1 } ?? stop
                let column = DisplayWidth.of(String(decoding: bytes[start...], as: UTF8.self))
                bytes += repeatElement(0x20, count: Self.tab - column % Self.tab)
                stop = bytes.count
                last = " "
                runs.begin(0x20)
                before = "\t"
                return 1
            }
            let (value, length) = Sanitizer.scalar(at: index, in: source)
            let scalar = Unicode.Scalar(value)
            defer { before = scalar }
            guard Sanitizer.isSuspect(value) else {
                keep(value, source[index..<(index + length)])
                guard value == 0x1F3F4,
                    let tags = Sanitizer.flags.first(where: { source[(index + length)...].starts(with: $0) })
                else { return length }
                bytes += tags
                last = "\u{E007F}"
                return length + tags.count
            }
            let next = index + length
            let after = next < source.count ? Unicode.Scalar(Sanitizer.scalar(at: next, in: source).value) : nil
            switch value {
            case 0x0D where keepingNewlines && after == "\n": break
            case 0..<0x20:
                let sign = 0x2400 + value
                bytes.append(0xE2)
                bytes.append(0x90)
                bytes.append(UInt8(0x80 | sign & 0x3F))
                last = Unicode.Scalar(sign)
                runs.begin(sign)
            case 0x7F: put("␡", "␡")
            case 0x200C, 0x200D:
                if Sanitizer.joins(last, after, isJoiner: value == 0x200D) {
                    keep(value, source[index..<next])
                } else {
                    leaveOut(value, before: after)
                }
            case 0x200E, 0x200F, 0x61C:
                if !isRightToLeft { number(value) }
            case 0xAD, 0x2060: leaveOut(value, before: after)
            case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F:
                // Behind the sign for a replaced selector another one would be just as hidden.
                if before == last, let before, VariationSelector.isFitting(value, behind: before) {
                    keep(value, source[index..<next])
                } else {
                    leaveOut(value, before: after)
                }
            case 0x180E where Sanitizer.isMongolian(last) && Sanitizer.isMongolian(after):
                // Separates a last vowel, whose shape it changes.
                keep(value, source[index..<next])
            default: number(value)
            }
            return length
        }

        /// The columns from one tab stop to the next.
        private static let tab = 4

        /// The end of the visible ASCII that begins here; `nil` if there is none.
        private func plain(from index: Int, in source: UnsafeBufferPointer<UInt8>) -> Int? {
            var end = index
            while end < source.count, source[end] &- 0x20 < 0x5F || source[end] == 0x0A && keepingNewlines { end += 1 }
            return end > index ? end : nil
        }

        private mutating func keep(_ value: UInt32, _ utf8: Slice<UnsafeBufferPointer<UInt8>>) {
            bytes.append(contentsOf: utf8)
            if value < 0x80 { runs.begin(value) } else { runs.add(value) }
            last = Unicode.Scalar(value)
        }

        private mutating func put(_ text: StaticString, _ last: Unicode.Scalar) {
            bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
            self.last = last
            runs.begin(last.value)
        }

        /// Leaves out what shows nothing in text from right to left; between letters and digits of ASCII it is seen, since it
        /// may part what looks like one word.
        private mutating func leaveOut(_ value: UInt32, before after: Unicode.Scalar?) {
            func isWord(_ scalar: Unicode.Scalar?) -> Bool {
                scalar.map { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) } ?? false
            }
            if !isRightToLeft || value > 0xFFFF || isWord(last) && isWord(after) { number(value) }
        }

        private mutating func number(_ value: UInt32) {
            let digits = String(value, radix: 16, uppercase: true)
            bytes += "⟨\(digits.count < 2 ? "0" : "")\(digits)⟩".utf8
            last = "⟩"
            runs.begin(0x27E9)
        }
    }

    /// Whether any character of a text is of a script that is written from right to left (Unicode 15, Bidi_Class R and AL).
    private static func hasRightToLeft(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < source.count {
            let (value, length) = scalar(at: index, in: source)
            switch value {
            case 0x5D0...0x5F4, 0x608...0x64A, 0x66D...0x8E1, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                if !isSuspect(value) { return true }
            default: break
            }
            index += length
        }
        return false
    }

    /// The tags of the flags that exist: “gbeng”, “gbsct”, “gbwls” (UTS #51, emoji-sequences), with their end, in UTF-8.
    private static let flags = ["gbeng", "gbsct", "gbwls"].map { name in
        let tags = name.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) } + ["\u{E007F}"]
        return Array(String(String.UnicodeScalarView(tags)).utf8)
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
