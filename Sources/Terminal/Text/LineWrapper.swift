// SPDX-License-Identifier: GPL-3.0-or-later

/// Breaks one paragraph into lines, grapheme by grapheme; by offsets in UTF-8, so that nothing is copied.
struct LineWrapper {
    /// The lines that are broken already.
    private(set) var lines: [Range<Int>] = []
    private let columns: Int
    /// What is sure to stand on the current line, blanks at its end left out.
    private var line: Range<Int>
    private var lineWidth = 0
    /// The columns of the blanks since then: they vanish if the line breaks here.
    private var gapWidth = 0
    /// Where the word that is being collected begins, which goes to the next line as a whole if it does not fit; nil
    /// while there is none.
    private var word: Int?
    private var wordWidth = 0
    /// Whether words may break behind their hyphens.
    private let breaksWords: Bool
    /// Whether the present word begins with a hyphen, or has one that stands behind no letter.
    private var isOption = false
    private var last = Kind.gap

    /// What a character is to a word with hyphens.
    private enum Kind {
        case hyphen
        case letter
        case digit
        /// A blank, or a character of a script without blanks.
        case gap
        case other
    }

    /// The lines of a paragraph.
    ///
    /// - Parameters:
    ///   - paragraph: Its characters, none wider than so many columns, and no end of a line among them.
    ///   - offset: Where it stands.
    ///   - keepingWords: Whether words with hyphens stay whole.
    static func lines(of paragraph: Substring, at offset: Int, columns: Int, keepingWords: Bool = false)
        -> [Range<Int>]
    {
        var wrapper = LineWrapper(columns: columns, at: offset, breaksWords: !keepingWords)
        let isPlain = paragraph.utf8.withContiguousStorageIfAvailable { bytes in
            guard DisplayWidth.isPlain(bytes) else { return false }
            wrapper.append(plain: bytes, at: offset)
            return true
        }
        if isPlain != true { wrapper.append(paragraph, at: offset) }
        return wrapper.finish(at: offset + paragraph.utf8.count)
    }

    private init(columns: Int, at offset: Int, breaksWords: Bool) {
        self.columns = columns
        self.breaksWords = breaksWords
        line = offset..<offset
    }

    /// Visible ASCII: a byte is a character of one column.
    private mutating func append(plain bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        for (index, byte) in bytes.enumerated() {
            if byte == 0x20 {
                appendBlank(at: offset + index)
            } else {
                append(width: 1, at: offset + index, mayBreak: breaksWord(before: Self.kind(of: byte)))
            }
        }
    }

    private mutating func append(_ text: Substring, at start: Int) {
        var offset = start
        var previous: Character?
        for character in text {
            if character == " " {
                appendBlank(at: offset)
            } else {
                let breaksWord = breaksWord(before: Self.kind(of: character))
                let mayBreak =
                    previous.map { $0 != " " && Self.mayBreak(between: $0, and: character, or: breaksWord) } ?? false
                append(width: DisplayWidth.of(character), at: offset, mayBreak: mayBreak)
            }
            offset += character.utf8.count
            previous = character
        }
    }

    private mutating func appendBlank(at offset: Int) {
        settle(at: offset)
        _ = breaksWord(before: .gap)
        gapWidth += 1
    }

    private mutating func append(width: Int, at offset: Int, mayBreak: Bool) {
        if mayBreak { settle(at: offset) }
        if lineWidth + gapWidth + wordWidth + width > columns { makeRoom(for: width, at: offset) }
        if word == nil { word = offset }
        wordWidth += width
    }

    /// The lines, at least one.
    private mutating func finish(at offset: Int) -> [Range<Int>] {
        settle(at: offset)
        return lines + [line]
    }

    /// Moves the word to the line: here the line may break.
    private mutating func settle(at offset: Int) {
        guard word != nil else { return }
        line = line.lowerBound..<offset
        lineWidth += gapWidth + wordWidth
        gapWidth = 0
        word = nil
        wordWidth = 0
    }

    /// Breaks so that `width` more columns fit behind the word.
    private mutating func makeRoom(for width: Int, at offset: Int) {
        if !line.isEmpty || gapWidth > 0 {
            // Blanks that begin a paragraph are its indentation, but they must not fill a line of their own.
            if !line.isEmpty { lines.append(line) }
            let start = word ?? offset
            line = start..<start
            lineWidth = 0
            gapWidth = 0
        }
        guard let start = word, wordWidth + width > columns else { return }
        lines.append(start..<offset)
        line = offset..<offset
        word = nil
        wordWidth = 0
    }

    /// Whether a line may break before the next character because of a hyphen: not in a word that is an option.
    private mutating func breaksWord(before kind: Kind) -> Bool {
        defer { last = kind }
        switch kind {
        case .gap: isOption = false
        case .hyphen where last != .letter && last != .digit: isOption = true
        default: break
        }
        return breaksWords && !isOption && last == .hyphen && kind == .letter
    }

    private static func kind(of byte: UInt8) -> Kind {
        switch byte {
        case UInt8(ascii: "-"): .hyphen
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        default: .other
        }
    }

    private static func kind(of character: Character) -> Kind {
        if let byte = character.asciiValue { return kind(of: byte) }
        return isEastAsian(character) ? .gap : character.isLetter ? .letter : .other
    }

    private static func mayBreak(between before: Character, and after: Character, or breaksWord: Bool) -> Bool {
        guard isEastAsian(before) || isEastAsian(after) else { return breaksWord }
        return !closing.contains(after) && !opening.contains(before)
    }

    private static func isEastAsian(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return false }
        return DisplayWidth.of(character) == 2
    }

    private static let closing = Set<Character>("、。，．・：；？！）］｝」』】〕〉》〗”’…ー々)]},.:;?!%’”»")
    private static let opening = Set<Character>("（［｛「『【〔〈《〖“‘([{«")
}
