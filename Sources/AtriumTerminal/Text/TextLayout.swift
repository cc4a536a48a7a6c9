// SPDX-License-Identifier: GPL-3.0-or-later

/// Fits text to columns: cut, padded or wrapped, never within a grapheme.
///
/// The text is expected to be sanitised: control characters have no width here.
public enum TextLayout {
    /// The columns to which lists cut titles in lines of text: they leave a row on a line or two of a terminal.
    public static let widestTitle = 72

    /// The text if it fits, otherwise its beginning and “…”.
    ///
    /// Nothing where `columns` is zero or less.
    public static func cut(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        // A byte takes at most one column (the widest characters have three bytes and two columns).
        if text.utf8.count <= columns { return text }
        // Text that fits takes at most four bytes a column, but for marks.
        if text.utf8.count <= 4 * columns, let width = DisplayWidth.ofSingles(text), width <= columns { return text }
        let ellipsis = DisplayWidth.of("…" as Character)
        // What is cut of visible ASCII is known without its graphemes.
        var text = text
        if columns >= ellipsis, text.withUTF8({ DisplayWidth.isPlain(.init(rebasing: $0[...columns])) }) {
            return String(Substring(text.utf8.prefix(columns - ellipsis))) + "…"
        }
        var used = 0
        var end = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            used += DisplayWidth.of(text[index])
            guard used <= columns else {
                return ellipsis > columns ? blanks(columns) : text[..<end] + "…"
            }
            index = text.index(after: index)
            if used + ellipsis <= columns { end = index }
        }
        return text
    }

    /// The text cut or filled with blanks to exactly `columns` columns.
    public static func pad(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
        let cut = cut(text, to: columns)
        let fill = blanks(max(0, columns - DisplayWidth.of(cut)))
        switch alignment {
        case .left: return cut + fill
        case .right: return fill + cut
        }
    }

    /// The text in lines of at most `columns` columns.
    ///
    /// Lines break at blanks, and between East Asian characters, except before closing and after opening punctuation
    /// (UAX #14 in its simplest form). A word longer than a line breaks where the line ends. Line breaks of the text
    /// stay, blanks at a new break go. A grapheme that is wider than `columns` shows as “…”; without any column there
    /// is no line.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - columns: The most columns of a line.
    ///   - keepingWords: Whether words with hyphens stay whole, such as commands and names of keys; options, which begin
    ///     with one, stay whole anyway.
    public static func wrap(_ text: String, to columns: Int, keepingWords: Bool = false) -> [String] {
        let text = fitting(text, to: columns)
        return ranges(of: text, to: columns, keepingWords: keepingWords).map { String(text[$0]) }
    }

    /// The text with “…” for each grapheme that is wider than `columns` columns.
    public static func fitting(_ text: String, to columns: Int) -> String {
        // None has more than two columns.
        guard columns == 1 else { return text }
        return String(text.map { DisplayWidth.of($0) > columns ? "…" : $0 })
    }

    /// The ranges of the lines into which `wrap` breaks a text, each grapheme of which fits.
    public static func ranges(of text: String, to columns: Int, keepingWords: Bool = false) -> [Range<String.Index>] {
        guard columns > 0 else { return [] }
        func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
        var lines: [Range<String.Index>] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if paragraph.utf8.count <= columns {
                lines.append(paragraph.startIndex..<paragraph.endIndex)
            } else {
                let offset = text.utf8.distance(from: text.startIndex, to: paragraph.startIndex)
                lines += LineWrapper.lines(of: paragraph, at: offset, columns: columns, keepingWords: keepingWords)
                    .map { index($0.lowerBound)..<index($0.upperBound) }
            }
        }
        return lines
    }

    /// The ranges of lines that break only where the width ends: the whole text stays, so that code keeps its form.
    ///
    /// - Parameters:
    ///   - text: A text each grapheme of which fits.
    ///   - columns: The most columns of a line.
    public static func edgeRanges(of text: String, to columns: Int) -> [Range<String.Index>] {
        guard columns > 0 else { return [] }
        var lines: [Range<String.Index>] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var (start, used) = (paragraph.startIndex, 0)
            if paragraph.utf8.count > columns {
                for index in paragraph.indices {
                    let width = DisplayWidth.of(paragraph[index])
                    if used + width > columns {
                        lines.append(start..<index)
                        (start, used) = (index, 0)
                    }
                    used += width
                }
            }
            lines.append(start..<paragraph.endIndex)
        }
        return lines
    }
}

extension TextLayout {
    private static func blanks(_ count: Int) -> String {
        String(repeating: " ", count: count)
    }
}

extension TextLayout {
    /// The fewest columns for text beside the columns before it.
    private static let narrowest = 16
    /// The indent of a text below the columns that it had no room beside.
    private static let below = 6

    /// One line in lines of at most `columns` columns, with whole words; all lines but the first are indented.
    ///
    /// Two blanks or more separate a line’s columns: it continues below the last one for which there is room, or behind
    /// the first one on lines of its own. Any other line is indented by two more columns than it begins with.
    public static func hang(_ line: String, to columns: Int) -> [String] {
        guard DisplayWidth.of(line) > columns else { return [line] }
        guard columns >= narrowest + below else { return wrap(line, to: columns, keepingWords: true) }
        let lead = line.prefix { $0 == " " }.count
        let gaps = gaps(in: line.dropFirst(lead))
        guard let first = gaps.first else { return hang(String(line.dropFirst(lead)), lead: lead, to: columns) }
        let widths = gaps.map { DisplayWidth.of(String(line[..<$0.upperBound])) }
        guard let last = widths.lastIndex(where: { columns - $0 >= narrowest }) else {
            return hang(String(line[..<first.lowerBound]), to: columns)
                + wrap(String(line[first.upperBound...]), to: columns - below, keepingWords: true)
                .map { indented($0, by: below) }
        }
        let parts = wrap(String(line[gaps[last].upperBound...]), to: columns - widths[last], keepingWords: true)
        return parts.enumerated().map { number, part in
            number > 0 ? indented(part, by: widths[last]) : line[..<gaps[last].upperBound] + part
        }
    }

    /// The ranges of two blanks or more that have text behind them.
    private static func gaps(in line: Substring) -> [Range<String.Index>] {
        var gaps: [Range<String.Index>] = []
        var rest = line
        while let start = rest.firstRange(of: "  ")?.lowerBound {
            rest = rest[start...].drop { $0 == " " }
            if !rest.isEmpty { gaps.append(start..<rest.startIndex) }
        }
        return gaps
    }

    private static func hang(_ text: String, lead: Int, to columns: Int) -> [String] {
        guard columns - lead - 2 >= narrowest else {
            return wrap(text, to: columns - below, keepingWords: true).map { indented($0, by: below) }
        }
        let lines = ranges(of: text, to: columns - lead, keepingWords: true)
        guard lines.count > 1 else { return lines.map { indented(text[$0], by: lead) } }
        let rest = wrap(String(text[lines[1].lowerBound...]), to: columns - lead - 2, keepingWords: true)
        return [indented(text[lines[0]], by: lead)] + rest.map { indented($0, by: lead + 2) }
    }

    private static func indented(_ text: some StringProtocol, by columns: Int) -> String {
        String(repeating: " ", count: columns) + text
    }
}

/// The place of a text in a column that is wider than it.
public enum Alignment: Sendable {
    /// Blanks follow the text.
    case left
    /// Blanks precede the text.
    case right
}

/// Breaks one paragraph into lines, grapheme by grapheme; by offsets in UTF-8, so that nothing is copied.
struct LineWrapper {
    /// The lines that are broken already.
    private(set) var lines: [Range<Int>] = []
    private let columns: Int
    /// The part that is certain to be on the current line, without blanks at its end.
    private var line: Range<Int>
    private var lineWidth = 0
    /// The columns of the blanks since then: they vanish if the line breaks here.
    private var gapWidth = 0
    /// The start of the word that is being collected, which moves to the next line as a whole if it does not fit; `nil`
    /// if there is none.
    private var word: Int?
    private var wordWidth = 0
    /// Whether words may break behind their hyphens.
    private let breaksWords: Bool
    /// Whether the present word begins with a hyphen, or has one that does not follow a letter.
    private var isOption = false
    private var last = Kind.gap

    /// The role of a character in a word with hyphens.
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
    ///   - paragraph: Its characters, none wider than `columns` columns, and no end of a line among them.
    ///   - offset: Its place.
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
