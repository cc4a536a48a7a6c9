// SPDX-License-Identifier: GPL-3.0-or-later

package import Search

/// A question for notes by what somebody has typed of a number or a title.
package struct TitleQuery: Hashable, Sendable {
    /// The beginnings of words that a title has; nil for every title.
    package let words: SearchQuery?
    /// What the number begins with; nil where something else than a number was typed.
    package let digits: String?

    /// The question for what was typed: digits are the beginning of a number, all else is of a title.
    package init(_ word: String) {
        let isNumber = word.utf8.allSatisfy { $0 &- 0x30 < 10 } && word.first != "0" && word.utf8.count < 10
        let hasDigits = isNumber && !word.isEmpty
        digits = hasDigits ? word : nil
        words =
            hasDigits || word.allSatisfy(\.isWhitespace) ? nil : SearchQuery(word, beginnings: .all, signs: .pictures)
    }

    /// The question for a title, also where digits were typed.
    package init(text: String) {
        digits = nil
        words = SearchQuery(text, beginnings: .all, signs: .pictures)
    }

    /// Whether the beginning of a number was typed.
    package var isNumber: Bool { digits != nil }

    /// The numbers that begin with the digits, in ranges that get longer: 3, 30 to 39, 300 to 399.
    package var numbers: [ClosedRange<Int>] {
        guard let digits, let first = Int(digits) else { return [] }
        var ranges: [ClosedRange<Int>] = []
        var power = 1
        // Nobody has more notes than ten digits count.
        while ranges.count + digits.utf8.count <= 10 {
            ranges.append(first * power...(first + 1) * power - 1)
            power *= 10
        }
        return ranges
    }

    /// The notes that are meant, `limit` at most, the newest first; those of a number by number.
    package func result(among notes: some Sequence<Note>, limit: Int) -> [NoteTitle] {
        guard let digits else {
            let newest = NoteQuery(limit: .max).result(among: notes).lazy.map(NoteTitle.init)
            return Array(newest.filter { words?.finds($0.names) ?? true }.prefix(limit))
        }
        let found = notes.filter { $0.trashedAt == nil && String($0.id).hasPrefix(digits) }.sorted { $0.id < $1.id }
        return found.prefix(limit).map(NoteTitle.init)
    }
}
