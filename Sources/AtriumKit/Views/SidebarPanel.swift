// SPDX-License-Identifier: GPL-3.0-or-later

package import Terminal

/// The sidebar of an app: which of its entries are seen, and which one is selected.
///
/// While the keys move elsewhere the selection stays on what the app shows; so does what is seen of a long sidebar.
@MainActor
package final class SidebarPanel: Panel {
    package var position = PanelPosition(isSelectable: true)
    /// Whether the keys that select move here.
    package var isFocused = false
    private(set) var view = SidebarView(title: "", entries: [])
    /// The rows at the bottom that tell all of the selected entry, while the keys move here.
    private var fullRows = 0
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

    private var selected: SidebarView.Entry? {
        position.selected.flatMap { view.entries.indices.contains($0) ? view.entries[$0] : nil }
    }

    package func arrange(for size: Size, in context: ViewContext) {
        let before = selected?.id
        view = source(context)
        position.setCount(view.entries.count)
        fullRows = isFocused ? SidebarDrawing.fullRows(of: view, in: size) : 0
        position.fit(size.rows - fullRows)
        if !isFocused {
            guard let row = view.entries.firstIndex(where: \.isCurrent) else { return }
            let current = Followed(id: view.entries[row].id, row: row, count: view.entries.count)
            // Whoever has turned the wheel here sees what they have turned to.
            if current == followed { position.selectUnseen(row) } else { position.select(row) }
            followed = current
            return
        }
        followed = nil
        if let before, before != selected?.id, let row = view.entries.firstIndex(where: { $0.id == before }) {
            // Others have come or gone.
            position.select(row)
        }
    }

    /// What shows the entry at a line of the panel; nil where there is none.
    package func opening(atLine line: Int) -> Action? {
        let row = position.top + line
        return position.rows.contains(row) && view.entries.indices.contains(row) ? view.entries[row].action : nil
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        SidebarDrawing(view: view, position: position, isFocused: isFocused, fullRows: fullRows, accent: accent)
            .draw(on: &canvas)
    }
}
