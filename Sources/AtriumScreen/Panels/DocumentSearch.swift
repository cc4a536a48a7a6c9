// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// The places of words in a laid-out document, and the current one among them.
struct DocumentSearch {
    /// The search query.
    let query: Query
    /// The number of the current place; `nil` if there is none.
    private(set) var current: Int?
    private let text: SearchedText
    private let hits: [Range<Int>]

    /// A search query in a document.
    enum Query: Hashable {
        /// Typed words.
        case typed(String)
        /// The search that found the document.
        case found(DocumentSource.Search)

        /// The words, as they were typed.
        var words: String {
            switch self {
            case .typed(let words): words
            case .found(let search): search.words
            }
        }

        /// Returns whether they are in a text that is not laid out.
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
    ///   - line: The first place from here on is current, or else the very first one.
    ///   - isFromEnd: Whether that is the very last one instead, for a text that is read from its end.
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

    /// The number of places.
    var count: Int { hits.count }

    /// The line of the current place.
    var line: Int? { current.map { text.line(of: hits[$0].lowerBound) } }

    /// Moves to the place this many further on, round the ends; if the present one is out of sight, to the next one
    /// from the visible lines.
    mutating func move(by steps: Int, seeing rows: Range<Int>) {
        guard let next = number(steps, seeing: rows), !hits.isEmpty else { return }
        current = (next % hits.count + hits.count) % hits.count
    }

    /// Whether the place this many further on exists without going round the ends.
    func has(_ steps: Int, seeing rows: Range<Int>) -> Bool {
        number(steps, seeing: rows).map(hits.indices.contains) ?? false
    }

    private func number(_ steps: Int, seeing rows: Range<Int>) -> Int? {
        guard let current, let line else { return nil }
        guard !rows.contains(line) else { return current + steps }
        let first = first(from: rows.lowerBound) ?? hits.count
        return steps > 0 ? first : first - 1
    }

    /// Moves to the first or the last place in some lines, if there is one.
    mutating func look(in lines: Range<Int>, atLast: Bool) {
        guard !lines.isEmpty, let first = first(from: lines.lowerBound) else { return }
        let end = self.first(from: lines.upperBound) ?? hits.count
        if first < end { current = atLast ? end - 1 : first }
    }

    /// The same words in another text; the current place keeps its number, counted from a line that had another number
    /// before.
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

    /// The first place for which a condition holds that holds for all after it.
    private func firstHit(where holds: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, hits.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(hits[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The lines of a document as one text, in which words broken over two of them are found.
struct SearchedText {
    /// The letters, folded, with a sign between each line and the next.
    private var characters: [Character] = []
    /// The beginning of each line, and the number of characters in its left-out margin.
    private var lines: [(start: Int, margin: Int)] = []

    /// The separator of two lines, the second of which begins another text.
    private static let end: Character = "\n"
    /// The separator of two lines in place of the blank at which they were broken.
    private static let blank: Character = "\u{85}"
    /// Between two lines, for a blank or for nothing.
    private static let joint: Character = "\r"

    /// The text of all laid-out lines.
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

    /// The places of a text, without regard to case, accents, and the number of blanks.
    func places(of query: String) -> [Range<Int>] {
        SoughtText(query).places(in: characters, blanks: [" ", Self.blank, Self.joint], joint: Self.joint)
    }

    /// The places of words by the search’s own comparison.
    func places(of search: DocumentSource.Search) -> [Range<Int>] {
        // Parts that may be one word have nothing between them.
        let kept = characters.indices.filter { characters[$0] != Self.joint }
        return search.places(kept.map { characters[$0] }).compactMap { place in
            place.isEmpty || place.upperBound > kept.count
                ? nil : kept[place.lowerBound]..<kept[place.upperBound - 1] + 1
        }
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

    /// The range of a line.
    func range(ofLine line: Int) -> Range<Int> { lines[line].start..<max(lines[line].start, lines[line + 1].start - 1) }

    /// The number of characters in the left-out margin of a line.
    func margin(ofLine line: Int) -> Int { lines[line].margin }

    /// The number of lines.
    var count: Int { lines.count - 1 }
}

/// Words that a user looks for, compared without regard to case, accents, and how many blanks there are.
struct SoughtText: Sendable {
    /// The letters, folded, with one blank between two words.
    private let wanted: [Character]
    /// The same in ASCII, if it is nothing else: most texts are, and need no tables.
    private let bytes: [UInt8]?

    /// No more characters of a query are looked for.
    private static let longest = 200

    init(_ query: String) {
        let words = query.prefix(Self.longest).split(whereSeparator: \.isWhitespace)
        wanted = Array(words.map(Folding.of).joined(separator: " "))
        bytes = wanted.allSatisfy(\.isASCII) ? wanted.compactMap(\.asciiValue) : nil
    }

    /// Whether the words are in a text that is not laid out.
    func isFound(_ text: String) -> Bool {
        if let bytes, text.utf8.allSatisfy({ $0 < 0x80 }) {
            let folded = text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
            return Self.place(of: bytes, in: folded, from: 0, blanks: [0x20], joint: nil) != nil
        }
        return Self.place(of: wanted, in: text.map(Folding.of), from: 0, blanks: [" "], joint: nil) != nil
    }

    /// The places of the words in a folded text, in order.
    ///
    /// - Parameters:
    ///   - blanks: The signs that stand for blanks in the text, the blank itself first.
    ///   - joint: The sign that stands for a blank or for nothing.
    func places(in text: [Character], blanks: [Character], joint: Character) -> [Range<Int>] {
        var places: [Range<Int>] = []
        while let place = Self.place(
            of: wanted, in: text, from: places.last?.upperBound ?? 0, blanks: blanks, joint: joint)
        {
            places.append(place)
        }
        return places
    }

    private static func place<Sign: Equatable>(
        of wanted: [Sign], in text: [Sign], from start: Int, blanks: [Sign], joint: Sign?
    ) -> Range<Int>? {
        guard let first = wanted.first else { return nil }
        var start = start
        while start < text.count {
            if text[start] == first, let end = end(of: wanted, in: text, from: start, blanks: blanks, joint: joint) {
                return start..<end
            }
            start += 1
        }
        return nil
    }

    /// The end of the words that begin at a place; `nil` if they do not.
    private static func end<Sign: Equatable>(
        of wanted: [Sign], in text: [Sign], from start: Int, blanks: [Sign], joint: Sign?
    ) -> Int? {
        var (place, index) = (start, 0)
        while index < wanted.count {
            guard place < text.count else { return nil }
            let isBlank = wanted[index] == blanks[0]
            if !isBlank, text[place] == joint {
                place += 1
            } else if isBlank, blanks.contains(text[place]) {
                while place < text.count, blanks.contains(text[place]) { place += 1 }
                index += 1
            } else if text[place] == wanted[index] {
                (place, index) = (place + 1, index + 1)
            } else {
                return nil
            }
        }
        return place
    }
}
