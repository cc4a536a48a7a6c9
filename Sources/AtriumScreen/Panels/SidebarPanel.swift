// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
package import AtriumTerminal

/// The sidebar of an app: the visible entries, and the selected one.
///
/// Its position counts lines, of which an entry has several if there is no room for its whole text otherwise. While the
/// keys move elsewhere the selection stays on the app’s current entry; so does the view of a long sidebar.
@MainActor
package final class SidebarPanel: Panel {
    package var position = PanelPosition(isSelectable: true)
    /// Whether the keys that select move here.
    package var isFocused = false
    private(set) var view = SidebarView(title: "", entries: [])
    private var language = Language.english
    /// The lines of the entries.
    private var lines = FoldedRows()
    /// The last current entry of the app, and its place; `nil` while the keys moved here.
    private var followed: Selection?
    private let source: @MainActor (ViewContext) -> SidebarView

    private struct Selection: Equatable {
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
        (view, language) = (source(context), context.language)
        lines = isFocused ? SidebarDrawing.lines(of: view, in: size, context.language) : FoldedRows(view.entries.count)
        position.setCount(lines.count)
        position.fit(size.rows - lines.fullRows)
        if !isFocused, let row = view.entries.firstIndex(where: \.isCurrent) {
            let current = Selection(id: view.entries[row].id, row: row, count: view.entries.count)
            // A user who has turned the wheel here sees the part turned to.
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

    /// The action of the entry at a line of the panel; `nil` if there is none.
    package func opening(atLine line: Int) -> Action? {
        let row = position.top + line
        return position.rows.contains(row) ? lines.thing(atLine: row).map { view.entries[$0].action } : nil
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        SidebarDrawing(
            view: view, position: position, lines: lines, isFocused: isFocused, accent: accent, language: language
        )
        .draw(on: &canvas)
    }
}

/// Draws a sidebar: a pure function of what it shows, of a position, and of a colour.
struct SidebarDrawing {
    let view: SidebarView
    /// The visible lines of the entries, and the selected one.
    let position: PanelPosition
    let lines: FoldedRows
    let isFocused: Bool
    let accent: Color
    let language: Language

    /// The lines of the entries, with the whole text of a cut one while it is selected.
    static func lines(of view: SidebarView, in size: Size, _ language: Language) -> FoldedRows {
        FoldedRows(
            needs: view.entries.map { fullLines(of: $0, columns: size.columns, language).count }, rows: size.rows
        ) {
            unfoldedLines(of: view.entries[$0], columns: size.columns, language).count
        }
    }

    /// All of an entry’s text in lines, if it is cut beside its count.
    private static func fullLines(of entry: SidebarView.Entry, columns: Int, _ language: Language) -> [VisibleText] {
        let text = VisibleText(entry.text)
        guard text.columns + 1 > width(for: entry, columns: columns, language) else { return [] }
        return text.wrapped(to: max(1, columns - 2), keepingWords: true)
    }

    /// All of an entry’s text in lines beside its count.
    private static func unfoldedLines(of entry: SidebarView.Entry, columns: Int, _ language: Language) -> [VisibleText]
    {
        VisibleText(entry.text).wrapped(
            to: max(1, width(for: entry, columns: columns, language) - 1), keepingWords: true)
    }

    private static func number(of entry: SidebarView.Entry, _ language: Language) -> String {
        entry.count.map(language.grouped) ?? ""
    }

    /// The columns for an entry’s sign and text; around its count stand blanks, if there is room for them.
    private static func width(for entry: SidebarView.Entry, columns: Int, _ language: Language) -> Int {
        columns - DisplayWidth.of(number(of: entry, language)) - (entry.count == nil || columns < 16 ? 1 : 2)
    }

    /// Draws the lines that there is room for, with the counts at the right, and below them all of the selected entry.
    func draw(on canvas: inout Canvas) {
        let selected = isFocused ? position.selected.flatMap(lines.thing) : nil
        for (row, line) in position.rows.enumerated() {
            guard let index = lines.thing(atLine: line) else { continue }
            let isHere = isFocused && line == position.selected
            draw(view.entries[index], part: lines.part(atLine: line), isSelected: isHere, row: row, on: &canvas)
            if index == selected { canvas.reverse(row: row) }
        }
        guard let selected, position.selected.flatMap(lines.part) == nil else { return }
        drawFully(view.entries[selected], on: &canvas)
    }

    private func drawFully(_ entry: SidebarView.Entry, on canvas: inout Canvas) {
        let start = canvas.size.rows - lines.fullRows
        for (row, line) in Self.fullLines(of: entry, columns: canvas.size.columns, language).enumerated() {
            canvas.write(line, at: Point(column: 1, row: start + row), style: .dim)
        }
    }

    /// Draws an entry on its one line, or one of the lines of its whole text, the first of which has its count.
    private func draw(
        _ entry: SidebarView.Entry, part: Int?, isSelected: Bool, row: Int, on canvas: inout Canvas
    ) {
        let columns = canvas.size.columns
        let width = Self.width(for: entry, columns: columns, language)
        let isFirst = (part ?? 0) == 0
        let marks: Marks = entry.isCurrent ? [.accented, .strong] : []
        let sign: VisibleText = isSelected ? "▸" : entry.isCurrent && isFirst ? "▌" : " "
        let text = part.map { Self.unfoldedLines(of: entry, columns: columns, language)[$0] } ?? VisibleText(entry.text)
        canvas.write(
            sign + text, at: Point(column: 0, row: row), style: marks.style(accent: accent), width: width)
        guard isFirst else { return }
        canvas.write(Self.number(of: entry, language), at: Point(column: width + 1, row: row), style: .dim)
    }
}
