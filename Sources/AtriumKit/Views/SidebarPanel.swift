// SPDX-License-Identifier: GPL-3.0-or-later

package import Terminal

/// The sidebar of an app: which of its entries are seen, and which one is selected.
///
/// Its position counts lines, of which an entry has several where there is no room to tell all of it otherwise. While the
/// keys move elsewhere the selection stays on what the app shows; so does what is seen of a long sidebar.
@MainActor
package final class SidebarPanel: Panel {
    package var position = PanelPosition(isSelectable: true)
    /// Whether the keys that select move here.
    package var isFocused = false
    private(set) var view = SidebarView(title: "", entries: [])
    /// The lines of the entries.
    private var lines = FoldedRows()
    /// Which entry the app showed last, and where that stood; nil while the keys moved here.
    private var followed: Followed?
    private let source: @MainActor (ViewContext) -> SidebarView

    private struct Followed: Equatable {
        let id: String
        let row: Int
        let count: Int
    }

    /// The panel of what the app says at each time.
    init(_ source: @escaping @MainActor (ViewContext) -> SidebarView) { self.source = source }

    package var title: String { view.title }
    package var opening: Action? { selected?.action }

    var selected: SidebarView.Entry? { position.selected.flatMap(lines.thing).map { view.entries[$0] } }

    package func arrange(for size: Size, in context: ViewContext) {
        let before = selected?.id
        view = source(context)
        lines = isFocused ? SidebarDrawing.lines(of: view, in: size) : FoldedRows(view.entries.count)
        position.setCount(lines.count)
        position.fit(size.rows - lines.fullRows)
        if !isFocused, let row = view.entries.firstIndex(where: \.isCurrent) {
            let current = Followed(id: view.entries[row].id, row: row, count: view.entries.count)
            // Whoever has turned the wheel here sees what they have turned to.
            if current == followed { position.selectUnseen(row) } else { position.select(row) }
            followed = current
            return
        }
        followed = nil
        if let before, before != selected?.id, let row = view.entries.firstIndex(where: { $0.id == before }) {
            // Others have come or gone, or take more lines or fewer.
            position.select(lines.lines(of: row).lowerBound)
        }
    }

    /// What shows the entry at a line of the panel; nil where there is none.
    package func opening(atLine line: Int) -> Action? {
        let row = position.top + line
        return position.rows.contains(row) ? lines.thing(atLine: row).map { view.entries[$0].action } : nil
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        SidebarDrawing(view: view, position: position, lines: lines, isFocused: isFocused, accent: accent)
            .draw(on: &canvas)
    }
}
