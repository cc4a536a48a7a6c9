// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Where words stand in a document that is laid out, and which of these places is looked at.
struct DocumentSearch {
    /// What is looked for.
    let query: Query
    /// Which of the places is looked at; nil where there is none.
    private(set) var current: Int?
    private let text: SearchedText
    private let hits: [Range<Int>]

    /// What is looked for in a document.
    enum Query: Hashable {
        /// What somebody types.
        case typed(String)
        /// That by which somebody found the document.
        case found(DocumentSource.Search)

        /// The words, as they were typed.
        var words: String {
            switch self {
            case .typed(let words): words
            case .found(let search): search.words
            }
        }

        /// Whether they stand in a text that is not laid out.
        var finds: @Sendable (String) -> Bool {
            switch self {
            case .typed(let words): SoughtText(words).isFound
            case .found(let search): { !search.places($0.map(Folding.of)).isEmpty }
            }
        }
    }

    /// Looks for words.
    ///
    /// - Parameters:
    ///   - line: The first place from here on is looked at, or else the very first one.
    ///   - isFromEnd: Whether that is the very last one instead, as where the end is read first.
    init(_ query: Query, in text: SearchedText, from line: Int, isFromEnd: Bool = false) {
        self.query = query
        self.text = text
        hits =
            switch query {
            case .typed(let words): text.places(of: words)
            case .found(let search): text.places(of: search)
            }
        current = first(from: line) ?? (hits.isEmpty ? nil : isFromEnd ? hits.count - 1 : 0)
    }

    /// How many places there are.
    var count: Int { hits.count }

    /// The line that is looked at.
    var line: Int? { current.map { text.line(of: hits[$0].lowerBound) } }

    /// Looks at the place so many further on, round the ends; where the present one is out of sight, at the next one from
    /// what is seen.
    mutating func move(by steps: Int, seeing rows: Range<Int>) {
        guard let next = number(steps, seeing: rows), !hits.isEmpty else { return }
        current = (next % hits.count + hits.count) % hits.count
    }

    /// Whether the place so many further on is one of those that there are, without going round the ends.
    func has(_ steps: Int, seeing rows: Range<Int>) -> Bool {
        number(steps, seeing: rows).map(hits.indices.contains) ?? false
    }

    private func number(_ steps: Int, seeing rows: Range<Int>) -> Int? {
        guard let current, let line else { return nil }
        guard !rows.contains(line) else { return current + steps }
        let first = first(from: rows.lowerBound) ?? hits.count
        return steps > 0 ? first : first - 1
    }

    /// Looks at the first or the last place in some lines, where there is one.
    mutating func look(in lines: Range<Int>, atLast: Bool) {
        guard !lines.isEmpty, let first = first(from: lines.lowerBound) else { return }
        let end = self.first(from: lines.upperBound) ?? hits.count
        if first < end { current = atLast ? end - 1 : first }
    }

    /// The same words in another text; the place that is looked at keeps its number, counted from a line that was another
    /// one before.
    func moved(to text: SearchedText, from line: Int, before: Int) -> DocumentSearch {
        var search = DocumentSearch(query, in: text, from: line)
        guard let current else { return search }
        let moved = current - (first(from: before) ?? count) + (search.first(from: line) ?? search.count)
        if search.hits.indices.contains(moved) { search.current = moved }
        return search
    }

    /// The places in a line, in characters.
    func marks(inLine line: Int) -> [(characters: Range<Int>, isCurrent: Bool)] {
        guard line < text.count, !hits.isEmpty else { return [] }
        let range = text.range(ofLine: line)
        var marks: [(characters: Range<Int>, isCurrent: Bool)] = []
        var index = firstHit { $0.upperBound > range.lowerBound }
        while index < hits.count, hits[index].lowerBound < range.upperBound {
            let part = hits[index].clamped(to: range)
            let shift = text.margin(ofLine: line) - range.lowerBound
            marks.append((part.lowerBound + shift..<part.upperBound + shift, index == current))
            index += 1
        }
        return marks
    }

    private func first(from line: Int) -> Int? {
        guard line < text.count else { return nil }
        let start = text.range(ofLine: line).lowerBound
        let index = firstHit { $0.lowerBound >= start }
        return index < hits.count ? index : nil
    }

    /// The first place of which something holds that holds of all behind it.
    private func firstHit(where holds: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, hits.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(hits[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

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
