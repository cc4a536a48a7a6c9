// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// The actions of the mouse in the panels: a press selects, two open, the wheel scrolls the part under it.
extension PanelsLayer {
    /// The maximum time between the two presses of a double one.
    private static let doubleTime = Duration.milliseconds(500)

    /// A press on something that opens.
    struct Press {
        let part: PanelPart
        /// The action that opens its selection.
        let opening: Action?
        let time: Duration
    }

    /// Handles an event of the mouse.
    func press(_ event: MouseEvent, _ keys: PanelKeys) -> EventResult {
        let screen = keys.screen
        switch event.kind {
        case .wheelUp, .wheelDown:
            if let (part, _) = screen.part(at: event.point) { screen.mover.scroll(part, lines: event.lines) }
            return .handled
        case .press: return press(event, on: screen)
        case .back:
            // If nothing is to be closed nothing happens to the line.
            if case .abort = keys.cancel() { return .handled }
            return .changed
        }
    }

    private func press(_ event: MouseEvent, on screen: Screen) -> EventResult {
        let before = lastPress
        lastPress = nil
        let (state, app) = (screen.state, screen.state.coordinator.currentApp)
        if let target = screen.composer.barTarget(at: event.point) { return press(target, state) }
        if state.layout.prompt.contains(event.point) {
            state.focusing.leavePanels()
            return .changed
        }
        guard let app, let (part, rect) = screen.part(at: event.point) else { return .handled }
        let line = rect.line(at: event.point)
        if part == .sidebar {
            return line.flatMap(app.panels.sidebar.opening(atLine:)).map { .leave(.perform($0)) } ?? .handled
        }
        if part == .reader, let line, let document = app.panels.detail ?? app.panels.main as? DocumentPanel,
            let link = document.sight.link(atLine: line, column: event.point.column - rect.origin.column - 1)
        {
            return .leave(.perform(.go(app.place(of: link))))
        }
        state.focusing.point()
        state.enter(part)
        guard part == .list, let line, screen.mover.select(atLine: line) else { return .changed }
        let press = Press(part: part, opening: app.panels.main.opening, time: event.time)
        guard let before, before.part == part, before.opening == press.opening,
            press.time - before.time <= Self.doubleTime, let opening = press.opening
        else {
            lastPress = press
            return .changed
        }
        // The second press opens what the first has selected.
        state.focusing.followOpening()
        return .leave(.perform(opening))
    }

    private func press(_ target: BarTarget, _ state: ScreenState) -> EventResult {
        guard let app = state.coordinator.currentApp else { return .handled }
        switch target.kind {
        case .app(let id): return .leave(.perform(state.commands.switching(id)))
        case .tab(let key):
            let isShown = app.tabs(in: state.coordinator.viewContext).selected == key
            return isShown ? .handled : .leave(.perform(.tab(key)))
        }
    }
}

extension Screen {
    /// The panel at a place, and its rectangle; a drawer lies over the others.
    func part(at point: Point) -> (part: PanelPart, rect: Rect)? {
        guard state.coordinator.currentApp != nil else { return nil }
        let layout = state.layout
        let parts = [(PanelPart.sidebar, layout.sidebar), (.list, layout.list), (.reader, layout.detail)]
        for (part, rect) in parts {
            if let rect, rect.contains(point) { return (part, rect) }
        }
        return nil
    }
}

extension MouseEvent {
    /// Whether it is a turn of the wheel.
    var isTurn: Bool { kind == .wheelUp || kind == .wheelDown }

    /// The number of lines that a turn of the wheel scrolls; negative for the wheel that turns up.
    var lines: Int { kind == .wheelUp ? -3 : 3 }
}

extension Rect {
    /// The row of the lower border.
    var lastRow: Int { origin.row + size.rows - 1 }

    func contains(_ point: Point) -> Bool {
        (origin.column..<origin.column + size.columns).contains(point.column)
            && (origin.row..<origin.row + size.rows).contains(point.row)
    }

    /// The line within the border at a place; `nil` for the border itself.
    func line(at point: Point) -> Int? {
        let line = point.row - origin.row - 1
        guard point.column > origin.column, point.column < origin.column + size.columns - 1 else { return nil }
        return (0..<inside.rows).contains(line) ? line : nil
    }
}
