// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// A notebook in a list where each stands below the one that it is within.
struct NotebookRow: Hashable {
    /// The whole name.
    let name: String
    /// The last level of it.
    let level: String
    /// How many levels are above.
    let depth: Int
    /// How many notes it has itself; nil for one that only has others in it.
    let count: Int?

    /// The most levels that stand below each other; what is deeper is a part of the last one.
    private static let deepest = 32

    /// The rows of notebooks; one for each level that has no note itself, so that none stands below a stranger.
    static func rows(of notebooks: [NoteLabel]) -> [NotebookRow] {
        var rows: [(keys: [String], row: NotebookRow)] = []
        var places: [[String]: Int] = [:]
        for notebook in notebooks {
            let levels = notebook.name.split(separator: "/", maxSplits: deepest - 1).map(String.init)
            let keys = levels.map(NotebookName.key)
            for end in levels.indices {
                let isWhole = end == levels.count - 1
                let row = NotebookRow(
                    name: levels[...end].joined(separator: "/"), level: levels[end], depth: end,
                    count: isWhole ? notebook.count : nil)
                if let place = places[Array(keys[...end])] {
                    if isWhole { rows[place].row = row }
                } else {
                    places[Array(keys[...end])] = rows.count
                    rows.append((Array(keys[...end]), row))
                }
            }
        }
        // By levels: a blank sorts before the slash, and would part a notebook from those within it.
        return rows.sorted { left, right in left.keys.lexicographicallyPrecedes(right.keys) }.map(\.row)
    }
}
