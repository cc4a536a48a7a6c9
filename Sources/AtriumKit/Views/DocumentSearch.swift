// SPDX-License-Identifier: GPL-3.0-or-later

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
