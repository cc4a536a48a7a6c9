// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore

/// The lines that are a table (GitHub’s extension, GFM 0.29, 4.10).
enum MarkdownTableRow {
    private static let blank = UInt8(ascii: " ")
    private static let bar = UInt8(ascii: "|")

    /// Whether two lines are the head of a table.
    static func startsTable(_ line: Substring, _ next: Substring?) -> Bool {
        guard let next, next.utf8.allSatisfy({ "|-: ".utf8.contains($0) }), next.utf8.contains(bar),
            next.utf8.contains(UInt8(ascii: "-"))
        else { return false }
        return line.utf8.contains(bar)
    }

    /// The cells of a row; `\|` is a sign of its cell, in code too.
    static func cells(_ line: Substring, _ references: MarkdownReferences) -> [[MarkdownSpan]] {
        var cells: [[UInt8]] = []
        var cell: [UInt8] = []
        for byte in line.utf8 {
            if byte != bar {
                cell.append(byte)
            } else if cell.last == UInt8(ascii: "\\") {
                cell[cell.count - 1] = bar
            } else {
                cells.append(cell)
                cell = []
            }
        }
        cells.append(cell)
        var row = cells.map(trimmed)[...]
        // Signs at the edges bound the row.
        if row.count > 1, row.first?.isEmpty == true { row = row.dropFirst() }
        if row.count > 1, row.last?.isEmpty == true { row = row.dropLast() }
        return row.map { MarkdownSpans.of(String(decoding: $0, as: UTF8.self), references) }
    }

    /// A cell without the blanks around it.
    private static func trimmed(_ cell: [UInt8]) -> ArraySlice<UInt8> {
        guard let first = cell.firstIndex(where: { $0 != blank }), let last = cell.lastIndex(where: { $0 != blank })
        else { return [] }
        return cell[first...last]
    }
}
