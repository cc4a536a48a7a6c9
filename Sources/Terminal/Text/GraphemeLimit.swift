// SPDX-License-Identifier: GPL-3.0-or-later

/// How much may stand in one place of the screen.
enum GraphemeLimit {
    /// The most marks on one character; a Tibetan syllable has up to eight.
    static let marks = 8
    /// The most scalars in one grapheme, for what is no mark but does not end it either.
    static let scalars = 32

    /// The text with a number in place of what is too much: `⟨+37⟩`.
    static func applied(to text: String) -> String {
        var result: [UInt8] = []
        /// Where what was not written yet begins.
        var start = text.startIndex
        var index = start
        for character in text {
            let end = text.utf8.index(index, offsetBy: character.utf8.count)
            defer { index = end }
            guard let kept = length(of: character) else { continue }
            result += text.utf8[start..<index]
            let scalars = character.unicodeScalars
            result += String(String.UnicodeScalarView(scalars.prefix(kept))).utf8
            result += "⟨+\(scalars.count - kept)⟩".utf8
            start = end
        }
        guard start > text.startIndex else { return text }
        result += text.utf8[start...]
        return String(decoding: result, as: UTF8.self)
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
