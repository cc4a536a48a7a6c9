// SPDX-License-Identifier: GPL-3.0-or-later

/// The limit of a grapheme, in one place of the screen.
enum GraphemeLimit {
    /// The most marks on one character; a Tibetan syllable has up to eight.
    static let marks = 8
    /// The most scalars in one grapheme, for those that are no marks but do not end it either.
    static let scalars = 32

    /// The text with a number in place of the scalars over the limit: `⟨+37⟩`.
    static func applied(to text: String) -> String {
        var text = text
        let shorter = text.withUTF8 { source in
            var limiting = Limiter()
            var index = 0
            while index < source.count { index += limiting.take(at: index, of: source) }
            return limiting.finish(source)
        }
        return shorter.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// A text that is shortened, stretch by stretch: each begins where a grapheme certainly does.
    private struct Limiter {
        private var result: [UInt8] = []
        /// The start of the unwritten part.
        private var unwritten = 0
        private var runs = GraphemeRuns()
        private var start = 0
        private var scalars = 0
        /// Whether the stretch is one character with marks of the block of these, which never begin a grapheme.
        private var hasMarksOnly = true
        /// The end of the part of such a stretch that stays.
        private var end = 0

        /// Moves past the scalar at a place, and returns its number of bytes.
        mutating func take(at index: Int, of source: UnsafeBufferPointer<UInt8>) -> Int {
            let (value, length) = Sanitizer.scalar(at: index, in: source)
            if value < 0x80 || runs.begins(value) {
                endStretch(at: index, of: source)
                (start, scalars) = (index, 0)
                // Nothing stands on the end of a line.
                hasMarksOnly = value >= 0x20
            } else {
                hasMarksOnly = hasMarksOnly && (0x300..<0x370).contains(value)
            }
            runs.add(value)
            scalars += 1
            if scalars <= marks + 1 { end = index + length }
            return length
        }

        /// The shorter text; `nil` if nothing was over the limit.
        mutating func finish(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
            endStretch(at: source.count, of: source)
            guard unwritten > 0 else { return nil }
            return result + source[unwritten...]
        }

        private mutating func endStretch(at index: Int, of source: UnsafeBufferPointer<UInt8>) {
            guard scalars > marks + 1 else { return }
            guard !hasMarksOnly else { return shorten(from: end, to: index, by: scalars - marks - 1, source) }
            var place = start
            for character in String(decoding: source[start..<index], as: UTF8.self) {
                let next = place + character.utf8.count
                if let kept = length(of: character) {
                    let scalars = character.unicodeScalars
                    let end = place + scalars.prefix(kept).reduce(0) { $0 + UTF8.width($1) }
                    shorten(from: end, to: next, by: scalars.count - kept, source)
                }
                place = next
            }
        }

        private mutating func shorten(from end: Int, to next: Int, by count: Int, _ source: UnsafeBufferPointer<UInt8>)
        {
            result += source[unwritten..<end]
            result += "⟨+\(count)⟩".utf8
            unwritten = next
        }
    }

    /// The number of scalars of a grapheme that stay; `nil` for all.
    private static func length(of character: Character) -> Int? {
        guard character.utf8.count > marks, character.unicodeScalars.count > marks + 1 else { return nil }
        var count = 0
        var run = 0
        var kept = 0
        for scalar in character.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            if run > marks { return kept }
            count += 1
            // The last scalar kept must not join anything.
            if count <= scalars, scalar.value != 0x200C, scalar.value != 0x200D { kept = count }
        }
        // One more is left alone: what is put behind a grapheme of signs that stand before others becomes part of it.
        return count > scalars + 1 ? kept : nil
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // Most by far, without a look into the tables.
        if scalar.value < 0x370 { return scalar.value >= 0x300 }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

/// A quick check that finds for most text that none of its graphemes is long.
struct GraphemeRuns {
    private(set) var mayBeLong = false
    private var length = 0
    private var previous: UInt32 = 0

    /// Takes one scalar.
    mutating func add(_ value: UInt32) {
        if begins(value) {
            length = 0
        } else {
            length += 1
            if length > GraphemeLimit.marks { mayBeLong = true }
        }
        previous = value
    }

    /// Takes a scalar that certainly begins a grapheme.
    mutating func begin(_ value: UInt32) {
        length = 0
        previous = value
    }

    /// The blocks of these scripts are alike, 128 places each.
    private func isIndicLetter(_ value: UInt32) -> Bool {
        (0x900..<0xD80).contains(value) && (0x05...0x39).contains(value & 0x7F)
    }

    /// Whether a grapheme certainly begins here (UAX #29).
    func begins(_ value: UInt32) -> Bool {
        switch value {
        case 0x20..<0x300, 0x370..<0x483, 0x48A..<0x591, 0x3041..<0x3099, 0x309B..<0xA000: true
        // Letters of Hebrew, Arabic and Thai.
        case 0x5D0..<0x5EB, 0x620..<0x64B, 0x671..<0x6D4, 0xE01..<0xE31, 0xE40..<0xE46: true
        // Letters of India, unless a scalar between them may join them.
        case 0x900..<0xD80: isIndicLetter(value) && (isIndicLetter(previous) || previous == 0x20)
        // Not behind a leading consonant that is not part of a syllable yet.
        case 0xAC00..<0xD7A4: !(0x1100...0x115F).contains(previous) && !(0xA960...0xA97C).contains(previous)
        // Pictures may be joined to the scalar before them.
        case 0x1E00..<0x200B, 0x2010..<0x2060, 0x20A0..<0x20D0, 0x2100..<0x2CEF, 0x3000..<0x302A: previous != 0x200D
        default: false
        }
    }
}

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
