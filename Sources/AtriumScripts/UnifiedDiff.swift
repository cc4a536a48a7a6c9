// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes edits as a unified diff: what was expected with `-`, what came with `+`, what matches with a blank.
struct UnifiedDiff {
    /// How many matching lines are shown around a difference.
    static let context = 3

    private struct Row {
        let text: String
        let isChange: Bool
        /// How many lines of either side the row stands for.
        let expected: Int
        let actual: Int
    }

    private let rows: [Row]

    /// A matching line is shown as the script has it.
    ///
    /// Control characters and blanks at line ends are made visible.
    init(expected: [String], actual: [String], edits: [LineEdit]) {
        var rows: [Row] = []
        var added: [Row] = []
        func removed(_ index: Int) -> Row {
            Row(text: "-" + RevealedText.of(expected[index]), isChange: true, expected: 1, actual: 0)
        }
        func add(_ index: Int) {
            added.append(Row(text: "+" + RevealedText.of(actual[index]), isChange: true, expected: 0, actual: 1))
        }
        func keep(_ index: Int, actual: Int) {
            rows += added
            added = []
            rows.append(Row(text: " " + RevealedText.of(expected[index]), isChange: false, expected: 1, actual: actual))
        }
        for edit in edits {
            switch edit {
            case .kept(let index, _): keep(index, actual: 1)
            case .skipped(let index, let lines): keep(index, actual: lines.count)
            case .removed(let index): rows.append(removed(index))
            case .added(let index): add(index)
            case .replaced(let old, let new):
                rows.append(removed(old))
                add(new)
            }
        }
        self.rows = rows + added
    }

    /// The hunks, each with its `@@` line.
    ///
    /// Lines are counted from 1; a side without lines counts from the one before.
    var lines: [String] {
        var lines: [String] = []
        for hunk in hunks {
            let before = rows[..<hunk.lowerBound]
            let counts = (
                expected: rows[hunk].map(\.expected).reduce(0, +), actual: rows[hunk].map(\.actual).reduce(0, +)
            )
            let starts = (
                expected: before.map(\.expected).reduce(counts.expected == 0 ? 0 : 1, +),
                actual: before.map(\.actual).reduce(counts.actual == 0 ? 0 : 1, +)
            )
            lines.append("@@ -\(starts.expected),\(counts.expected) +\(starts.actual),\(counts.actual) @@")
            lines += rows[hunk].map(\.text)
        }
        return lines
    }

    private var hunks: [Range<Int>] {
        var hunks: [Range<Int>] = []
        for index in rows.indices where rows[index].isChange {
            let hunk = max(0, index - Self.context)..<min(rows.count, index + 1 + Self.context)
            if let last = hunks.last, last.upperBound >= hunk.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<hunk.upperBound
            } else {
                hunks.append(hunk)
            }
        }
        return hunks
    }
}
