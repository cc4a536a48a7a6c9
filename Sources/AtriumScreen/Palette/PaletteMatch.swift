// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// An item of the palette for the typed text, and its score.
struct PaletteMatch: Hashable {
    let item: PaletteItem
    /// The indices of the matched characters of the title.
    let positions: [Int]
    private let score: Int

    /// A match with the title, or else with words of the detail; `nil` if neither matches the query, and no app
    /// has found the item by other words.
    init?(_ item: PaletteItem, for query: String) {
        self.item = item
        if let match = FuzzyMatch(query, in: item.title) {
            positions = match.positions
            score = match.score
        } else if Completion(text: "", description: item.detail).fits(query) {
            positions = []
            score = 1
        } else if item.isFound {
            positions = []
            score = 0
        } else {
            return nil
        }
    }

    /// The items that match a query, the best first; of equal ones the shorter title, then their order.
    ///
    /// Searches are last.
    static func ranked(_ items: [PaletteItem], for query: String) -> [PaletteMatch] {
        let matches = items.compactMap { PaletteMatch($0, for: query) }
        guard query.contains(where: { !$0.isWhitespace }) else { return matches }
        func key(_ entry: (offset: Int, element: PaletteMatch)) -> (Int, Int, Int, Int) {
            let match = entry.element
            let isSearch = match.item.kind == .search
            return (isSearch ? 1 : -match.score, match.item.kind.rawValue, match.item.title.count, entry.offset)
        }
        return matches.enumerated().map { (key: key($0), match: $0.element) }.sorted { $0.key < $1.key }.map(\.match)
    }
}

/// The score of typed text in another text: its letters stand in the text in their order, with gaps.
///
/// Letters are compared as `Folding` does. Blanks separate the typed text into words, each of which must match alone.
/// The best of all ways to match counts: letters at the beginnings of words and next to each other count more, gaps
/// cost. Source of the idea and the weights: fzf, `algo.go`, after T. Smith and M. Waterman, “Identification of common
/// molecular subsequences” (1981).
struct FuzzyMatch: Hashable, Sendable {
    /// The better the match, the higher; a text that was typed in full is higher than any other.
    let score: Int
    /// The indices of the matched characters of the text, in order.
    let positions: [Int]

    private enum Weight {
        static let match = 16
        static let start = 10
        static let wordStart = 8
        static let camel = 7
        static let unspaced = 4
        static let consecutive = 6
        static let gapStart = 3
        static let gapGoesOn = 1
        static let prefix = 40
        /// More than the score of the longest query without it.
        static let exact = 1_000_000
    }

    /// The maximum length of a text and of a query to read.
    private static let longest = 256

    /// The match of a query; `nil` if the text does not have all of its letters in their order.
    ///
    /// An empty query matches everything, without a letter.
    init?(_ query: String, in text: String) {
        let characters = Array(text.prefix(Self.longest))
        let folded = characters.map { Folding.of($0) }
        let words = query.prefix(Self.longest).split(whereSeparator: \.isWhitespace).map { $0.map { Folding.of($0) } }
        let bonuses = Self.bonuses(characters)
        var score = 0
        var positions: Set<Int> = []
        for word in words {
            guard let best = Self.best(word, folded, bonuses) else { return nil }
            score += best.score
            positions.formUnion(best.positions)
        }
        let whole = Array(words.joined(separator: [" "]))
        if !words.isEmpty, folded.starts(with: whole) {
            score += folded.count == whole.count ? Weight.exact : Weight.prefix
        }
        self.score = score
        self.positions = positions.sorted()
    }

    /// The bonus for a match at each character.
    private static func bonuses(_ text: [Character]) -> [Int] {
        text.indices.map { index in
            guard index > 0 else { return Weight.start }
            let (before, character) = (text[index - 1], text[index])
            if !before.isLetter, !before.isNumber { return Weight.wordStart }
            if before.isLowercase, character.isUppercase { return Weight.camel }
            // If words are not separated by blanks, each character may begin one.
            return (character.unicodeScalars.first?.value ?? 0) >= 0x2E80 ? Weight.unspaced : 0
        }
    }

    /// The best way to match a word: row by row, the best score that ends with a letter of the word at each place.
    private static func best(_ word: [Character], _ text: [Character], _ bonuses: [Int])
        -> (score: Int, positions: [Int])?
    {
        guard let first = word.first, word.count <= text.count else { return nil }
        // For each letter of the word and each place, the place of the letter before.
        var origins: [[Int]] = []
        var scores: [Int?] = text.indices.map {
            text[$0] == first ? Weight.match + bonuses[$0] * 2 : nil
        }
        origins.append(Array(repeating: -1, count: text.count))
        for letter in word.dropFirst() {
            var next: [Int?] = Array(repeating: nil, count: text.count)
            var origin = Array(repeating: -1, count: text.count)
            // The best place further back, with the cost of the gap since then.
            var far: (score: Int, place: Int)?
            for place in text.indices.dropFirst() {
                if place > 1 {
                    far = far.map { ($0.score - Weight.gapGoesOn, $0.place) }
                    if let score = scores[place - 2], score - Weight.gapStart > far?.score ?? .min {
                        far = (score - Weight.gapStart, place - 2)
                    }
                }
                guard text[place] == letter else { continue }
                let near = scores[place - 1].map { ($0 + Weight.consecutive, place - 1) }
                guard let from = [near, far.map { ($0.score, $0.place) }].compactMap({ $0 }).max(by: { $0.0 < $1.0 })
                else { continue }
                next[place] = from.0 + Weight.match + bonuses[place]
                origin[place] = from.1
            }
            scores = next
            origins.append(origin)
        }
        // Of equal ones the first: a place further left is seen first.
        var end: (score: Int, place: Int)?
        for (place, score) in scores.enumerated() {
            if let score, score > end?.score ?? .min { end = (score, place) }
        }
        guard let end else { return nil }
        var positions = [end.place]
        for origin in origins.dropFirst().reversed() { positions.append(origin[positions[positions.count - 1]]) }
        return (end.score, positions.reversed())
    }
}
