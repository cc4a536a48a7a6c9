// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Draws an app’s sidebar, and knows which of its entries is selected.
///
/// While the keys move elsewhere the selection stays on what the app shows; so does what is seen of a long sidebar.
@MainActor
public final class SidebarPanel: ListPanel {
    /// Which entries are seen and selected.
    public var position = PanelPosition(isSelectable: true)
    private let view: @MainActor (DrawingContext) -> SidebarView
    private var entries: [SidebarView.Entry] = []

    /// The panel of what `view` says at each drawing, from what is in memory.
    init(view: @escaping @MainActor (DrawingContext) -> SidebarView) { self.view = view }

    private var selected: SidebarView.Entry? {
        position.selected.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
    }

    /// What shows the thing of the selected entry.
    public var opening: Action? { selected?.action }

    /// What the app calls it.
    public func title(in context: DrawingContext) -> String { view(context).title }

    /// Draws the entries that there is room for, with their counts at the right.
    public func draw(on canvas: inout Canvas, in context: DrawingContext) {
        let before = selected?.id
        entries = view(context).entries
        position.setCount(entries.count)
        position.fit(canvas.size.rows)
        if !context.isFocused {
            if let current = entries.firstIndex(where: \.isCurrent) { position.select(current) }
        } else if let before, before != selected?.id, let row = entries.firstIndex(where: { $0.id == before }) {
            // Others have come or gone.
            position.select(row)
        }
        for (line, index) in position.rows.enumerated() {
            let isSelected = context.isFocused && index == position.selected
            draw(entries[index], isSelected: isSelected, line: line, on: &canvas, in: context)
        }
    }

    private func draw(
        _ entry: SidebarView.Entry, isSelected: Bool, line: Int, on canvas: inout Canvas, in context: DrawingContext
    ) {
        let number = entry.count.map { String($0) } ?? ""
        let width = canvas.size.columns - number.utf8.count - 1
        let style = entry.isCurrent ? Style(foreground: context.accent, attributes: .bold) : .plain
        let sign = isSelected ? "▸" : entry.isCurrent ? "▌" : " "
        canvas.write(sign + entry.text, at: Point(column: 0, row: line), style: style, width: width)
        canvas.write(number, at: Point(column: width + 1, row: line), style: .dim)
        if isSelected { canvas.reverse(row: line) }
    }
}
