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

    /// The lines of a paragraph.
    ///
    /// - Parameters:
    ///   - paragraph: Its characters, none wider than so many columns, and no end of a line among them.
    ///   - offset: Where it stands.
    static func lines(of paragraph: Substring, at offset: Int, columns: Int) -> [Range<Int>] {
        var wrapper = LineWrapper(columns: columns, at: offset)
        let isPlain = paragraph.utf8.withContiguousStorageIfAvailable { bytes in
            guard DisplayWidth.isPlain(bytes) else { return false }
            wrapper.append(plain: bytes, at: offset)
            return true
        }
        if isPlain != true { wrapper.append(paragraph, at: offset) }
        return wrapper.finish(at: offset + paragraph.utf8.count)
    }

    private init(columns: Int, at offset: Int) {
        self.columns = columns
        line = offset..<offset
    }

    /// Visible ASCII: a byte is a character of one column.
    private mutating func append(plain bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        var previous: UInt8 = 0x20
        for (index, byte) in bytes.enumerated() {
            if byte == 0x20 {
                appendBlank(at: offset + index)
            } else {
                let mayBreak = previous == UInt8(ascii: "-") && (0x61...0x7A).contains(byte | 0x20)
                append(width: 1, at: offset + index, mayBreak: mayBreak)
            }
            previous = byte
        }
    }

    private mutating func append(_ text: Substring, at start: Int) {
        var offset = start
        var previous: Character?
        for character in text {
            if character == " " {
                appendBlank(at: offset)
            } else {
                let mayBreak = previous.map { $0 != " " && Self.mayBreak(between: $0, and: character) } ?? false
                append(width: DisplayWidth.of(character), at: offset, mayBreak: mayBreak)
            }
            offset += character.utf8.count
            previous = character
        }
    }

    private mutating func appendBlank(at offset: Int) {
        settle(at: offset)
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
