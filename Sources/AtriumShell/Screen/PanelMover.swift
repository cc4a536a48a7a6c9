// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// Moves in the panels of the current app, and has them load what comes into sight.
@MainActor
final class PanelMover {
    private let coordinator: Coordinator
    private let state: ScreenState
    /// Called when panels show something else.
    var onChange: @MainActor () -> Void = {}

    init(coordinator: Coordinator, state: ScreenState) {
        self.coordinator = coordinator
        self.state = state
    }

    /// Scrolls by pages: in the sidebar, in what is open, or in the list.
    func scroll(pages: Int) {
        guard let app = coordinator.currentApp else { return }
        let edge = pages < 0 ? PanelEdge.start : .end
        if state.isInSidebar { return move(app.sidebar, edge) { $0.select(by: pages * max(1, $0.visible - 1)) } }
        let panel: any Panel
        if let detail = app.detail, detail.isOpen, state.layout.detail != nil {
            panel = detail
        } else {
            panel = app.main
        }
        move(panel, edge) { $0.scroll(by: pages * max(1, $0.visible - 1)) }
    }

    /// Selects another row: in the sidebar or the list, or scrolls what stands in its place.
    func select(_ steps: Int) {
        guard let app = coordinator.currentApp else { return }
        let edge = steps < 0 ? PanelEdge.start : .end
        if state.isInSidebar { return move(app.sidebar, edge) { $0.select(by: steps) } }
        let hasList = state.layout.list != nil
        let panel: any Panel
        if let detail = app.detail, !hasList { panel = detail } else { panel = app.main }
        // Beside the list the detail follows the selection; what was opened before gives way.
        if hasList { app.detail?.close() }
        move(panel, edge) { $0.select(by: steps) }
    }

    /// Moves in a panel, which loads what comes next before somebody is there.
    private func move(_ panel: any Panel, _ edge: PanelEdge, _ change: (inout PanelPosition) -> Void) {
        change(&panel.position)
        onChange()
        guard panel.position.isNear(edge) else { return }
        Task {
            // What cannot be read now is told of by the next command.
            try? await panel.turnPage(edge)
            onChange()
        }
    }

    /// Loads as many rows as the list has room for, where there are more than a page.
    func fill() async {
        guard let list = coordinator.currentApp?.main else { return }
        var count = -1
        while list.position.count != count, list.position.count < min(list.total.count, list.position.visible) {
            count = list.position.count
            // What cannot be read now is told of by the next command.
            for edge in [PanelEdge.start, .end] { try? await list.turnPage(edge) }
            onChange()
        }
    }
}
