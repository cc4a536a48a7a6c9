// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the known word that somebody probably meant.
package enum NearestWord {
    /// The nearest of these words, if it is near enough: at most a third of its letters differ.
    package static func to(_ word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().prefix(64))
        let scored = words.map { ($0, distance(typed, Array($0))) }
        guard let best = scored.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
        // A word of which no letter stays is another word.
        guard best.1 < max(typed.count, best.0.count) else { return nil }
        return best.1 <= max(1, (best.0.count + 1) / 3) ? best.0 : nil
    }

    /// How many letters must be put in, left out, exchanged, or swapped with their neighbour.
    ///
    /// Source: optimal string alignment, G. Navarro, “A guided tour to approximate string matching” (2001).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            before = last
            last = current
        }
        return last[right.count]
    }
}
