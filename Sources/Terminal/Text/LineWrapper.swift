// SPDX-License-Identifier: GPL-3.0-or-later

/// Breaks one paragraph into lines, grapheme by grapheme.
struct LineWrapper {
    private let columns: Int
    private var lines: [String] = []
    /// What is sure to stand on the current line, blanks at its end left out.
    private var line = ""
    private var lineWidth = 0
    /// Blanks since then: they vanish if the line breaks here.
    private var gap = ""
    private var gapWidth = 0
    /// The word being collected, which goes to the next line as a whole if it does not fit.
    private var word = ""
    private var wordWidth = 0
    private var previous: Character?

    init(columns: Int) {
        self.columns = columns
    }

    mutating func append(_ original: Character) {
        var character = original
        var width = DisplayWidth.of(character)
        if width > columns {
            character = "…"
            width = min(columns, DisplayWidth.of(character))
        }
        if character == " " {
            settle()
            gap.append(character)
            gapWidth += 1
        } else {
            if let previous, previous != " ", Self.mayBreak(between: previous, and: character) { settle() }
            if lineWidth + gapWidth + wordWidth + width > columns { makeRoom(for: width) }
            word.append(character)
            wordWidth += width
        }
        previous = character
    }

    /// The lines, at least one.
    mutating func finish() -> [String] {
        settle()
        return lines + [line]
    }

    /// Moves the word to the line: here the line may break.
    private mutating func settle() {
        guard !word.isEmpty else { return }
        line += gap + word
        lineWidth += gapWidth + wordWidth
        gap = ""
        gapWidth = 0
        word = ""
        wordWidth = 0
    }

    /// Breaks so that `width` more columns fit behind the word.
    private mutating func makeRoom(for width: Int) {
        if lineWidth > 0 || gapWidth > 0 {
            // Blanks that begin a paragraph are its indentation, but they must not fill a line of their own.
            if lineWidth > 0 { lines.append(line) }
            line = ""
            lineWidth = 0
            gap = ""
            gapWidth = 0
        }
        guard wordWidth + width > columns else { return }
        lines.append(word)
        word = ""
        wordWidth = 0
    }

    private static func mayBreak(between before: Character, and after: Character) -> Bool {
        guard isEastAsian(before) || isEastAsian(after) else { return before == "-" && after.isLetter }
        return !closing.contains(after) && !opening.contains(before)
    }

    private static func isEastAsian(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return false }
        return DisplayWidth.of(character) == 2
    }

    private static let closing = Set<Character>("、。，．・：；？！）］｝」』】〕〉》〗”’…ー々)]},.:;?!%’”»")
    private static let opening = Set<Character>("（［｛「『【〔〈《〖“‘([{«")
}
