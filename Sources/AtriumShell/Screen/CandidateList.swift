// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// The candidates for the typed word, in a box above the prompt.
///
/// At first they are only visible; a step into them selects one, which may be chosen then.
struct CandidateList {
    /// The most that are seen at once.
    static let mostRows = 12

    /// The candidates, the likeliest first.
    let candidates: [Completion]
    /// Inserts one of them into the line.
    let choose: @MainActor (Completion) -> Void
    private var position = PanelPosition()

    /// A list of these.
    init(_ candidates: [Completion], choose: @escaping @MainActor (Completion) -> Void) {
        self.candidates = candidates
        self.choose = choose
        position.setCount(candidates.count)
    }

    /// The candidate that is selected.
    var selected: Completion? { position.selected.map { candidates[$0] } }

    /// Selects the candidate `steps` further down, or up with a negative number, wrapping around.
    mutating func select(by steps: Int) {
        guard let selected = position.selected else { return stepIn(at: steps > 0 ? steps - 1 : steps) }
        position.select(Self.remainder(selected + steps, candidates.count))
    }

    /// Selects the one a page further down, or up; the first and the last are the ends.
    mutating func select(byPages pages: Int) {
        guard let selected = position.selected else { return stepIn(at: pages > 0 ? 0 : -1) }
        position.select(selected + pages * max(1, position.visible - 1))
    }

    private mutating func stepIn(at row: Int) {
        let rows = position.visible
        position = PanelPosition(isSelectable: true)
        position.setCount(candidates.count)
        position.fit(rows)
        position.select(Self.remainder(row, candidates.count))
    }

    private static func remainder(_ row: Int, _ count: Int) -> Int { ((row % count) + count) % count }

    /// Scrolls by `steps` rows; only visible candidates can be selected.
    mutating func scroll(by steps: Int) { position.scroll(by: steps) }

    /// Selects the candidate at a line of the box; false if there is none.
    mutating func select(atLine line: Int) -> Bool {
        let row = position.top + line
        guard position.rows.contains(row) else { return false }
        if position.selected == nil { stepIn(at: row) } else { position.select(row) }
        return true
    }

    /// The box for as many as fit between the first row and `bottom`; `nil` if none does.
    func box(above bottom: Int, columns: Int) -> Rect? {
        let rows = min(Self.mostRows, bottom - 3, candidates.count)
        return rows > 0 ? Rect(column: 0, row: bottom - rows - 2, columns: columns, rows: rows + 2) : nil
    }

    /// Brings as many into sight as there is room for.
    mutating func arrange(above bottom: Int, columns: Int) {
        if let box = box(above: bottom, columns: columns) { position.fit(box.inside.rows) }
    }

    /// Draws those that are in sight between the first row and `bottom`.
    func draw(above bottom: Int, closing: String, on canvas: inout Canvas) {
        let width = canvas.size.columns
        guard let box = box(above: bottom, columns: width) else { return }
        let rows = box.inside.rows
        canvas.overlay(box, style: .dim)
        canvas.foot(closing, of: box)
        // Of all, lest the descriptions jump during scrolling.
        let longest = candidates.map { DisplayWidth.of(Sanitizer.visible($0.text)) }.max() ?? 0
        let column = 2 + min(longest, width / 2)
        let inner = Rect(column: 1, row: box.origin.row + 1, columns: width - 2, rows: rows)
        canvas.within(inner) { inner in
            for (row, index) in position.rows.enumerated() {
                draw(candidates[index], isSelected: index == position.selected, column, row: row, on: &inner)
            }
        }
        guard position.rows.count < candidates.count else { return }
        let first = position.selected.map { $0 + 1 }
        let place =
            first.map { " \($0) / \(candidates.count) " }
            ?? " \(position.rows.lowerBound + 1)–\(position.rows.upperBound) / \(candidates.count) "
        canvas.write(
            place, at: Point(column: max(0, width - DisplayWidth.of(place) - 2), row: bottom - 1), style: .dim)
    }

    private func draw(
        _ candidate: Completion, isSelected: Bool, _ column: Int, row: Int, on canvas: inout Canvas
    ) {
        let width = canvas.size.columns
        canvas.write(isSelected ? "▸" : " ", at: Point(column: 0, row: row), style: .bold)
        canvas.write(
            candidate.text, at: Point(column: 1, row: row), style: .bold, width: column - 2)
        canvas.write(
            candidate.description ?? "", at: Point(column: column + 1, row: row), style: .dim,
            width: max(1, width - column - 2))
        if isSelected { canvas.reverse(row: row) }
    }
}
