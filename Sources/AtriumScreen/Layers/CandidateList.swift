// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// The candidates for the typed word, in a box above the prompt.
///
/// At first they are only visible; a step into them selects one, which may be chosen then. They are for the line as it
/// is: any change of that removes them.
@MainActor
final class CandidateList: Layer {
    /// The most that are seen at once.
    static let mostRows = 12

    /// The candidates, the likeliest first.
    private let candidates: [Completion]
    /// Inserts one of them into the line.
    private let choose: @MainActor (Completion) -> Void
    private var position = PanelPosition()

    /// A list of these.
    init(_ candidates: [Completion], choose: @escaping @MainActor (Completion) -> Void) {
        self.candidates = candidates
        self.choose = choose
        position.setCount(candidates.count)
    }

    /// The candidate that is selected.
    var selected: Completion? { position.selected.map { candidates[$0] } }

    /// Selects the candidate `steps` further down, or up with a negative number, wrapping around.
    private func select(by steps: Int) {
        guard let selected = position.selected else { return stepIn(at: steps > 0 ? steps - 1 : steps) }
        position.select(Self.remainder(selected + steps, candidates.count))
    }

    /// Selects the one a page further down, or up; the first and the last are the ends.
    private func select(byPages pages: Int) {
        guard let selected = position.selected else { return stepIn(at: pages > 0 ? 0 : -1) }
        position.select(selected + pages * max(1, position.visible - 1))
    }

    private func stepIn(at row: Int) {
        let rows = position.visible
        position = PanelPosition(isSelectable: true)
        position.setCount(candidates.count)
        position.fit(rows)
        position.select(Self.remainder(row, candidates.count))
    }

    private static func remainder(_ row: Int, _ count: Int) -> Int { ((row % count) + count) % count }

    /// Scrolls by `steps` rows; only visible candidates can be selected.
    private func scroll(by steps: Int) { position.scroll(by: steps) }

    /// Selects the candidate at a line of the box; false if there is none.
    private func select(atLine line: Int) -> Bool {
        let row = position.top + line
        guard position.rows.contains(row) else { return false }
        if position.selected == nil { stepIn(at: row) } else { position.select(row) }
        return true
    }

    /// The box for as many as fit between the first row and `bottom`; `nil` if none does.
    private func box(above bottom: Int, columns: Int) -> Rect? {
        let rows = min(Self.mostRows, bottom - 3, candidates.count)
        return rows > 0 ? Rect(column: 0, row: bottom - rows - 2, columns: columns, rows: rows + 2) : nil
    }

    func arrange(in layout: ScreenLayout, of state: ScreenState) {
        if let box = box(in: layout) { position.fit(box.inside.rows) }
    }

    private func box(in layout: ScreenLayout) -> Rect? {
        box(above: layout.statusRow, columns: layout.size.columns)
    }

    func draw(in layout: ScreenLayout, of state: ScreenState, on canvas: inout Canvas) {
        let (bottom, closing) = (layout.statusRow, state.closing)
        let width = canvas.size.columns
        guard let box = box(above: bottom, columns: width) else { return }
        let rows = box.inside.rows
        canvas.overlay(box, style: .dim)
        canvas.foot(closing, of: box)
        // The longest of all, so that the descriptions do not jump during scrolling.
        let longest = candidates.map { DisplayWidth.of(Sanitizer.visible($0.text)) }.max() ?? 0
        let column = 2 + min(longest, width / 2)
        let inner = Rect(column: 1, row: box.origin.row + 1, columns: width - 2, rows: rows)
        canvas.within(inner) { inner in
            for (row, index) in position.rows.enumerated() {
                draw(candidates[index], isSelected: index == position.selected, column, row: row, on: &inner)
            }
        }
        guard position.rows.count < candidates.count else { return }
        let first = position.selected.map { $0 + 1 }
        let place =
            first.map { " \($0) / \(candidates.count) " }
            ?? " \(position.rows.lowerBound + 1)–\(position.rows.upperBound) / \(candidates.count) "
        canvas.write(
            place, at: Point(column: max(0, width - DisplayWidth.of(place) - 2), row: bottom - 1), style: .dim)
    }

    private func draw(
        _ candidate: Completion, isSelected: Bool, _ column: Int, row: Int, on canvas: inout Canvas
    ) {
        let width = canvas.size.columns
        canvas.write(isSelected ? "▸" : " ", at: Point(column: 0, row: row), style: .bold)
        canvas.write(
            candidate.text, at: Point(column: 1, row: row), style: .bold, width: column - 2)
        canvas.write(
            candidate.description ?? "", at: Point(column: column + 1, row: row), style: .dim,
            width: max(1, width - column - 2))
        if isSelected { canvas.reverse(row: row) }
    }
}

extension CandidateList {
    var hidesPanels: Bool { true }

    func keys(on state: ScreenState) -> KeyMap? {
        KeyMap(own: [.up, .down, .backTab, .escape] + (selected == nil ? [] : [.enter]))
    }

    func hint(on state: ScreenState) -> String? {
        selected.map { _ in Strings.screenHintCandidates.string(in: state.coordinator.language) }
    }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .key(let key): press(key, screen)
        case .mouse(let event): take(event, screen)
        case .line(let change): change.isMoved ? .closed : .ignored
        case .command, .cover, .layer: .closed
        }
    }

    /// Selects the next one, as TAB does.
    func step() { select(by: 1) }

    private func press(_ key: Key, _ screen: Screen) -> EventResult {
        switch (key, key.motion) {
        case (.backTab, _): select(by: -1)
        case (_, .rows(let rows)): select(by: rows)
        case (_, .pages(let pages)): select(byPages: pages)
        case (.enter, _), (.shell(.open), _): return choose(screen)
        case (.escape, _), (.shell(.cancel), _): return .closed
        default: return .ignored
        }
        return .handled
    }

    private func take(_ event: MouseEvent, _ screen: Screen) -> EventResult {
        let box = box(in: screen.state.layout).flatMap { $0.contains(event.point) ? $0 : nil }
        switch event.kind {
        case .wheelUp, .wheelDown:
            guard box != nil else { return .ignored }
            scroll(by: event.lines)
            return .handled
        case .back: return .closed
        case .press:
            guard let line = box?.line(at: event.point) else { return .closed }
            return select(atLine: line) ? choose(screen) : .handled
        }
    }

    /// Puts the selected one into the line; without one, things below them cannot be opened now.
    private func choose(_ screen: Screen) -> EventResult {
        guard let selected else { return .handled }
        screen.remove(self)
        choose(selected)
        return .handled
    }
}
