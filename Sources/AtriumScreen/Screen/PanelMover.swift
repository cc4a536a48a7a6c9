// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// Moves in the panels of the current app, and loads the parts that come into sight.
@MainActor
final class PanelMover {
    private let coordinator: Coordinator
    private let state: ScreenState
    /// The way to the end of a panel.
    private(set) var going: Task<Void, Never>? {
        didSet {
            oldValue?.cancel()
            owed = 0
        }
    }
    /// The number of matches still to move on by, or back with a negative number.
    private var owed = 0
    /// Whether the content passes by on the way to the end of a panel, without being read.
    var isOnTheWay: Bool { going != nil }
    /// Called when panels show something else.
    var onChange: @MainActor () -> Void = {}

    init(coordinator: Coordinator, state: ScreenState) {
        self.coordinator = coordinator
        self.state = state
    }

    /// Scrolls by pages in the panel that keys move in.
    func scroll(pages: Int) {
        guard let panel = panel(state.panels.current) else { return }
        move(panel, pages < 0 ? .start : .end) { position in
            let rows = pages * max(1, position.visible - 1)
            // In the sidebar the selection matters.
            if panel is SidebarPanel { position.select(by: rows) } else { position.scroll(by: rows) }
        }
    }

    /// Selects another row: in the sidebar or the list, or scrolls the panel in its place.
    func select(_ steps: Int) {
        guard let app = coordinator.currentApp else { return }
        let hasList = state.layout.list != nil
        let part = state.focusing.isInSidebar ? PanelPart.sidebar : hasList ? .list : .reader
        // Beside the list the detail follows the selection; the thing opened before gives way.
        if part == .list { app.panels.detail?.close() }
        move(part, steps)
    }

    /// Moves by `steps` rows in the panel with the focus.
    func step(_ steps: Int) {
        let part = state.panels.current
        part == .list ? select(steps) : move(part, steps)
    }

    /// Selects the row at a line of the list; false if there is none.
    func select(atLine line: Int) -> Bool {
        guard let list = coordinator.currentApp?.panels.mainList, let row = list.row(atLine: line) else { return false }
        if row != list.position.selected { coordinator.currentApp?.panels.detail?.close() }
        move(list, .end) { $0.select(row) }
        return true
    }

    /// Scrolls a panel by lines, whatever keys move in.
    func scroll(_ part: PanelPart, lines: Int) {
        guard let panel = panel(part) else { return }
        // A user who looks further down a list reads on in its selection.
        move(panel, lines < 0 ? .start : .end) {
            if part == .list { $0.scrollApart(by: lines) } else { $0.scroll(by: lines) }
        }
    }

    /// Goes to the first or the last row, and loads the rows in between; any other move ends that.
    func go(to edge: PanelEdge) {
        guard let panel = panel(state.panels.current) else { return }
        if state.panels.current == .list { coordinator.currentApp?.panels.detail?.close() }
        going = Task {
            // The next command reports content that cannot be read now.
            while !Task.isCancelled, (try? await panel.turnPage(edge, far: true)) == true {}
            if !Task.isCancelled { jump(panel, to: edge) { going = nil } }
        }
        jump(panel, to: edge)
    }

    /// Goes to the first or the last loaded row.
    ///
    /// - Parameter arrive: Called before that is drawn.
    private func jump(_ panel: any Panel, to edge: PanelEdge, arrive: () -> Void = {}) {
        if edge == .end { (panel as? DocumentPanel)?.sight.layOutAll() }
        // Only the update shows how many rows there are.
        onChange()
        panel.position.select(by: edge == .start ? -panel.position.count : panel.position.count)
        arrive()
        onChange()
    }

    /// Goes to the match one further on, or one back, in a document, and loads more of it if
    /// that is in no loaded part; each call is one match, even during an earlier search.
    func moveHit(by step: Int, in document: DocumentPanel) {
        guard owed == 0, document.search.edge(before: step) == nil else {
            owed += step
            if going == nil || owed == step { seekHits(in: document) }
            return
        }
        going = nil
        document.search.move(by: step)
        onChange()
    }

    private func seekHits(in document: DocumentPanel) {
        let owed = owed
        going = Task {
            while !Task.isCancelled, self.owed != 0 {
                let step = self.owed.signum()
                await seekHit(step, in: document)
                if !Task.isCancelled { self.owed -= step }
            }
            if !Task.isCancelled { going = nil }
        }
        // An earlier move owes nothing any more.
        self.owed = owed
    }

    private func seekHit(_ step: Int, in document: DocumentPanel) async {
        let search = document.search
        if let edge = search.edge(before: step) {
            let hadNone = search.count == 0
            // The nearest is mostly on the next page. The next command reports content that cannot be read now.
            while !Task.isCancelled, (try? await document.turnPage(edge, far: true)) == true {
                onChange()
                // The first place that is loaded is where the search goes, even if it is in sight by then.
                if hadNone, search.count > 0 {
                    search.lookAtFirst(towards: edge)
                    return onChange()
                }
                if search.edge(before: step) == nil || document.canSeek { break }
            }
            if search.edge(before: step) != nil {
                for isWhole in [false, true] where !Task.isCancelled {
                    guard let block = try? await document.seek(edge, isWhole: isWhole) else { continue }
                    guard !Task.isCancelled else { return }
                    onChange()
                    search.look(inBlock: block, from: step < 0 ? .end : .start)
                    return onChange()
                }
                let other: PanelEdge = edge == .start ? .end : .start
                while !document.canSeek, !Task.isCancelled, (try? await document.turnPage(other, far: true)) == true {
                    onChange()
                }
                if !Task.isCancelled { search.noteNowhere() }
            }
        }
        guard !Task.isCancelled else { return }
        search.move(by: step)
        onChange()
    }

    /// The document that keys move in; `nil` if it is a list or the sidebar.
    var document: DocumentPanel? { panel(state.panels.current) as? DocumentPanel }

    private func panel(_ part: PanelPart) -> (any Panel)? {
        guard let app = coordinator.currentApp else { return nil }
        switch part {
        case .sidebar: return app.panels.sidebar
        case .list: return app.panels.main
        case .reader: return app.panels.detail ?? app.panels.main
        }
    }

    private func move(_ part: PanelPart, _ steps: Int) {
        guard let panel = panel(part) else { return }
        move(panel, steps < 0 ? .start : .end) { $0.select(by: steps) }
    }

    /// Moves in a panel, which loads the next part before the user is there.
    private func move(_ panel: any Panel, _ edge: PanelEdge, _ change: (inout PanelPosition) -> Void) {
        going = nil
        change(&panel.position)
        onChange()
        guard panel.position.isNear(edge) else { return }
        Task {
            // The next command reports content that cannot be read now.
            _ = try? await panel.turnPage(edge)
            onChange()
        }
    }

    /// Loads as much as fits into the list and the document, if there is more than a page.
    func fill() async {
        guard let app = coordinator.currentApp else { return }
        await fill(app.panels.main)
        if let document = app.panels.detail { await fill(document) }
    }

    private func fill(_ document: DocumentPanel) async {
        var count = -1
        while document.position.count != count, let edge = document.sight.edgeWithRoom {
            count = document.position.count
            // The next command reports content that cannot be read now.
            _ = try? await document.turnPage(edge, far: false)
            onChange()
        }
    }

    private func fill(_ list: any Panel) async {
        var count = -1
        while list.position.count != count, list.position.count < min(list.total.count, list.position.visible) {
            count = list.position.count
            // The next command reports content that cannot be read now.
            for edge in [PanelEdge.start, .end] { _ = try? await list.turnPage(edge) }
            onChange()
        }
    }
}
