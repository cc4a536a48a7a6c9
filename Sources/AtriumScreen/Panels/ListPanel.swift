// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
package import AtriumTerminal

/// The list of an app: its visible rows, and the selected one, by its id.
@MainActor
package final class ListPanel: Panel {
    /// The position among the rows; without any, in the lines of the message.
    package var position: PanelPosition {
        get { emptyPosition.count > 0 ? emptyPosition : rowPosition }
        set { if emptyPosition.count > 0 { emptyPosition = newValue } else { rowPosition = newValue } }
    }
    private var rowPosition = PanelPosition(isSelectable: true)
    private var emptyPosition = PanelPosition()
    /// The visible rows.
    private(set) var view = ListView(title: "")
    private let source: @MainActor () -> (any ListProviding)?
    private var content: (any ListContent)?
    /// The last arranged list, and its rows.
    private var listed: (id: ListID, ids: [String])?
    /// The positions in other lists.
    private var places = ListPlaces()
    private var selectedID: String?
    private var openID: String?
    /// The marked rows, for a command on several items.
    private var marked: Set<String> = []
    private var items: Set<String> = []
    /// The number of rows before the loaded ones.
    private var passedCount = 0
    /// Whether the selection may move to new rows: it does for rows from the user’s own commands, and not for rows
    /// from elsewhere.
    private var followsNewest = true
    /// The room for which the rows are laid out.
    private var size = Size(columns: 0, rows: 0)
    /// The columns of the texts before the titles: of the widest one in this list so far, so that titles stay in place
    /// while the list is scrolled.
    private var lead = 0
    /// The rows that were read lately, by their index.
    private var rows: [Int: LaidRow] = [:]
    /// The number of the last update, for which the app makes each row once.
    private var updates = 0
    /// Those of the visible rows.
    private var laidOut: [RowLayout] = []
    /// The last selection that the app knows, and its list; `nil` if its data may have changed since.
    private var reported: (list: ListID, id: String?)?
    /// The last target of the selection, reached or not.
    private var reached: ListTarget?
    /// Whether the open item has no row here.
    private var isOpenElsewhere = false

    /// The panel of the app’s present list.
    init(_ source: @escaping @MainActor () -> (any ListProviding)?) { self.source = source }

    package var title: String { view.title }
    package var total: ListTotal { view.total }
    package var place: String { emptyPosition.place }
    package private(set) var offset: Int? = 0
    package private(set) var asides: [String] = []
    /// The action of the selected row, even if it is out of sight.
    package private(set) var opening: Action?

    /// The marked rows, in the order of the list, or else the selected one, as values of a kind, each once; none if
    /// the rows stand for no such values.
    func selection(of item: String) -> [String] {
        let marked = markedIDs
        // An item made by the line in progress is not selected before the line is over.
        let new = content?.traits.target.flatMap { $0 == reached ? nil : $0.id }
        let ids = marked.isEmpty ? isWaiting ? [] : (new ?? selectedID).map { [$0] } ?? [] : marked
        guard !items.contains(item) else { return ids }
        var values: [String] = []
        for id in ids {
            if let value = content?.related(item, to: id), !values.contains(value) { values.append(value) }
        }
        return values
    }

    /// The last arranged list.
    var listID: ListID? { listed?.id }

    /// Whether the rows stand for values of a kind.
    func offers(_ item: String) -> Bool { content?.offers(item) ?? true }

    /// The selected row; `nil` if none is selected in sight, or an item without a row is open.
    package var selectedRow: Row? { isOpenElsewhere ? nil : view.rows.first { $0.id == selectedID } }

    /// Whether the item is no longer in the list, as it is loaded now.
    func hasLost(_ id: String) -> Bool {
        guard let content, !isWaiting, listed?.id == content.id, selectedID == id else { return false }
        return !content.ids.contains(id)
    }

    /// The marked rows, in the order of the list.
    package var markedIDs: [String] { marked.isEmpty ? [] : listed?.ids.filter(marked.contains) ?? [] }

    /// Marks or unmarks the selected row.
    package func toggleMark() {
        guard let selectedID, opening != nil else { return }
        if marked.remove(selectedID) == nil { marked.insert(selectedID) }
    }

    /// Unmarks all rows; `false` if none was marked.
    @discardableResult
    package func unmarkAll() -> Bool {
        defer { marked = [] }
        return !markedIDs.isEmpty
    }

    /// The row that stands at a line of the panel; `nil` below the last one.
    package func row(atLine line: Int) -> Int? {
        var end = 0
        return zip(rowPosition.rows, laidOut).first { _, layout in
            end += layout.height
            return line < end
        }?.0
    }

    /// The line of the selection; `nil` if nothing is selected in sight.
    package var selectedLine: Int? {
        rowPosition.selected.flatMap { selected in
            guard rowPosition.rows.contains(selected) else { return nil }
            return laidOut.prefix(selected - rowPosition.top).reduce(0) { $0 + $1.height }
        }
    }

    /// Sets whether the next new rows come from the user’s own commands.
    func setFollowing(_ follows: Bool) { followsNewest = follows }

    /// Reports to the app that nothing is selected: the drawn panel was not displayed to the user.
    package func deselect() { if let content { tell(nil, of: content) } }

    /// Announces the next reading to the app.
    func prepare() { current()?.prepare() }

    /// Reloads the loaded part of the list, if it may be stale.
    func refresh() async throws {
        guard let content = current() else { return }
        try await content.refresh()
        reported = nil
        guard let target = content.traits.target, target != reached else { return }
        try await content.seek(target.id)
        // A later appearance has another reason.
        if !content.ids.contains(target.id) { reached = target }
    }

    package func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool {
        try await content?.turnPage(edge, far: far) ?? false
    }

    /// Fits the position to the app’s present rows after an event, and reports the selection to the app if it is
    /// another one.
    package func update(for size: Size, in context: ViewContext) {
        guard let content = current() else { return }
        let traits = content.traits
        let isOther = size != self.size || content.columns != view.columns
        self.size = size
        updates += 1
        if isOther || rows.count > Self.rowLimit { rows = [:] }
        if isWaiting {
            opening = nil
            return tell(nil, of: content)
        }
        if listed == nil { rowPosition = PanelPosition(isSelectable: true, startsAtEnd: traits.startsAtEnd) }
        forgetMarks(ofGone: content.ids, traits)
        items = traits.items
        // A user who has opened an unselected item has left the marks.
        if traits.isOpenElsewhere && !isOpenElsewhere
            || traits.openID.map({ $0 != openID && $0 != selectedID }) ?? false
        {
            marked = []
        }
        isOpenElsewhere = traits.isOpenElsewhere
        place(content.ids, traits, lines: size.rows, initially: content.initialID) {
            layout($0, in: context)?.height ?? 1
        }
        listed = (content.id, content.ids)
        passedCount = traits.passedCount
        selectedID = rowPosition.selected.map { content.ids[$0] }
        opening = rowPosition.selected.flatMap { row($0, in: context) }?.row.action
        tell(rowPosition.selected, of: content)
    }

    /// Moves the selection to the open item, and on from a missing one, while the panel is not visible.
    ///
    /// - Parameter size: The room that the list will have when it is visible again.
    package func follow(for size: Size, in context: ViewContext) {
        guard let content = current(), !content.ids.isEmpty || listed != nil else { return }
        let opened = content.traits.openID
        guard opened != nil && opened != openID || selectedID.map(hasLost) ?? false else { return }
        update(for: size, in: context)
        arrange(for: size, in: context)
    }

    package func arrange(for size: Size, in context: ViewContext) {
        guard let content else { return }
        let visible = isWaiting ? 0..<0 : rowPosition.rows
        view = content.view(from: visible.lowerBound, in: context)
        view.rows = visible.compactMap { row($0, in: context)?.row }
        laidOut = visible.compactMap { layout($0, in: context) }
        offset = view.offset.map { $0 - visible.lowerBound }
        asides = isWaiting ? [] : cutTexts(of: view).map { $0.string(in: context.language) }
        let isEmpty = content.ids.isEmpty && !isWaiting
        emptyPosition.setCount(isEmpty ? ListDrawing.emptyLines(of: view, columns: size.columns).count : 0)
        emptyPosition.fit(size.rows)
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        ListDrawing(
            view: view, selected: selectedID, marked: marked, isFocused: isFocused,
            layouts: laidOut, emptyPosition: emptyPosition, accent: accent
        ).draw(on: &canvas)
    }

    /// The messages about a list that its limit cuts, the longest first.
    private func cutTexts(of view: ListView) -> [LocalizedText] {
        guard let uncut = view.uncut else { return [] }
        let (count, total) = (view.total.count, uncut.count)
        return uncut.isKnown
            ? [
                Strings.listCut(count: count, total: total), Strings.listCutOption(count: count, total: total),
                Strings.listCutShort(count: count, total: total),
            ]
            : [
                Strings.listCutUncounted(count: count), Strings.listCutUncountedOption(count: count),
                Strings.listCutUncountedShort(count: count),
            ]
    }

    /// Unmarks missing rows: a row that comes back later is not marked.
    private func forgetMarks(ofGone ids: [String], _ traits: ListTraits) {
        // Another part of a long list is another matter.
        guard !marked.isEmpty, let listed, listed.ids != ids, traits.passedCount == passedCount else { return }
        marked.subtract(Set(listed.ids).subtracting(ids))
    }

    /// The loaded part of the app’s present list.
    private func current() -> (any ListContent)? {
        guard let source = source() else { return nil }
        if let content, content.adopt(source) { return content }
        return turn(to: source)
    }

    /// Replaces the list with another one, at the position where that was left, or at its beginning.
    private func turn(to source: any ListProviding) -> any ListContent {
        let left = places.take(source)
        if let content, let listed {
            places.keep(
                ListPlaces.Left(content: content, position: rowPosition, ids: listed.ids, selectedID: selectedID))
        }
        let content = left?.content ?? source.makeContent()
        rowPosition = left?.position ?? PanelPosition(isSelectable: true)
        emptyPosition.reset()
        listed = left.map { (content.id, $0.ids) }
        selectedID = left?.selectedID
        marked = []
        lead = 0
        rows = [:]
        self.content = content
        return content
    }

    /// Whether the user has come back to a list that was not reloaded yet.
    private var isWaiting: Bool { content?.isRead == false && listed?.ids.isEmpty == false }

    /// Reports a selected row to the app, unless it knows that one with its present data.
    private func tell(_ row: Int?, of content: any ListContent) {
        let id = row.map { content.ids[$0] }
        if let reported, reported.list == content.id, reported.id == id { return }
        reported = (content.id, id)
        content.select(row)
    }

    /// A row as the app made it, and the places of its parts, which stay while the row does.
    private final class LaidRow {
        let row: Row
        var layout: RowLayout?
        /// The last update for which the app made it.
        var update: Int

        init(_ row: Row, for update: Int) { (self.row, self.update) = (row, update) }
    }

    /// A row with its text.
    private func row(_ index: Int, in context: ViewContext) -> LaidRow? {
        let known = rows[index]
        if let known, known.update == updates { return known }
        guard let row = content?.row(index, in: context) else { return nil }
        if let known, known.row == row {
            known.update = updates
            return known
        }
        let lead = DisplayWidth.of(Sanitizer.visible(row.lead))
        if lead > self.lead {
            self.lead = lead
            for row in rows.values { row.layout = nil }
        }
        let laid = LaidRow(row, for: updates)
        rows[index] = laid
        return laid
    }

    /// More than a screen shows, and fewer than a user scrolls through.
    private static let rowLimit = 200

    /// The places of the parts of a row.
    private func layout(_ index: Int, in context: ViewContext) -> RowLayout? {
        guard let content, let laid = row(index, in: context) else { return nil }
        if let known = laid.layout { return known }
        // In a low panel more titles count more than all of each.
        let layout = RowLayout(
            laid.row, lead: lead, columns: content.columns, width: size.columns, isHigh: size.rows > 3)
        laid.layout = layout
        return layout
    }

    /// Fits the position to the present rows, with the selection on its row.
    private func place(
        _ ids: [String], _ traits: ListTraits, lines: Int, initially initialID: @autoclosure () -> String?,
        height: (Int) -> Int
    ) {
        func fit() {
            // A row that comes into sight may have a longer text before its title than those before it.
            var known: Int
            repeat {
                known = lead
                rowPosition.fit(lines: lines, height: height)
            } while lead != known
        }
        let before = listed?.ids ?? []
        let (top, row) = (rowPosition.top, rowPosition.selected)
        // A selection on the newest row moves to a newer one.
        let isOnNewest = row != nil && row == traits.newestRow(of: before.count)
        rowPosition.setCount(ids.count)
        fit()
        defer { fit() }
        if before != ids, !(isOnNewest && followsNewest), let row, let selectedID,
            let now = ids.firstIndex(of: selectedID)
        {
            // The visible part stays in its place, too; a view at the newest row shows the new ones beside it.
            let step = top + now - row - rowPosition.top
            if rowPosition.isApart {
                rowPosition.scrollApart(by: step)
                rowPosition.selectUnseen(now)
            } else {
                if !isOnNewest { rowPosition.scroll(by: step) }
                rowPosition.select(now)
            }
        }
        if before.isEmpty, let id = initialID(), let index = ids.firstIndex(of: id) { rowPosition.select(index) }
        if openID != traits.openID {
            openID = traits.openID
            if let openID, let index = ids.firstIndex(of: openID) { rowPosition.select(index) }
        }
        if let target = traits.target, target != reached, let index = ids.firstIndex(of: target.id) {
            reached = target
            rowPosition.select(index)
            marked.formUnion(target.marked.filter(Set(ids).contains))
        }
    }
}

/// The positions in lists that are not displayed now, up to a limit.
@MainActor
struct ListPlaces {
    /// A list as it was left: its loaded part, and the position in it.
    struct Left {
        /// The loaded part, without the items themselves.
        let content: any ListContent
        let position: PanelPosition
        /// The rows that there were.
        let ids: [String]
        let selectedID: String?
    }

    private var left = LastPlaces<Left>()

    /// Keeps a list that is left.
    mutating func keep(_ list: Left) {
        list.content.putAside()
        left.keep(list)
    }

    /// The list of a source as it was left; `nil` if it was not visited, or not lately.
    mutating func take(_ source: any ListProviding) -> Left? {
        guard let list = left.take(where: { $0.content.id == source.id }) else { return nil }
        return list.content.adopt(source) ? list : nil
    }
}
