// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// A list of things: the rows that are seen, and how many there are in all.
public struct ListView: Hashable, Sendable, Codable {
    /// How rows share their width.
    public enum Columns: String, Sendable, Codable {
        /// The title has all there is.
        case title
        /// The title gives way to what stands beside it, where there is room for both.
        case titleAndDetail
        /// Title and detail have a half each.
        case halves
    }

    /// What stands in the border.
    public var title: String
    /// How rows share their width.
    public var columns = Columns.title
    /// The rows, in the order in which they are shown.
    public var rows: [Row]
    /// How many things stand before the first of them; nil where nobody knows.
    public var offset: Int? = 0
    /// How many things there are in all.
    public var total: ListTotal
    /// How many there were without the list’s limit, where that leaves any out; nil where they are all there.
    public var uncut: ListTotal?
    /// What is said where there is nothing.
    public var whenEmpty: String

    /// A list of which these rows are all.
    public init(title: String, rows: [Row] = [], whenEmpty: String = "") {
        self.title = title
        self.rows = rows
        self.whenEmpty = whenEmpty
        total = ListTotal(rows.count)
    }
}

/// Draws a list: a pure function of what it shows, of what is selected, and of a colour.
struct ListDrawing {
    let view: ListView
    let selected: String?
    let marked: Set<String>
    let isFocused: Bool
    /// Whether there is room for a line below each title.
    let hasExcerpts: Bool
    /// Where somebody is in what an empty list says.
    var emptyPosition = PanelPosition()
    let accent: Color

    /// What an empty list says, in the lines of a panel of so many columns.
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

/// The lines of things that stand below each other, one line each, where that is not room for all that each of them says.
///
/// All of what is selected is told in rows at the bottom, as far as half of the rows, or fewer, are enough for that. A
/// thing that needs more is unfolded: it takes as many lines as it has, and each of them can be selected.
package struct FoldedRows: Hashable {
    /// How many rows at the bottom tell all of what is selected.
    package let fullRows: Int
    /// The first line of each thing, and the line behind the last one.
    private let starts: [Int]
    /// Which thing stands at each line.
    private let things: [Int]
    private let unfolded: Set<Int>

    /// So many things with a line each.
    package init(_ count: Int = 0) { self.init(needs: Array(repeating: 0, count: count), rows: 0) { _ in 1 } }

    /// Things in a panel of so many rows.
    ///
    /// - Parameters:
    ///   - needs: For each thing the rows at the bottom that tell all of it; 0 where its line does.
    ///   - most: The most rows at the bottom.
    ///   - height: How many lines a thing takes that is unfolded.
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

    /// How many lines there are.
    package var count: Int { things.count }

    /// The lines of a thing.
    package func lines(of thing: Int) -> Range<Int> { starts[thing]..<starts[thing + 1] }

    /// Which thing stands at a line; nil where none does.
    package func thing(atLine line: Int) -> Int? { things.indices.contains(line) ? things[line] : nil }

    /// Which line of an unfolded thing stands at a line; nil where the thing has one line, which may be cut.
    package func part(atLine line: Int) -> Int? {
        thing(atLine: line).flatMap { unfolded.contains($0) ? line - starts[$0] : nil }
    }
}
