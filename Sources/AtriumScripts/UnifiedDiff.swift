// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes edits as a unified diff: expected lines with `-`, actual ones with `+`, matches with a blank.
struct UnifiedDiff {
    /// The number of matching lines shown around a difference.
    static let context = 3

    private struct Row {
        let text: String
        let isChange: Bool
        /// The number of lines of either side that the row stands for.
        let expected: Int
        let actual: Int
    }

    private let rows: [Row]

    /// A matching line is shown as written in the script.
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
    /// Lines are counted from 1; a side without lines has the number of the line before.
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

/// Writes text so that all of it is visible and none of it affects a terminal.
enum RevealedText {
    /// The text with trailing blanks as `␠`, control characters as their pictures in Unicode's block U+2400, and
    /// other invisible characters (C1, bidirectional controls, line separators) as `\u{HEX}`.
    static func of(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let end = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
        var visible = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x20 where index >= end:
                visible.append("\u{2420}")
            case 0..<0x20:
                visible.append(Unicode.Scalar(scalar.value + 0x2400) ?? scalar)
            case 0x7F:
                visible.append("\u{2421}")
            case let value where isHidden(value):
                visible.append(contentsOf: "\\u{\(String(value, radix: 16, uppercase: true))}".unicodeScalars)
            default:
                visible.append(scalar)
            }
        }
        return String(visible)
    }

    /// Whether a scalar above ASCII is a control or otherwise invisible.
    static func isHidden(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0xA0, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202F, 0x2060...0x2069, 0xFEFF,
            0xFFF9...0xFFFB:
            true
        default: false
        }
    }
}
