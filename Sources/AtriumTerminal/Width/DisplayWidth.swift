// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The number of terminal columns that text takes.
///
/// East Asian Wide and Fullwidth characters take two (UAX #11), marks and format characters none, an emoji sequence
/// (with ZWJ, U+FE0F, a skin tone, a flag's two letters) two whatever its length, controls none: sanitise first.
public enum DisplayWidth {
    private static let wideAmbiguous = Atomic(false)

    /// Whether East Asian Ambiguous characters (`…`, `─`, `α`) take two columns, as terminals may be set in East Asia.
    ///
    /// One by default. A setting of the whole process: it describes the terminal, of which there is one.
    public static var ambiguousIsWide: Bool {
        get { wideAmbiguous.load(ordering: .relaxed) }
        set { wideAmbiguous.store(newValue, ordering: .relaxed) }
    }

    /// The columns of one grapheme: 0, 1 or 2.
    public static func of(_ character: Character) -> Int {
        var sum = 0
        var previous: Unicode.Scalar?
        for scalar in character.unicodeScalars {
            // U+FE0F asks for the emoji's picture, which is wide, also if the text form is narrow: ❤️, 1️⃣.
            if scalar.value == 0xFE0F, let previous, previous.properties.isEmoji { return 2 }
            sum += columns(of: scalar)
            previous = scalar
        }
        return min(2, sum)
    }

    /// The columns of a line of text, the sum over its graphemes.
    public static func of(_ text: some StringProtocol) -> Int { sum(over: text) }

    /// The same of a string, as nearly all texts are: it is compiled for it.
    public static func of(_ text: String) -> Int { sum(over: text) }

    @inline(__always)
    private static func sum(over text: some StringProtocol) -> Int {
        if let count = text.utf8.withContiguousStorageIfAvailable({ isPlain($0) ? $0.count : nil }), let count {
            return count
        }
        // Graphemes of several scalars need their boundaries, which cost ten times as much to find.
        return ofSingles(text) ?? text.reduce(0) { $0 + of($1) }
    }
}

extension DisplayWidth {
    /// The columns of a text each scalar of which is a grapheme with columns of its own; `nil` for other texts.
    static func ofSingles(_ text: some StringProtocol) -> Int? {
        var sum = 0
        for scalar in text.unicodeScalars {
            let width = columns(of: scalar)
            guard width > 0, !joins(scalar.value) else { return nil }
            sum += width
        }
        return sum
    }

    /// The columns of a single scalar.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        // The bulk of East Asian text, without a search: kana, ideographs, Hangul syllables.
        if value >= 0x4E00, value <= 0x9FFF { return 2 }
        if value >= 0xAC00, value <= 0xD7A3 { return 2 }
        // Newer emoji than the table’s come in this block, and are as wide as the others (UTS #51, Extended_Pictographic).
        if value >= 0x1FA70, value <= 0x1FAFF { return 2 }
        let kind = classOf(value)
        return kind == 3 ? (ambiguousIsWide ? 2 : 1) : kind
    }

    /// The class of a code point in `WidthTable`.
    static func classOf(_ value: UInt32) -> Int {
        let key = value << 2 | 3
        return WidthTable.runs.withUnsafeBufferPointer { runs in
            var low = 0
            var high = runs.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if runs[middle] <= key { low = middle } else { high = middle }
            }
            return Int(runs[low] & 3)
        }
    }

    /// Whether a text is visible ASCII alone, of which each byte takes a column; it looks at eight bytes at a time.
    public static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        guard raw.count >= 8 else { return raw.allSatisfy { $0 &- 0x20 < 0x5F } }
        var foreign: UInt64 = 0
        var index = 0
        while index + 8 < raw.count {
            foreign |= foreignBits(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        // The last eight, some of them for the second time.
        foreign |= foreignBits(raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self))
        return foreign & 0x8080_8080_8080_8080 == 0
    }

    /// Eight bytes, of which one has its highest bit set if one of the given ones is no visible ASCII.
    ///
    /// It has it by itself above DEL, by the first difference below a blank, and by the second where it is DEL. What a
    /// difference borrows from the next byte changes nothing, for then a bit is set already.
    private static func foreignBits(_ word: UInt64) -> UInt64 {
        word | (word &- 0x2020_2020_2020_2020) | ((word ^ 0x7F7F_7F7F_7F7F_7F7F) &- 0x0101_0101_0101_0101)
    }

    /// Blocks with spacing marks (Unicode 15, General_Category Mc), regional indicators, skin tones.
    private static let joining: [ClosedRange<UInt32>] = [
        0x900...0x109F, 0x1700...0x1CFF, 0x302E...0x302F, 0xA800...0xABFF, 0x11000...0x11FFF, 0x16F00...0x16FFF,
        0x1D100...0x1D1FF, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
    ]

    /// Scalars with columns of their own that nevertheless may be part of the grapheme before them.
    private static func joins(_ value: UInt32) -> Bool {
        if value < 0x900 { return false }
        return joining.contains { $0.contains(value) }
    }
}
