// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// Lays a table out row by row, in lines none of which is wider than this many columns if there is any room at all, and
/// with no cell cut.
struct TableLayout {
    /// The arrangement of the rows.
    private enum Shape {
        /// With lines between columns of these widths.
        case ruled([Int])
        /// With blanks between columns of these widths.
        case open([Int])
        /// With blanks between columns of these widths, and the last cell of each row below them.
        case below([Int])
        /// With each cell on lines of its own beside the name of its column, or below it, if columns have no room.
        case stacked
    }

    private let columns: Int
    private let rightAligned: Set<Int>
    private let centered: Set<Int>
    private let headMarks: Marks
    private let count: Int
    private let shape: Shape
    private var head: [StyledText]?
    private var hasLines = false
    /// The least room of a column that has to share its width, for a part of a word.
    private static let least = 6
    /// A longer word is broken rather than that others have no room.
    private static let longest = 14
    /// The least room of the text after the name of its column.
    private static let leastBeside = 12

    /// A layout for these columns, which the first rows of the table, and the widths that it has, decide.
    ///
    /// - Parameter goesOn: Whether there are more rows than the table has here.
    init(_ table: Block.Table, columns: Int, goesOn: Bool = false) {
        self.columns = columns
        rightAligned = table.rightAligned
        centered = table.centered
        headMarks = table.kind == .ruled ? .strong : .faint
        let widths = Self.widths(of: table, least: goesOn ? 2 : 0)
        count = widths.count
        let shape: Shape? =
            switch table.kind {
            case .ruled: Self.ruled(widths, columns, words: { Self.words(of: table, count: widths.count) })
            case .open: Self.open(widths, columns, endsLeft: goesOn || !table.rightAligned.contains(widths.count - 1))
            }
        self.shape = shape ?? .stacked
    }

    /// The widths of the columns if there is room for everything.
    ///
    /// - Parameter least: The least room, which wide characters of rows to come need too.
    private static func widths(of table: Block.Table, least: Int) -> [Int] {
        let count = max(table.widths.count, table.rows.map(\.count).max() ?? 0)
        var widths = (0..<count).map { max(least, $0 < table.widths.count ? table.widths[$0] : 0) }
        for row in table.rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.visible.widestLine) }
        }
        return widths
    }

    /// The shape with lines between the columns; `nil` if columns get too narrow for that.
    private static func ruled(_ widths: [Int], _ columns: Int, words: () -> [Int]) -> Shape? {
        // A row of a megabyte of signs must not have all others measured against it.
        guard !widths.isEmpty, widths.count * 4 <= columns + 3 else { return nil }
        let room = columns - 3 * (widths.count - 1)
        let widths = widths.map { max(1, $0) }
        if widths.reduce(0, +) <= room { return .ruled(widths) }
        // No word is broken if that is possible; otherwise no column is too narrow.
        let words = words()
        if words.reduce(0, +) <= room { return .ruled(fitted(widths, to: room, least: words)) }
        let fitted = fitted(widths, to: room, least: widths.map { _ in 1 })
        return zip(fitted, widths).allSatisfy { $0 >= min($1, least) } ? .ruled(fitted) : nil
    }

    /// The room of the longest word of each column, as far as words are not too long to be kept whole.
    private static func words(of table: Block.Table, count: Int) -> [Int] {
        var words = Array(repeating: 1, count: count)
        for row in table.rows {
            for (column, cell) in row.enumerated() where words[column] < longest {
                words[column] = max(words[column], min(cell.visible.longestWord, longest))
            }
        }
        return words
    }

    /// The shape with blanks between the columns, the last of which has the rest of the row, or its own rows; `nil` if
    /// not even the others fit.
    ///
    /// - Parameter endsLeft: Whether the last column has its texts at the left: numbers do not go to the panel’s edge.
    private static func open(_ widths: [Int], _ columns: Int, endsLeft: Bool) -> Shape? {
        guard let last = widths.last, widths.count * 2 <= columns else { return nil }
        let start = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        // Sentences need more than a corner.
        if columns - start > max(11, columns / 3) || start + last <= columns {
            return .open(widths.dropLast() + [endsLeft ? columns - start : min(last, columns - start)])
        }
        return start - 2 <= columns && columns > 8 ? .below(widths.dropLast()) : nil
    }

    /// Widths with the widest reduced until all fit, none below a least width; these must fit.
    private static func fitted(_ widths: [Int], to columns: Int, least: [Int]) -> [Int] {
        func limited(_ limit: Int) -> [Int] { zip(widths, least).map { min($0, max($1, limit)) } }
        var (low, high) = (0, widths.max() ?? 0)
        // The greatest limit under which all fit.
        while low < high {
            let middle = (low + high + 1) / 2
            if limited(middle).reduce(0, +) <= columns { low = middle } else { high = middle - 1 }
        }
        var result = limited(low)
        var room = columns - result.reduce(0, +)
        // The rest goes to the last ones, a column each.
        for index in widths.indices.reversed() where room > 0 && widths[index] > result[index] {
            result[index] += 1
            room -= 1
        }
        return result
    }

    /// The lines of more rows, the first of which are the head and the rows below it.
    mutating func lines(of rows: [[StyledText]]) -> [StyledText] {
        var lines: [StyledText] = []
        var rows = rows[...]
        if head == nil, let first = rows.popFirst() { lines += begin(with: first, before: rows) }
        for row in rows { lines += self.lines(of: row.map(\.visible)) }
        hasLines = hasLines || !lines.isEmpty
        return lines
    }

    private mutating func begin(with first: [StyledText], before rows: ArraySlice<[StyledText]>) -> [StyledText] {
        let head = first.map { $0.visible.marked(headMarks) }
        self.head = head
        switch shape {
        case .ruled(let widths):
            let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
            return lines(of: head) + [StyledText(rule, .faint)]
        case .open, .below: return lines(of: head)
        case .stacked:
            // The names of columns in which nothing stands; the others are said with what stands there.
            let filled = Set(rows.flatMap { row in row.indices.filter { !row[$0].spans.isEmpty } })
            let names = head.indices.filter { !head[$0].spans.isEmpty && !filled.contains($0) }
            let lines = names.flatMap { head[$0].wrapped(to: columns) }
            hasLines = !lines.isEmpty
            return lines
        }
    }

    private mutating func lines(of row: [StyledText]) -> [StyledText] {
        // A row without reserved room.
        guard row.count <= count else { return stacked(row) }
        switch shape {
        case .ruled(let widths): return beside(row, widths, separator: " │ ", fills: true)
        case .open(let widths): return beside(row, widths, separator: "  ", fills: false)
        case .below(let widths):
            let last = row.count == count ? row[count - 1] : StyledText()
            let rest = last.spans.isEmpty ? [] : last.wrapped(to: columns - 2)
            return beside(Array(row.prefix(count - 1)), widths, separator: "  ", fills: false)
                + rest.map { part in
                    var line: StyledText = "  "
                    line.append(part)
                    return line
                }
        case .stacked: return stacked(row)
        }
    }

    /// The cells of a row beside each other, in as many lines as the longest takes.
    private func beside(_ row: [StyledText], _ widths: [Int], separator: String, fills: Bool) -> [StyledText] {
        let cells = widths.enumerated().map { index, width in
            index < row.count && !row[index].spans.isEmpty ? row[index].wrapped(to: width) : []
        }
        return (0..<max(1, cells.map(\.count).max() ?? 1)).map { number in
            var line = StyledText()
            for (index, (cell, width)) in zip(cells, widths).enumerated() {
                if index > 0 { line.append(separator, .faint) }
                let text = number < cell.count ? cell[number] : StyledText()
                let room = max(0, width - text.width)
                let before = rightAligned.contains(index) ? room : centered.contains(index) ? room / 2 : 0
                line.append(String(repeating: " ", count: before))
                line.append(text)
                guard room > before, fills || index < widths.count - 1 else { continue }
                line.append(String(repeating: " ", count: room - before))
            }
            return line
        }
    }

    private mutating func stacked(_ row: [StyledText]) -> [StyledText] {
        var lines: [StyledText] = []
        if hasLines { lines.append(StyledText(String(repeating: "─", count: columns), .faint)) }
        hasLines = true
        let names = head ?? []
        let width = 2 + (names.map(\.width).max() ?? 0)
        let isBeside = columns - width >= Self.leastBeside && width * 2 <= columns
        // An empty cell has no text here, and there may be very many.
        for (column, cell) in row.enumerated() where !cell.spans.isEmpty {
            var line = column < names.count ? names[column] : StyledText()
            guard isBeside, !line.spans.isEmpty, !names[column].text.utf8.contains(0x0A) else {
                if !line.spans.isEmpty { lines += line.wrapped(to: columns) }
                lines += cell.wrapped(to: columns)
                continue
            }
            for part in cell.wrapped(to: columns - width) {
                line.append(String(repeating: " ", count: max(0, width - line.width)))
                line.append(part)
                lines.append(line)
                line = StyledText()
            }
        }
        return lines
    }
}

extension StyledText {
    /// The columns that its longest word takes; wide characters stand alone.
    fileprivate var longestWord: Int {
        var (longest, word) = (0, 0)
        for character in text {
            let width = DisplayWidth.of(character)
            word = character == " " || width > 1 ? 0 : word + width
            longest = max(longest, word, width)
            // The text after it may be on the next line.
            if character == "-" { word = 0 }
        }
        return longest
    }
}
