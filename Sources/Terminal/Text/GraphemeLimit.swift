// SPDX-License-Identifier: GPL-3.0-or-later

/// How much may stand in one place of the screen.
enum GraphemeLimit {
    /// The most marks on one character; a Tibetan syllable has up to eight.
    static let marks = 8
    /// The most scalars in one grapheme, for what is no mark but does not end it either.
    static let scalars = 32

    /// The text with a number in place of what is too much: `⟨+37⟩`.
    static func applied(to text: String) -> String {
        var text = text
        let shorter = text.withUTF8 { source in
            var limiting = Limiting()
            var index = 0
            while index < source.count { index += limiting.take(at: index, of: source) }
            return limiting.finish(source)
        }
        return shorter.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// A text that is shortened, stretch by stretch: each begins where a grapheme certainly does.
    private struct Limiting {
        private var result: [UInt8] = []
        /// Where what was not written yet begins.
        private var unwritten = 0
        private var runs = GraphemeRuns()
        private var start = 0
        private var scalars = 0
        /// Whether the stretch is one character with marks of the block of these, which never begin a grapheme.
        private var hasMarksOnly = true
        /// Where what stays of such a stretch ends.
        private var end = 0

        /// Goes on by the scalar at a place, and returns how many bytes that has.
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

        /// The shorter text; nil where nothing was too much.
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

    /// How many scalars of a grapheme stay; nil for all.
    private static func length(of character: Character) -> Int? {
        guard character.utf8.count > marks, character.unicodeScalars.count > marks + 1 else { return nil }
        var count = 0
        var run = 0
        var kept = 0
        for scalar in character.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            if run > marks { return kept }
            count += 1
            // Nothing is joined by what stands last.
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
