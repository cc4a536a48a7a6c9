// SPDX-License-Identifier: GPL-3.0-or-later

/// How much may stand in one place of the screen.
enum GraphemeLimit {
    /// The most marks on one character; a Tibetan syllable has up to eight.
    static let marks = 8
    /// The most scalars in one grapheme, for what is no mark but does not end it either.
    static let scalars = 32

    /// The text with a number in place of what is too much: `⟨+37⟩`.
    static func applied(to text: String) -> String {
        guard text.contains(where: { length(of: $0) != nil }) else { return text }
        var result = String.UnicodeScalarView()
        for character in text {
            guard let kept = length(of: character) else {
                result.append(contentsOf: character.unicodeScalars)
                continue
            }
            let scalars = character.unicodeScalars
            result.append(contentsOf: scalars.prefix(kept))
            result.append(contentsOf: "⟨+\(scalars.count - kept)⟩".unicodeScalars)
        }
        return String(result)
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
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
