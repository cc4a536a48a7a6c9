// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// Moves in the panels of the current app, and has them load what comes into sight.
@MainActor
final class PanelMover {
    private let coordinator: Coordinator
    private let state: ScreenState
    /// On the way to the end of a panel.
    private(set) var going: Task<Void, Never>? {
        didSet {
            oldValue?.cancel()
            owed = 0
        }
    }
    /// How many places where words stand are still to be gone on by, or back with a negative number.
    private var owed = 0
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

    /// Looks at the place one further on, or one back, where words stand in a document, and has more of that loaded where
    /// the place is in no loaded part; each call is a place, also while the one before is still looked for.
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
        // What was gone to before owes nothing any more.
        self.owed = owed
    }

    private func seekHit(_ step: Int, in document: DocumentPanel) async {
        let search = document.search
        if let edge = search.edge(before: step) {
            // The nearest is mostly on the next page. What cannot be read now is told of by the next command.
            while !Task.isCancelled, (try? await document.turnPage(edge, far: true)) == true {
                onChange()
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
