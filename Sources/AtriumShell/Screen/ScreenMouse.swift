// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Performs the actions of the mouse: a press selects, two open, the wheel scrolls the part under it.
///
/// Parts over the panels take the events over them. During a question only the wheel means anything.
@MainActor
final class ScreenMouse {
    private let coordinator: Coordinator
    private let state: ScreenState
    private let input: InputState
    private let mover: PanelMover
    private let keyboard: ScreenKeyboard
    private let composer: ScreenComposer
    /// The press before, which may be the first of two.
    private var press: Press?
    /// The action of a press.
    private var action: Action?

    /// The name by which a line is left for the action of a press.
    static let leaving = "mouse"
    /// The maximum time between the two presses of a double one.
    private static let doubleTime = Duration.milliseconds(500)
    /// The number of lines that a turn of the wheel scrolls.
    private static let wheelLines = 3

    private struct Press {
        let part: PanelPart
        /// The action that opens its selection.
        let opening: Action?
        let time: Duration
    }

    init(
        coordinator: Coordinator, state: ScreenState, input: InputState, mover: PanelMover, keyboard: ScreenKeyboard,
        composer: ScreenComposer
    ) {
        self.coordinator = coordinator
        self.state = state
        self.input = input
        self.mover = mover
        self.keyboard = keyboard
        self.composer = composer
    }

    /// The action of the last press by which the line was left; taken once.
    func takeAction() -> Action? {
        defer { action = nil }
        return action
    }

    /// Performs the action of an event.
    ///
    /// - Returns: The name by which the line is left; `nil` if it goes on.
    func take(_ event: MouseEvent) -> String? {
        // A text editor lies over everything that could be meant.
        guard state.isPossible, state.editor == nil else { return nil }
        switch event.kind {
        case .wheelUp: turn(-Self.wheelLines, at: event.point)
        case .wheelDown: turn(Self.wheelLines, at: event.point)
        case .press: return press(event)
        case .back: return goBack()
        }
        return nil
    }
}

// MARK: - Buttons

extension ScreenMouse {
    private func press(_ event: MouseEvent) -> String? {
        let before = press
        press = nil
        if state.palette != nil { return pressInPalette(event.point) }
        if state.candidates != nil { return pressInCandidates(event.point) }
        guard input.isAtPrompt else { return nil }
        let layout = state.layout
        if let target = composer.barTarget(at: event.point) { return press(target) }
        if layout.prompt.contains(event.point) {
            state.focusing.leavePanels()
            return drawn()
        }
        if state.printing.text != nil {
            // The lower edge says how it is closed.
            return layout.body.lastRow == event.point.row ? goBack() : nil
        }
        guard let (part, rect) = part(at: event.point) else { return nil }
        if part == .sidebar { return pressInSidebar(event.point, rect) }
        if part == .reader, state.isPicking, let line = rect.line(at: event.point),
            state.picking?.picking.pick(atLine: line) == true
        {
            return drawn()
        }
        if part == .reader, let place = link(at: event.point, in: rect) { return leave(for: .go(place)) }
        state.endPicking()
        state.focusing.point()
        state.enter(part)
        if part == .list, let line = rect.line(at: event.point), mover.select(atLine: line) {
            press = Press(part: part, opening: coordinator.currentApp?.main.opening, time: event.time)
            return opensTwice(before)
        }
        return drawn()
    }

    /// Opens the selection if an earlier press has selected the same.
    private func opensTwice(_ before: Press?) -> String? {
        defer { keyboard.draw(.panels) }
        guard let press, let before, before.part == press.part, before.opening == press.opening,
            press.time - before.time <= Self.doubleTime, press.opening != nil
        else { return nil }
        self.press = nil
        return keyboard.actions.action(for: .open) == nil ? nil : ShellKey.open.rawValue
    }

    private func press(_ target: BarTarget) -> String? {
        guard let app = coordinator.currentApp else { return nil }
        switch target.kind {
        case .app(let id): return leave(for: state.commands.switching(id))
        case .tab(let key): return app.tabs(in: coordinator.viewContext).selected == key ? nil : leave(for: .tab(key))
        }
    }

    private func pressInSidebar(_ point: Point, _ rect: Rect) -> String? {
        guard let sidebar = coordinator.currentApp?.sidebar, let line = rect.line(at: point),
            let action = sidebar.opening(atLine: line)
        else { return nil }
        return leave(for: action)
    }

    /// The destination of the link at a place of the panel with a document; `nil` if there is none.
    private func link(at point: Point, in rect: Rect) -> Place? {
        guard let line = rect.line(at: point), let app = coordinator.currentApp,
            let document = app.detail ?? app.main as? DocumentPanel
        else { return nil }
        return document.sight.link(atLine: line, column: point.column - rect.origin.column - 1).map(app.place(of:))
    }

    private func leave(for action: Action) -> String? {
        self.action = action
        return Self.leaving
    }

    /// The action of Escape on the parts over the panels, or on the open thing.
    private func goBack() -> String? {
        if state.palette != nil { return ShellKey.cancel.rawValue }
        if state.candidates == nil, !input.isAtPrompt { return nil }
        if state.candidates != nil {
            state.candidates = nil
            return drawn()
        }
        // If nothing is to be closed nothing happens to the line.
        _ = keyboard.cancel()
        return nil
    }

    private func drawn() -> String? {
        keyboard.draw(.panels)
        return nil
    }

    /// A press on something chooses it, one beside them all closes the palette.
    private func pressInPalette(_ point: Point) -> String? {
        guard let palette = state.palette, let box = paletteBox, box.contains(point) else {
            return ShellKey.cancel.rawValue
        }
        guard let line = box.line(at: point) else { return nil }
        let row = palette.position.top + line
        guard palette.position.rows.contains(row) else { return nil }
        palette.position.select(row)
        return Self.leaving
    }

    private func pressInCandidates(_ point: Point) -> String? {
        guard var list = state.candidates else { return nil }
        if let box = candidatesBox, let line = box.line(at: point) {
            guard list.select(atLine: line), let chosen = list.selected else { return nil }
            state.candidates = nil
            keyboard.draw(.overlays)
            list.choose(chosen)
            return nil
        }
        state.candidates = nil
        return drawn()
    }
}

// MARK: - The wheel

extension ScreenMouse {
    private func turn(_ lines: Int, at point: Point) {
        if let palette = state.palette {
            palette.position.scroll(by: lines)
            return keyboard.draw(.overlays)
        }
        if state.candidates != nil, candidatesBox?.contains(point) == true {
            state.candidates?.scroll(by: lines)
            return keyboard.draw(.overlays)
        }
        if state.printing.text != nil, state.layout.body.contains(point) {
            state.printing.text?.position.scroll(by: lines)
            return keyboard.draw(.overlays)
        }
        guard coordinator.currentApp != nil, let (part, _) = part(at: point) else { return }
        mover.scroll(part, lines: lines)
    }
}

// MARK: - Places

extension ScreenMouse {
    /// The panel at a place, and its rectangle; a drawer lies over the others.
    private func part(at point: Point) -> (PanelPart, Rect)? {
        guard coordinator.currentApp != nil else { return nil }
        let layout = state.layout
        let parts = [(PanelPart.sidebar, layout.sidebar), (.list, layout.list), (.reader, layout.detail)]
        for (part, rect) in parts {
            if let rect, rect.contains(point) { return (part, rect) }
        }
        return nil
    }

    private var paletteBox: Rect? {
        PaletteView.box(above: state.layout.tabsRow, columns: coordinator.size.columns)
    }

    private var candidatesBox: Rect? {
        state.candidates?.box(above: state.layout.statusRow, columns: coordinator.size.columns)
    }
}

extension Rect {
    fileprivate var lastRow: Int { origin.row + size.rows - 1 }

    fileprivate func contains(_ point: Point) -> Bool {
        (origin.column..<origin.column + size.columns).contains(point.column)
            && (origin.row..<origin.row + size.rows).contains(point.row)
    }

    /// The line within the border at a place; `nil` for the border itself.
    fileprivate func line(at point: Point) -> Int? {
        let line = point.row - origin.row - 1
        guard point.column > origin.column, point.column < origin.column + size.columns - 1 else { return nil }
        return (0..<inside.rows).contains(line) ? line : nil
    }
}
