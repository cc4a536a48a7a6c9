// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Something that the palette offers for what was typed, and how well it goes with that.
struct PaletteMatch: Hashable {
    let item: PaletteItem
    /// Which characters of the title are matched.
    let positions: [Int]
    private let score: Int

    /// A match with the title, otherwise with words of the detail; nil where neither goes with the query, and no app
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

    /// What of all items goes with a query, the best first; of equal ones the shorter title, then their order.
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
