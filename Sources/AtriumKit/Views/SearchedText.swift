// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// The lines of a document as one text, in which is found what is broken over two of them.
struct SearchedText {
    /// The letters, folded, with a sign between each line and the next.
    private var characters: [Character] = []
    /// Of each line: where it begins, and how many characters of a margin before it were left out.
    private var lines: [(start: Int, margin: Int)] = []

    /// Between two lines of which the second begins something else.
    private static let end: Character = "\n"
    /// Between two lines, for the blank where they were broken.
    private static let blank: Character = "\u{85}"
    /// Between two lines, for a blank or for nothing.
    private static let joint: Character = "\r"
    /// No more of what somebody types is looked for.
    private static let longest = 200

    /// The text of all lines that are laid out.
    init(_ layout: DocumentLayout) {
        var wasFull = false
        for number in 0..<layout.count {
            let goesOn = number > 0 && layout.goesOn(at: number)
            let spans = layout[number].spans
            // Bars and blanks before a line that goes on are none of the text.
            var margin = 0
            if goesOn {
                margin = spans.lazy.flatMap(\.text).prefix { $0 == " " || $0 == "▏" }.reduce(0) { count, _ in count + 1
                }
            }
            if number > 0 {
                let next = spans.lazy.flatMap(\.text).dropFirst(margin).first
                let isWord = Self.isWord(characters.last) && Self.isWord(next)
                characters.append(!goesOn ? Self.end : isWord && !wasFull ? Self.blank : Self.joint)
            }
            lines.append((characters.count, margin))
            characters += spans.lazy.flatMap(\.text).dropFirst(margin).map(Folding.of)
            wasFull = layout[number].width >= DocumentLayout.columns(of: layout.width)
        }
        lines.append((characters.count + 1, 0))
    }

    private static func isWord(_ character: Character?) -> Bool {
        character.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false
    }

    /// The letters of a query, folded, with one blank between its words.
    static func wanted(_ query: String) -> [Character] {
        Array(query.prefix(longest).split(whereSeparator: \.isWhitespace).map(Folding.of).joined(separator: " "))
    }

    /// Where a text stands, without regard to case, accents, and how many blanks there are.
    func places(of query: String) -> [Range<Int>] {
        let wanted = Self.wanted(query)
        guard !wanted.isEmpty else { return [] }
        var places: [Range<Int>] = []
        var start = 0
        while start < characters.count {
            if characters[start] == wanted[0], let end = end(of: wanted, from: start) {
                places.append(start..<end)
                start = end
            } else {
                start += 1
            }
        }
        return places
    }

    /// Where words stand of which somebody else knows how they are compared.
    func places(of search: DocumentSource.Search) -> [Range<Int>] {
        // What may be one word has nothing between its parts.
        let kept = characters.indices.filter { characters[$0] != Self.joint }
        return search.places(kept.map { characters[$0] }).compactMap { place in
            place.isEmpty || place.upperBound > kept.count
                ? nil : kept[place.lowerBound]..<kept[place.upperBound - 1] + 1
        }
    }

    /// Where a text ends that begins at a place; nil where it does not.
    private func end(of wanted: [Character], from start: Int) -> Int? {
        var (place, index) = (start, 0)
        while index < wanted.count {
            guard place < characters.count else { return nil }
            let character = characters[place]
            if character == Self.joint, wanted[index] != " " {
                place += 1
            } else if wanted[index] == " ", character == " " || character == Self.blank || character == Self.joint {
                while place < characters.count, [" ", Self.blank, Self.joint].contains(characters[place]) { place += 1 }
                index += 1
            } else if character == wanted[index] {
                (place, index) = (place + 1, index + 1)
            } else {
                return nil
            }
        }
        return place
    }

    /// The line of a place.
    func line(of place: Int) -> Int {
        var (low, high) = (0, max(0, lines.count - 2))
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle].start <= place { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Where a line begins and ends.
    func range(ofLine line: Int) -> Range<Int> { lines[line].start..<max(lines[line].start, lines[line + 1].start - 1) }

    /// How many characters of a margin before a line were left out.
    func margin(ofLine line: Int) -> Int { lines[line].margin }

    /// How many lines there are.
    var count: Int { lines.count - 1 }
}

/// Words that are looked for in texts which are not laid out, compared as `SearchedText` compares them.
struct SoughtText: Sendable {
    private let wanted: [Character]
    /// The same in ASCII, where it is nothing else: most texts are, and need no tables.
    private let bytes: [UInt8]?

    init(_ query: String) {
        wanted = SearchedText.wanted(query)
        bytes = wanted.allSatisfy(\.isASCII) ? wanted.compactMap(\.asciiValue) : nil
    }

    /// Whether the words stand in a text.
    func isFound(_ text: String) -> Bool {
        guard !wanted.isEmpty else { return false }
        if let bytes, text.utf8.allSatisfy({ $0 < 0x80 }) {
            let folded = text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
            return Self.contains(bytes, in: folded, blank: 0x20)
        }
        return Self.contains(wanted, in: text.map(Folding.of), blank: " ")
    }

    /// Whether `wanted` stands in `text`, however many blanks there are between words.
    private static func contains<Sign: Equatable>(_ wanted: [Sign], in text: [Sign], blank: Sign) -> Bool {
        guard text.count >= wanted.count else { return false }
        for start in 0...(text.count - wanted.count) where text[start] == wanted[0] {
            var (place, index) = (start, 0)
            while place < text.count, index < wanted.count, text[place] == wanted[index] {
                place += 1
                index += 1
                if wanted[index - 1] == blank { while place < text.count, text[place] == blank { place += 1 } }
            }
            if index == wanted.count { return true }
        }
        return false
    }
}
