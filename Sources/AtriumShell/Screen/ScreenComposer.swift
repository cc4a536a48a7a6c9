// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Puts the screen together: the frame with the panels, what lies over it, and the line that is typed.
@MainActor
final class ScreenComposer {
    private let coordinator: Coordinator
    private let state: ScreenState
    private let input: InputState
    private let loader: PanelLoader
    /// Whether there is no account yet; nil before anybody has looked.
    var hasNoAccount: Bool?
    /// The frame as it was drawn last, and for what; nil when what it shows has changed.
    private var drawn: (key: FrameKey, frame: Canvas)?

    /// What a frame is drawn for.
    private struct FrameKey: Hashable {
        let layout: ScreenLayout
        let page: StartPage?
        let closing: String?
        let panel: PanelPart
        let hasFocus: Bool
    }

    init(coordinator: Coordinator, state: ScreenState, input: InputState, loader: PanelLoader) {
        self.coordinator = coordinator
        self.state = state
        self.input = input
        self.loader = loader
    }

    /// Has the next frame drawn anew: what it shows has changed.
    func forgetFrame() { drawn = nil }

    /// Everything as it is now.
    func screen() -> Canvas { screen(with: state.lineView) }

    /// Everything as it was before the present command, without the line that was typed for it.
    func screenBefore() -> Canvas {
        let present = state.printing
        state.printing = state.printedBefore
        defer { state.printing = present }
        return screen(with: state.view(of: EditedLine(prompt: state.line.prompt)))
    }

    /// What lies over the panels, and the line that is typed, over another frame.
    func screen(over frame: Canvas, layout: ScreenLayout) -> Canvas {
        overlay(frame, layout: layout, line: state.lineView)
    }

    /// The frame of the current app for a layout.
    func frame(_ layout: ScreenLayout) -> Canvas {
        let page = StartPage(of: coordinator, hasNoAccount: hasNoAccount, isAsking: input.isAsking)
        let closing = layout.sidebar != nil && state.hasDrawer ? KeyHints(state: state).closing : nil
        let key = FrameKey(
            layout: layout, page: page, closing: closing, panel: state.panel, hasFocus: state.focus != .line)
        if let drawn, drawn.key == key { return drawn.frame }
        let frame = FrameComposer(
            coordinator: coordinator, layout: layout, panel: key.panel, hasFocus: key.hasFocus, page: page,
            closing: closing
        ).frame(of: coordinator.currentApp.flatMap { loader.hasLoaded($0) ? $0 : nil })
        drawn = (key, frame)
        return frame
    }

    /// What stands at a place in the rows of the apps and of the tabs; nil where nothing does.
    func barTarget(at point: Point) -> BarTarget? {
        FrameComposer(coordinator: coordinator, layout: state.layout)
            .targets(of: coordinator.currentApp.flatMap { loader.hasLoaded($0) ? $0 : nil })
            .first { $0.contains(point) }
    }

    private func screen(with line: LineView) -> Canvas {
        let layout = state.layout(promptRows: line.canvas.size.rows)
        guard ScreenLayout.isPossible(layout.size) else { return lines(on: layout.size, line: line) }
        return overlay(frame(layout), layout: layout, line: line)
    }

    private func overlay(_ frame: Canvas, layout: ScreenLayout, line: LineView) -> Canvas {
        var canvas = frame
        let language = coordinator.language
        // Looked at before any of these is changed.
        let hints = KeyHints(state: state)
        let closing = hints.closing
        state.printing.text?.draw(in: layout.body, closing: closing, on: &canvas)
        state.printing.drawStatus(
            on: &canvas, row: layout.statusRow, limit: layout.prompt.origin.row - layout.statusRow, hint: hints.hint,
            staysBeside: state.keyMode.over == .panel)
        state.candidates?.draw(above: layout.statusRow, closing: closing, on: &canvas)
        if let palette = state.palette {
            PaletteView(
                palette: palette, title: Strings.paletteTitle.string(in: language),
                nothing: Strings.paletteNothing.string(in: language), closing: closing
            ).draw(above: layout.tabsRow, on: &canvas)
        }
        place(line, row: layout.prompt.origin.row, on: &canvas)
        if state.isWriting { canvas.cursor = state.editor?.draw(state.line, in: layout.body, on: &canvas) }
        if state.keyMode.over == .panel, let cursor = cursorInPanel(layout) { canvas.cursor = cursor }
        return canvas
    }

    /// Where the selection stands in the panel that has the focus, for who reads the screen by its cursor.
    private func cursorInPanel(_ layout: ScreenLayout) -> Point? {
        let isList = state.panel == .list
        guard let rect = isList ? layout.list : layout.detail else { return nil }
        let line = isList ? coordinator.currentApp?.mainList?.selectedLine ?? 0 : 0
        return Point(column: rect.origin.column + 1, row: rect.origin.row + 1 + line)
    }

    /// Where there is no room for panels: what was printed last, and the line below it.
    private func lines(on size: Size, line: LineView) -> Canvas {
        var canvas = Canvas(size: size)
        let top = size.rows - line.canvas.size.rows
        let status = state.printing.statuses.first.map { [$0.line] }
        let printed = state.printing.text?.lines ?? status ?? []
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
