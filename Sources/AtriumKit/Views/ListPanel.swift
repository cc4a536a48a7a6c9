// SPDX-License-Identifier: GPL-3.0-or-later

package import Terminal

/// The list of an app: which of its rows are seen, and which one is selected, by its id.
@MainActor
package final class ListPanel: Panel {
    package var position = PanelPosition(isSelectable: true)
    /// The rows that are seen.
    private(set) var view = ListView(title: "")
    private let source: @MainActor () -> (any ListProviding)?
    private var content: (any ListContent)?
    /// Which list was arranged last, and which of its rows there were.
    private var listed: (id: AnyHashable, ids: [String])?
    private var selectedID: String?
    private var openID: String?
    /// The rows that are marked, for a command that is for several.
    private var marked: Set<String> = []
    private var items: Set<String> = []
    /// Whether the selection may go on to what comes: it does for what somebody has typed here, and not for what comes
    /// from elsewhere while they read.
    private var followsNewest = true
    private var linesPerRow = 1

    /// The panel of whatever list the app has at the moment.
    init(_ source: @escaping @MainActor () -> (any ListProviding)?) { self.source = source }

    package var title: String { view.title }
    package var total: ListTotal { ListTotal(view.total, isKnown: view.isTotalKnown) }
    package private(set) var offset = 0
    package var opening: Action? { selectedID.flatMap { id in view.rows.first { $0.id == id }?.action } }

    /// The ids of what is marked, in the order of the list, or else of what is selected, as values of a kind; none where
    /// they are no such values.
    func selection(of item: String) -> [String] {
        guard items.contains(item) else { return [] }
        let marked = markedIDs
        return marked.isEmpty ? selectedID.map { [$0] } ?? [] : marked
    }

    /// What a user knows the selected row by; nil where none is selected in sight.
    package var selectedTitle: String? {
        selectedID.flatMap { id in view.rows.first { $0.id == id } }.map { row in
            [row.lead, row.title.text].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// What is marked, in the order of the list.
    package var markedIDs: [String] { marked.isEmpty ? [] : listed?.ids.filter(marked.contains) ?? [] }

    /// Marks what is selected, or unmarks it.
    package func toggleMark() {
        guard let selectedID, opening != nil else { return }
        if marked.remove(selectedID) == nil { marked.insert(selectedID) }
    }

    /// Unmarks everything; false where nothing was marked.
    @discardableResult
    package func unmarkAll() -> Bool {
        defer { marked = [] }
        return !markedIDs.isEmpty
    }

    /// The row that stands at a line of the panel; nil below the last one.
    package func row(atLine line: Int) -> Int? {
        let row = position.top + line / linesPerRow
        return position.rows.contains(row) ? row : nil
    }

    /// The line at which the selection stands; nil where nothing is selected in sight.
    package var selectedLine: Int? {
        position.selected.flatMap { position.rows.contains($0) ? ($0 - position.top) * linesPerRow : nil }
    }

    /// Tells whether what comes next comes by what somebody does here.
    func setFollowing(_ follows: Bool) { followsNewest = follows }

    /// Tells the app that nothing is selected: who drew the panel has shown it to nobody.
    package func deselect() { content?.select(nil) }

    /// Tells the app what is about to be read again.
    func prepare() { current()?.prepare() }

    /// Reads again what is loaded of the list, where it may be another by now.
    func refresh() async throws { try await current()?.refresh() }

    package func turnPage(_ edge: PanelEdge) async throws { try await content?.turnPage(edge) }

    package func arrange(for size: Size, in context: ViewContext) {
        guard let content = current() else { return }
        let traits = content.traits
        // In a low panel more titles count more than a line of each.
        linesPerRow = traits.hasExcerpts && size.rows > 3 ? 2 : 1
        if listed?.id != content.id {
            position = PanelPosition(isSelectable: true, startsAtEnd: traits.startsAtEnd)
            listed = nil
            marked = []
        }
        items = traits.items
        place(content.ids, traits, rows: size.rows / linesPerRow, initially: content.initialID)
        listed = (content.id, content.ids)
        selectedID = position.selected.map { content.ids[$0] }
        content.select(position.selected)
        view = content.view(of: position.rows, in: context)
        offset = view.offset - position.rows.lowerBound
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        ListDrawing(
            view: view, selected: selectedID, marked: marked, isFocused: isFocused, linesPerRow: linesPerRow,
            accent: accent
        ).draw(on: &canvas)
    }

    /// What is loaded of the list that the app has now.
    private func current() -> (any ListContent)? {
        guard let source = source() else { return nil }
        if let content, content.adopt(source) { return content }
        let new = source.makeContent()
        content = new
        return new
    }

    /// Fits the position to the rows that there are, with the selection on the row that had it.
    private func place(
        _ ids: [String], _ traits: ListTraits, rows: Int, initially initialID: @autoclosure () -> String?
    ) {
        let before = listed?.ids ?? []
        let (top, row) = (position.top, position.selected)
        // Whoever is where new things come goes on to the newest.
        let isOnNewest = row != nil && row == traits.newestRow(of: before.count)
        position.setCount(ids.count)
        position.fit(rows)
        if before != ids, !(isOnNewest && followsNewest), let row, let selectedID,
            let now = ids.firstIndex(of: selectedID)
        {
            // What is seen stays where it is, too; whoever is at the newest sees what has come beside it.
            if !isOnNewest { position.scroll(by: top + now - row - position.top) }
            position.select(now)
        }
        if before.isEmpty, let id = initialID(), let index = ids.firstIndex(of: id) { position.select(index) }
        if openID != traits.openID {
            openID = traits.openID
            if let openID, let index = ids.firstIndex(of: openID) { position.select(index) }
        }
    }
}
