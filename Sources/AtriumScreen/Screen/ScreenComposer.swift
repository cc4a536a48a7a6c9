// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
package import AtriumTerminal

/// Composes the screen: the frame with the panels, the parts over it, and the typed line.
///
/// The update that follows an event arranges everything. Drawing changes nothing then.
@MainActor
final class ScreenComposer {
    private let coordinator: Coordinator
    private let state: ScreenState
    private let input: InputState
    /// Whether there is no account yet; `nil` before this was checked.
    var hasNoAccount: Bool?
    /// The frame of the panels as they are arranged, with its key; `nil` if its content has changed.
    private var drawn: (key: FrameKey, frame: Canvas)?

    /// The screen before the present command, without the line that was typed for it; `nil` if it may not be seen.
    private var before: (layout: ScreenLayout, frame: Canvas?, parts: ScreenState.Parts)?

    /// The frame of the panels that was arranged last, whatever has changed since.
    private(set) var lastFrame: Canvas?

    /// The state that a frame is drawn for.
    private struct FrameKey: Hashable {
        let layout: ScreenLayout
        let page: StartPage?
        let closing: String?
        let panel: PanelPart
        let hasFocus: Bool
    }

    init(coordinator: Coordinator, state: ScreenState, input: InputState) {
        self.coordinator = coordinator
        self.state = state
        self.input = input
    }

    /// Drops the frame: its content has changed.
    func forgetFrame() { drawn = nil }

    /// Fits everything to its present room after an event; the panels if their content has changed.
    ///
    /// - Returns: The layout; `nil` if there is no room for panels.
    @discardableResult
    func update() -> ScreenLayout? {
        guard let layout = state.arrange() else { return nil }
        let key = key(layout)
        guard drawn?.key != key else { return layout }
        let composer = composer(key)
        if let app = loadedApp { composer.update(app) }
        let frame = composer.frame(of: loadedApp)
        drawn = (key, frame)
        lastFrame = frame
        return layout
    }

    /// Everything as it is now, arranged for it; nothing changes by it.
    func screen() -> Canvas {
        let layout = state.layout
        guard ScreenLayout.isPossible(layout.size) else { return lines(on: layout.size) }
        // Every event is followed by an update: the layout tells whether there was one.
        let frame = drawn.flatMap { $0.key.layout == layout ? $0.frame : nil }
        return overlay(frame ?? composer(key(layout)).frame(of: loadedApp), layout: layout)
    }

    /// Keeps the screen as it is, without the line that was typed: a command starts.
    func keepScreen() {
        let (typed, rows) = (state.typed, state.lineView.canvas.size.rows)
        state.typed = TypedLine(prompt: typed.line.prompt)
        // A line of one row leaves the panels the same room.
        if drawn == nil || rows > 1 { update() }
        before = (drawn?.key.layout ?? state.layout, drawn?.frame, state.parts)
        state.typed = typed
    }

    /// The screen that was kept last, or else the present one.
    func keptScreen() -> Canvas {
        guard let before else { return screen() }
        let parts = state.parts
        state.parts = before.parts
        defer { state.parts = parts }
        return state.draw(in: before.layout) {
            before.frame.map { overlay($0, layout: before.layout) } ?? lines(on: before.layout.size)
        }
    }

    /// Keeps nothing any more: the user’s data may not be seen.
    func forgetScreen() { before = nil }

    /// The parts over the panels, and the typed line, over another frame.
    func screen(over frame: Canvas, layout: ScreenLayout) -> Canvas { overlay(frame, layout: layout) }

    private func key(_ layout: ScreenLayout) -> FrameKey {
        FrameKey(
            layout: layout, page: StartPage(of: coordinator, hasNoAccount: hasNoAccount, isAsking: input.isAsking),
            closing: layout.sidebar != nil && state.hasDrawer ? state.closing : nil,
            panel: state.panels(in: layout).current, hasFocus: state.hasKeys)
    }

    private func composer(_ key: FrameKey) -> FrameComposer {
        FrameComposer(
            coordinator: coordinator, layout: key.layout, panel: key.panel, hasFocus: key.hasFocus, page: key.page,
            closing: key.closing)
    }

    /// The current app, if its content is loaded.
    private var loadedApp: RunningApp? { coordinator.currentApp.flatMap { $0.panels.isLoaded ? $0 : nil } }

    /// The target at a place in the rows of the apps and of the tabs; `nil` if there is none.
    func barTarget(at point: Point) -> BarTarget? {
        FrameComposer(coordinator: coordinator, layout: state.layout)
            .targets(of: loadedApp)
            .first { $0.contains(point) }
    }

    private func overlay(_ frame: Canvas, layout: ScreenLayout) -> Canvas {
        var canvas = frame
        state.printing.drawStatus(
            on: &canvas, row: layout.statusRow, limit: layout.prompt.origin.row - layout.statusRow, hint: state.hint,
            staysBeside: state.movesInPanels || state.remark != nil)
        place(state.lineView, row: layout.prompt.origin.row, on: &canvas)
        if state.movesInPanels, let cursor = cursorInPanel(layout, state.panels(in: layout).current) {
            canvas.cursor = cursor
        }
        for layer in state.openLayers { layer.draw(in: layout, of: state, on: &canvas) }
        return canvas
    }

    /// The place of the selection in the panel with the focus, for users who read the screen by its cursor.
    private func cursorInPanel(_ layout: ScreenLayout, _ panel: PanelPart) -> Point? {
        let isList = panel == .list
        guard let rect = isList ? layout.list : layout.detail else { return nil }
        let line = isList ? coordinator.currentApp?.panels.mainList?.selectedLine ?? 0 : 0
        return Point(column: rect.origin.column + 1, row: rect.origin.row + 1 + line)
    }

    /// Without room for panels: the last output, and the line below it.
    private func lines(on size: Size) -> Canvas {
        var canvas = Canvas(size: size)
        let line = state.lineView
        let top = size.rows - line.canvas.size.rows
        let statuses = state.printing.said.isEmpty ? state.printing.statuses.prefix(1) : state.printing.said[...]
        let printed = state.printing.text?.lines ?? statuses.map(\.line)
        let shown = printed.flatMap { $0.wrapped(to: max(1, size.columns)) }.suffix(max(0, top))
        for (row, text) in shown.enumerated() {
            canvas.write(text, at: Point(column: 0, row: top - shown.count + row))
        }
        place(line, row: max(0, top), on: &canvas)
        return canvas
    }

    private func place(_ line: LineView, row: Int, on canvas: inout Canvas) {
        let column = 1
        canvas.within(
            Rect(column: column, row: row, columns: line.canvas.size.columns, rows: line.canvas.size.rows)
        ) { $0 = line.canvas }
        canvas.cursor = Point(column: column + line.cursor.column, row: row + line.cursor.row)
    }
}

/// Colours canvases by a theme; remembers the result for each style, of which there are few.
package struct ThemePainter {
    let theme: Theme
    let depth: ColorDepth
    private var made: [(style: Style, painted: Style)] = []

    /// A painter without any known style.
    package init(theme: Theme, depth: ColorDepth) {
        self.theme = theme
        self.depth = depth
    }

    /// Gives every cell its colours.
    package mutating func paint(_ canvas: inout Canvas) {
        canvas.restyle { style in
            // A picture has more styles than are worth remembering.
            if style.attributes.contains(.exact) { return theme.style(style, depth: depth) }
            if let known = made.first(where: { $0.style == style }) { return known.painted }
            let new = theme.style(style, depth: depth)
            made.append((style, new))
            return new
        }
    }
}
