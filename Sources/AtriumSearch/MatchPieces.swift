// SPDX-License-Identifier: GPL-3.0-or-later

/// The places of searched words in a text: the line with them, in pieces; a long one is cut to the surroundings of the
/// first match.
public enum MatchPieces {
    /// A piece of the line, and whether it is a match.
    public typealias Piece = (text: String, isMatch: Bool)

    /// The numbers of displayed characters of a line before its first match and, in all, after it.
    private static let (before, behind) = (24, 96)

    /// The pieces of the first line with one of the words, in order; `nil` if no line has one.
    ///
    /// - Parameter words: The searched words; one that begins with a quotation mark ends where a word does.
    public static func of(_ content: String, finding words: [String]) -> [Piece]? {
        let sought = words.map(Sought.init).filter { !$0.tokens.isEmpty }
        guard !sought.isEmpty else { return nil }
        let isASCII = SearchText.isASCII(content)
        for line in Self.lines(of: content, isASCII: isASCII) {
            let places = sought.compactMap { isASCII ? Self.bytePlace(of: $0, in: line) : Self.place(of: $0, in: line) }
                .sorted { $0.lowerBound < $1.lowerBound }
            guard let first = places.first else { continue }
            return Self.pieces(of: line, places: places, first: first)
        }
        return nil
    }

    /// The lines that are not empty; by bytes if a byte is a character, ten times as fast.
    private static func lines(of content: String, isASCII: Bool) -> [Substring] {
        guard isASCII else { return content.split(whereSeparator: \.isNewline) }
        return content.utf8.split { (0x0A...0x0D).contains($0) }.map(Substring.init)
    }

    /// The places of words in a text: every place, in order, without overlap.
    ///
    /// - Parameter words: As in `of`.
    public static func places(of words: [String], in text: [Character]) -> [Range<Int>] {
        let all = words.map(Sought.init).filter { !$0.tokens.isEmpty }.flatMap { places(of: $0, in: text) }
        return all.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { places, place in
            if place.lowerBound >= places.last?.upperBound ?? 0 { places.append(place) }
        }
    }

    private static func places(of sought: Sought, in text: [Character]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start = 0
        while let place = place(of: sought, in: text[start...]) {
            places.append(place)
            start = place.upperBound
            // The rest of a word begins no other.
            while start < text.count, !isUnspaced(text[start - 1]), !isUnspaced(text[start]), !fold(text[start]).isEmpty
            {
                start += 1
            }
        }
        return places
    }

    /// Whether a character is of a script in which words are not apart.
    private static func isUnspaced(_ character: Character) -> Bool {
        (character.unicodeScalars.first?.value ?? 0) >= 0x0E00
    }

    private static func pieces(of line: Substring, places: [Range<String.Index>], first: Range<String.Index>) -> [Piece]
    {
        let start = line.index(first.lowerBound, offsetBy: -before, limitedBy: line.startIndex) ?? line.startIndex
        let end = line.index(first.lowerBound, offsetBy: behind, limitedBy: line.endIndex) ?? line.endIndex
        var pieces: [Piece] = []
        func add(_ text: some StringProtocol, _ isMatch: Bool) {
            if !text.isEmpty { pieces.append((String(text), isMatch)) }
        }
        if start > line.startIndex { add("…", false) }
        var position = start
        for place in places where place.lowerBound >= position && place.lowerBound < end {
            add(line[position..<place.lowerBound], false)
            add(line[place.lowerBound..<place.upperBound], true)
            position = place.upperBound
        }
        if position < end { add(line[position..<end], false) }
        if end < line.endIndex { add("…", false) }
        return pieces
    }

    /// The searched words: letters and digits as in the index.
    private struct Sought {
        /// The words, side by side in the text.
        let tokens: [String]
        /// Whether the last one ends where a word does: it was in quotation marks.
        let isWhole: Bool

        init(_ text: String) {
            tokens = text.split { fold($0).isEmpty }.map { $0.map(fold).joined() }
            isWhole = text.first == "\""
        }
    }

    private static func fold(_ character: Character) -> String {
        if let byte = character.asciiValue { return fold(byte).map { String(Unicode.Scalar($0)) } ?? "" }
        return SearchText.tokens(of: String(character), .pictures).joined()
    }

    /// The place of the words, at the start of a word or anywhere in a script without blanks.
    private static func place<Text: Collection<Character>>(of sought: Sought, in line: Text) -> Range<Text.Index>? {
        var letters: [(index: Text.Index, fold: String, isAfterGap: Bool, startsWord: Bool)] = []
        var isInWord = false
        var isInGap = true
        var next = line.startIndex
        /// Reads on until there is a letter of this number: a match at the start asks for no more of a long line.
        func hasLetter(_ number: Int) -> Bool {
            while letters.count <= number, next < line.endIndex {
                let fold = fold(line[next])
                let isUnspaced = isUnspaced(line[next]) && !fold.isEmpty
                if !fold.isEmpty { letters.append((next, fold, isInGap, !isInWord || isUnspaced)) }
                isInWord = !fold.isEmpty && !isUnspaced
                isInGap = fold.isEmpty
                next = line.index(after: next)
            }
            return number < letters.count
        }
        /// The letter after the words that begin at a letter; `nil` if they do not.
        func end(from start: Int) -> Int? {
            var last = start
            for token in sought.tokens {
                var rest = token[...]
                while !rest.isEmpty {
                    // Words are apart, and the letters of one are not.
                    let isFirst = rest.startIndex == token.startIndex
                    guard hasLetter(last), last == start || letters[last].isAfterGap == isFirst,
                        rest.hasPrefix(letters[last].fold)
                    else { return nil }
                    rest = rest.dropFirst(letters[last].fold.count)
                    last += 1
                }
            }
            return sought.isWhole && hasLetter(last) && !letters[last].startsWord ? nil : last
        }
        var start = 0
        while hasLetter(start) {
            defer { start += 1 }
            guard letters[start].startsWord, let end = end(from: start) else { continue }
            return letters[start].index..<line.index(after: letters[end - 1].index)
        }
        return nil
    }

    /// The same of a line of ASCII.
    private static func bytePlace(of sought: Sought, in line: Substring) -> Range<String.Index>? {
        let bytes = line.utf8
        var start = bytes.startIndex
        var isInWord = false
        while start < bytes.endIndex {
            let isLetter = fold(bytes[start]) != nil
            if isLetter, !isInWord, let end = end(of: sought, in: bytes[start...]) { return start..<end }
            isInWord = isLetter
            bytes.formIndex(after: &start)
        }
        return nil
    }

    /// Behind the last letter of the words that a text starts with; `nil` for another text.
    private static func end(of sought: Sought, in bytes: Substring.UTF8View) -> String.Index? {
        var next = bytes.startIndex
        for (number, token) in sought.tokens.enumerated() {
            if number > 0 {
                let gap = next
                while next < bytes.endIndex, fold(bytes[next]) == nil { bytes.formIndex(after: &next) }
                guard next > gap else { return nil }
            }
            for letter in token.utf8 {
                guard next < bytes.endIndex, fold(bytes[next]) == letter else { return nil }
                bytes.formIndex(after: &next)
            }
        }
        return sought.isWhole && next < bytes.endIndex && fold(bytes[next]) != nil ? nil : next
    }

    /// A letter or digit of ASCII without its case; `nil` for any other.
    private static func fold(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: nil
        }
    }
}
