// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal

/// A text that scrolls, laid over the panels: help, a list that no panel shows, an error of several lines.
struct TextPanel {
    /// The title in its border.
    let title: String
    /// The text.
    let lines: [VisibleText]
    /// Whether its lines are not broken, and have the whole screen if the panels have too little room for them.
    let isLaidOut: Bool
    /// The visible lines.
    var position = PanelPosition()
    /// The text in lines as wide as there is room for.
    private var wrapped: (columns: Int, lines: [VisibleText]) = (0, [])

    init(title: String, lines: [VisibleText], isLaidOut: Bool = false) {
        self.title = title
        self.lines = lines
        self.isLaidOut = isLaidOut
    }

    /// Whether it has the whole screen, without a border.
    func isWhole(in layout: ScreenLayout) -> Bool {
        guard isLaidOut else { return false }
        let room = layout.body.size
        return lines.count > room.rows - 2 || lines.contains { $0.columns > room.columns - 4 }
    }

    /// The place on the screen.
    func rect(in layout: ScreenLayout) -> Rect { isWhole(in: layout) ? layout.whole : layout.body }

    /// Arranges the text for its place on the screen.
    mutating func arrange(in layout: ScreenLayout) {
        guard isLaidOut else { return arrange(for: layout.body) }
        wrapped = (layout.size.columns, lines)
        position.setCount(lines.count)
        position.fit(rect(in: layout).size.rows - (isWhole(in: layout) ? 0 : 2))
    }

    /// Draws the text, arranged for it; `closing` has the keys to close it.
    func draw(in layout: ScreenLayout, closing: String, on canvas: inout Canvas) {
        guard isWhole(in: layout) else { return draw(in: layout.body, closing: closing, on: &canvas) }
        canvas.fill(layout.whole, style: .plain)
        for (row, index) in position.rows.enumerated() {
            canvas.write(lines[index], at: Point(column: 0, row: row), width: layout.size.columns)
        }
    }

    /// Breaks the text into lines for a box, and brings those into sight that were.
    mutating func arrange(for rect: Rect) {
        let columns = max(1, rect.size.columns - 4)
        if wrapped.columns != columns { wrapped = (columns, lines.flatMap { $0.hung(to: columns) }) }
        position.setCount(wrapped.lines.count)
        position.fit(rect.size.rows - 2)
    }

    /// Draws the text, arranged for it, in a box that hides the content below it; `closing` has the keys to close it.
    func draw(in rect: Rect, closing: String, on canvas: inout Canvas) {
        canvas.overlay(rect, title: title, style: .dim)
        canvas.foot(closing, of: rect)
        let (columns, text) = wrapped
        for (row, index) in position.rows.enumerated() {
            canvas.write(
                text[index], at: Point(column: rect.origin.column + 2, row: rect.origin.row + 1 + row), width: columns)
        }
        guard !position.place.isEmpty else { return }
        let place = " \(position.place) "
        let bottom = rect.origin.row + rect.size.rows - 1
        let start = rect.origin.column + rect.size.columns - DisplayWidth.of(place) - 2
        guard start > rect.origin.column + DisplayWidth.of(closing) + 4 else { return }
        canvas.write(place, at: Point(column: start, row: bottom), style: .dim)
    }
}

extension Canvas {
    /// Writes how a box that lies over others is closed into its lower edge.
    mutating func foot(_ text: String, of box: Rect) {
        write(
            " \(text) ", at: Point(column: box.origin.column + 1, row: box.origin.row + box.size.rows - 1), style: .dim,
            width: max(0, box.size.columns - 2))
    }
}

/// The printed text over the panels, while there is one.
@MainActor
final class PrintedLayer: Layer {
    func isOpen(on state: ScreenState) -> Bool { state.printing.text != nil }

    var hidesPanels: Bool { true }

    func keys(on state: ScreenState) -> KeyMap? {
        // Of a text that is seen whole there is nothing to scroll: the arrows are the history’s.
        guard state.isFree, scrolls(on: state) else { return KeyMap(own: [.escape], closes: state.isFree) }
        return KeyMap(own: [.up, .down, .home, .end, .escape], closes: true)
    }

    private func scrolls(on state: ScreenState) -> Bool {
        state.printing.text.map { $0.position.visible < $0.position.count } ?? false
    }

    func hint(on state: ScreenState) -> String? {
        // Without a border, which otherwise says it.
        if let text = state.printing.text, text.isWhole(in: state.layout), !scrolls(on: state) { return state.closing }
        guard state.isFree, scrolls(on: state) else { return nil }
        return Strings.screenHintScroll.string(in: state.coordinator.language)
    }

    func arrange(in layout: ScreenLayout, of state: ScreenState) { state.printing.text?.arrange(in: layout) }

    func draw(in layout: ScreenLayout, of state: ScreenState, on canvas: inout Canvas) {
        state.printing.text?.draw(in: layout, closing: state.closing, on: &canvas)
    }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        let state = screen.state
        switch event {
        case .key(let key):
            if let motion = key.motion {
                state.printing.text?.position.move(by: motion)
                return .handled
            }
            return key.closes || key == .shell(.open) ? close(state) : .ignored
        case .mouse(let event):
            let body = state.printing.text?.rect(in: state.layout) ?? state.layout.body
            guard body.contains(event.point) || event.kind == .back else { return .ignored }
            switch event.kind {
            case .wheelUp, .wheelDown:
                state.printing.text?.position.scroll(by: event.lines)
                return .handled
            case .back: return close(state)
            // The lower edge says how it is closed.
            case .press: return event.point.row == body.lastRow ? close(state) : .handled
            }
        case .line, .command, .cover, .layer: return .ignored
        }
    }

    private func close(_ state: ScreenState) -> EventResult {
        state.printing.text = nil
        return .changed
    }
}

extension PanelPosition {
    /// Scrolls a text as a key says.
    fileprivate mutating func move(by motion: Key.Motion) {
        switch motion {
        case .rows(let rows): scroll(by: rows)
        case .pages(let pages): scroll(by: pages * max(1, visible - 1))
        case .start: scroll(by: -count)
        case .end: scroll(by: count)
        }
    }
}
