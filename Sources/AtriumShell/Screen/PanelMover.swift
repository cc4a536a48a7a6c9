// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// Moves in the panels of the current app, and has them load what comes into sight.
@MainActor
final class PanelMover {
    private let coordinator: Coordinator
    private let state: ScreenState
    /// On the way to the end of a panel.
    private var going: Task<Void, Never>? { didSet { oldValue?.cancel() } }
    /// Whether what is drawn passes by on the way to the end of a panel: nobody has seen it.
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
            // In the sidebar what is selected is what matters.
            if panel is SidebarPanel { position.select(by: rows) } else { position.scroll(by: rows) }
        }
    }

    /// Selects another row: in the sidebar or the list, or scrolls what stands in its place.
    func select(_ steps: Int) {
        guard let app = coordinator.currentApp else { return }
        let hasList = state.layout.list != nil
        let part = state.focusing.isInSidebar ? PanelPart.sidebar : hasList ? .list : .reader
        // Beside the list the detail follows the selection; what was opened before gives way.
        if part == .list { app.detail?.close() }
        move(part, steps)
    }

    /// Moves so many rows in the panel that has the focus.
    func step(_ steps: Int) {
        let part = state.panels.current
        part == .list ? select(steps) : move(part, steps)
    }

    /// Selects the row at a line of the list; false where none is.
    func select(atLine line: Int) -> Bool {
        guard let list = coordinator.currentApp?.mainList, let row = list.row(atLine: line) else { return false }
        if row != list.position.selected { coordinator.currentApp?.detail?.close() }
        move(list, .end) { $0.select(row) }
        return true
    }

    /// Scrolls a panel by lines, whatever keys move in.
    func scroll(_ part: PanelPart, lines: Int) {
        guard let panel = panel(part) else { return }
        // Whoever looks further down a list reads on what is selected in it.
        move(panel, lines < 0 ? .start : .end) {
            if part == .list { $0.scrollApart(by: lines) } else { $0.scroll(by: lines) }
        }
    }

    /// Goes to the first or the last row, and has what lies between loaded; whatever moves somewhere else ends that.
    func go(to edge: PanelEdge) {
        guard let panel = panel(state.panels.current) else { return }
        if state.panels.current == .list { coordinator.currentApp?.detail?.close() }
        going = Task {
            // What cannot be read now is told of by the next command.
            while !Task.isCancelled, (try? await panel.turnPage(edge, far: true)) == true {}
            if !Task.isCancelled { jump(panel, to: edge) { going = nil } }
        }
        jump(panel, to: edge)
    }

    /// Goes to the first or the last row of what is loaded.
    ///
    /// - Parameter arrive: Called before that is drawn.
    private func jump(_ panel: any Panel, to edge: PanelEdge, arrive: () -> Void = {}) {
        if edge == .end { (panel as? DocumentPanel)?.sight.layOutAll() }
        // Only when it is arranged it is known how much there is.
        onChange()
        panel.position.select(by: edge == .start ? -panel.position.count : panel.position.count)
        arrive()
        onChange()
    }

    /// Looks at the place so many further on where words stand in a document, and has more of that loaded until there is
    /// one; whatever moves somewhere else ends that.
    func moveHit(by steps: Int, in document: DocumentPanel) {
        guard let edge = document.search.edge(before: steps) else {
            going = nil
            document.search.move(by: steps)
            return onChange()
        }
        let count = document.search.count
        going = Task {
            // What cannot be read now is told of by the next command.
            while !Task.isCancelled, document.search.count == count,
                (try? await document.turnPage(edge, far: true)) == true
            {
                onChange()
            }
            guard !Task.isCancelled else { return }
            going = nil
            // The first one of all is looked at by itself.
            document.search.move(by: count == 0 ? 0 : steps)
            onChange()
        }
    }

    /// The document that keys move in; nil where it is a list or the sidebar.
    var document: DocumentPanel? { panel(state.panels.current) as? DocumentPanel }

    private func panel(_ part: PanelPart) -> (any Panel)? {
        guard let app = coordinator.currentApp else { return nil }
        switch part {
        case .sidebar: return app.sidebar
        case .list: return app.main
        case .reader: return app.detail ?? app.main
        }
    }

    private func move(_ part: PanelPart, _ steps: Int) {
        guard let panel = panel(part) else { return }
        move(panel, steps < 0 ? .start : .end) { $0.select(by: steps) }
    }

    /// Moves in a panel, which loads what comes next before somebody is there.
    private func move(_ panel: any Panel, _ edge: PanelEdge, _ change: (inout PanelPosition) -> Void) {
        going = nil
        change(&panel.position)
        onChange()
        guard panel.position.isNear(edge) else { return }
        Task {
            // What cannot be read now is told of by the next command.
            _ = try? await panel.turnPage(edge)
            onChange()
        }
    }

    /// Loads as much as there is room for in the list and in what is read, where there is more than a page.
    func fill() async {
        guard let app = coordinator.currentApp else { return }
        await fill(app.main)
        if let document = app.detail { await fill(document) }
    }

    private func fill(_ document: DocumentPanel) async {
        var count = -1
        while document.position.count != count, let edge = document.sight.edgeWithRoom {
            count = document.position.count
            // What cannot be read now is told of by the next command.
            _ = try? await document.turnPage(edge, far: false)
            onChange()
        }
    }

    private func fill(_ list: any Panel) async {
        var count = -1
        while list.position.count != count, list.position.count < min(list.total.count, list.position.visible) {
            count = list.position.count
            // What cannot be read now is told of by the next command.
            for edge in [PanelEdge.start, .end] { _ = try? await list.turnPage(edge) }
            onChange()
        }
    }
}
