// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal

/// A list of items: the visible rows, and the number of all.
public struct ListView: Hashable, Sendable, Codable {
    /// The way in which rows share their width.
    public enum Columns: String, Sendable, Codable {
        /// The title has all there is.
        case title
        /// The title gives way to the detail beside it, if there is room for both.
        case titleAndDetail
        /// Title and detail have a half each.
        case halves
    }

    /// The text in the border.
    public var title: String
    /// The way in which rows share their width.
    public var columns = Columns.title
    /// The rows, in the order in which they are shown.
    public var rows: [Row]
    /// The number of items before the first of them; `nil` if it is unknown.
    public var offset: Int? = 0
    /// The number of all items.
    public var total: ListTotal
    /// The number of items without the list’s limit, if that leaves any out; `nil` otherwise.
    public var uncut: ListTotal?
    /// The message for an empty list.
    public var whenEmpty: String

    /// A list with all of its rows.
    public init(title: String, rows: [Row] = [], whenEmpty: String = "") {
        self.title = title
        self.rows = rows
        self.whenEmpty = whenEmpty
        total = ListTotal(rows.count)
    }
}

/// Draws a list: a pure function of its data, the selection, and a colour.
struct ListDrawing {
    let view: ListView
    let selected: String?
    let marked: Set<String>
    let isFocused: Bool
    /// Whether there is room for a line below each title.
    let hasExcerpts: Bool
    /// The position in the message of an empty list.
    var emptyPosition = PanelPosition()
    let accent: Color

    /// The message of an empty list, in the lines of a panel of this width.
    static func emptyLines(of view: ListView, columns: Int) -> [StyledText] {
        guard view.rows.isEmpty, !view.whenEmpty.isEmpty else { return [] }
        return StyledText(view.whenEmpty, .faint).visible.wrapped(to: max(1, columns - 2))
    }

    func draw(on canvas: inout Canvas) {
        guard !view.rows.isEmpty else {
            let lines = Self.emptyLines(of: view, columns: canvas.size.columns)
            for (row, line) in emptyPosition.rows.clamped(to: lines.indices).enumerated() {
                canvas.write(lines[line], at: Point(column: 1, row: row), accent: accent)
            }
            return
        }
        let lead = view.rows.map { DisplayWidth.of(Sanitizer.visible($0.lead)) }.max() ?? 0
        var line = 0
        for row in view.rows {
            let height = row.height(withExcerpts: hasExcerpts)
            let layout = RowLayout(
                row, lead: lead, columns: view.columns, width: canvas.size.columns, hasExcerpt: height > 1)
            for part in layout.parts {
                let point = Point(column: part.columns.lowerBound, row: line + part.line)
                canvas.write(
                    marked.contains(row.id) ? part.text.marked(.accented) : part.text, at: point, accent: accent)
            }
            let isSelected = row.id == selected && row.action != nil
            drawSign(of: row, isSelected: isSelected, line: line, on: &canvas)
            if isSelected, isFocused { for line in line..<line + height { canvas.reverse(row: line) } }
            line += height
        }
    }

    /// Draws whether a row is selected, and whether it is marked.
    private func drawSign(of row: Row, isSelected: Bool, line: Int, on canvas: inout Canvas) {
        let isMarked = marked.contains(row.id)
        let marks: Marks = row.isOpen || isMarked ? [.accented, .strong] : []
        canvas.write(
            isSelected ? (isMarked ? "✱" : "▸") : isMarked ? "*" : " ", at: Point(column: 0, row: line),
            style: marks.style(accent: accent))
    }
}

/// The lines of items below each other, one line each, if there is no room for their whole texts.
///
/// The whole text of the selected item is in rows at the bottom, as far as half of the rows, or fewer, are enough for
/// that. An item that needs more is unfolded: it takes as many lines as it has, and each of them can be selected.
package struct FoldedRows: Hashable {
    /// The number of rows at the bottom with the selected item’s whole text.
    package let fullRows: Int
    /// The first line of each thing, and the line behind the last one.
    private let starts: [Int]
    /// The item of each line.
    private let things: [Int]
    private let unfolded: Set<Int>

    /// This many items with a line each.
    package init(_ count: Int = 0) { self.init(needs: Array(repeating: 0, count: count), rows: 0) { _ in 1 } }

    /// Items in a panel of this many rows.
    ///
    /// - Parameters:
    ///   - needs: For each item the number of rows at the bottom for its whole text; 0 if its line is enough.
    ///   - most: The most rows at the bottom.
    ///   - height: The number of lines of an unfolded item.
    package init(needs: [Int], rows: Int, most: Int = .max, height: (Int) -> Int) {
        let limit = min(rows / 2, most)
        var (starts, things, unfolded): ([Int], [Int], Set<Int>) = ([], [], [])
        for (thing, need) in needs.enumerated() {
            starts.append(things.count)
            if need > limit { unfolded.insert(thing) }
            things += Array(repeating: thing, count: need > limit ? max(1, height(thing)) : 1)
        }
        fullRows = needs.filter { $0 <= limit }.max() ?? 0
        starts.append(things.count)
        (self.starts, self.things, self.unfolded) = (starts, things, unfolded)
    }

    /// The number of lines.
    package var count: Int { things.count }

    /// The lines of a thing.
    package func lines(of thing: Int) -> Range<Int> { starts[thing]..<starts[thing + 1] }

    /// The item at a line; `nil` if there is none.
    package func thing(atLine line: Int) -> Int? { things.indices.contains(line) ? things[line] : nil }

    /// The line of an unfolded item at a line; `nil` if the item has one line, which may be cut.
    package func part(atLine line: Int) -> Int? {
        thing(atLine: line).flatMap { unfolded.contains($0) ? line - starts[$0] : nil }
    }
}
