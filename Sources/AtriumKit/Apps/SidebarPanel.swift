// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// A sidebar of rows, each of which stands for what shows the thing that it names.
///
/// While the keys move elsewhere the selection stays on what the app shows; so does what is seen of a long sidebar.
@MainActor
public final class SidebarPanel: ListPanel {
    /// Which rows are seen and selected.
    public var position = PanelPosition(isSelectable: true)
    private let title: @MainActor (DrawingContext) -> String
    private let content: @MainActor (DrawingContext) -> [SidebarRow]
    private var rows: [SidebarRow] = []

    /// A sidebar with this title and these rows, both asked for at each drawing; what they read must be in memory.
    public init(
        title: @escaping @MainActor (DrawingContext) -> String,
        rows: @escaping @MainActor (DrawingContext) -> [SidebarRow]
    ) {
        self.title = title
        content = rows
    }

    /// What shows the thing of the selected row.
    public var opening: Action? {
        position.selected.flatMap { rows.indices.contains($0) ? rows[$0].opening : nil }
    }

    /// What the app calls it.
    public func title(in context: DrawingContext) -> String { title(context) }

    /// Draws the rows that there is room for, with their counts at the right.
    public func draw(on canvas: inout Canvas, in context: DrawingContext) {
        let selected = opening
        rows = content(context)
        position.setCount(rows.count)
        position.fit(canvas.size.rows)
        if !context.isFocused {
            if let current = rows.firstIndex(where: \.isCurrent) { position.select(current) }
        } else if let selected, selected != opening, let row = rows.firstIndex(where: { $0.opening == selected }) {
            // Other rows have come or gone.
            position.select(row)
        }
        for (line, index) in position.rows.enumerated() {
            let isSelected = context.isFocused && index == position.selected
            draw(rows[index], isSelected: isSelected, line: line, on: &canvas, in: context)
        }
    }

    private func draw(
        _ row: SidebarRow, isSelected: Bool, line: Int, on canvas: inout Canvas, in context: DrawingContext
    ) {
        let number = row.count.map { String($0) } ?? ""
        let width = canvas.size.columns - number.utf8.count - 1
        let style = row.isCurrent ? Style(foreground: context.accent, attributes: .bold) : .plain
        let sign = isSelected ? "▸" : row.isCurrent ? "▌" : " "
        canvas.write(sign + row.text, at: Point(column: 0, row: line), style: style, width: width)
        canvas.write(number, at: Point(column: width + 1, row: line), style: .dim)
        if isSelected { canvas.reverse(row: line) }
    }
}
