// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// Draws the palette in a box over the panels, above the line on which its words are typed.
@MainActor
struct PaletteView {
    let palette: Palette
    let title: String
    let nothing: String
    let closing: String

    /// The box, which ends above the row `bottom`; `nil` if there is no room for it.
    static func box(above bottom: Int, columns width: Int) -> Rect? {
        let columns = min(width, 90)
        let rows = min(bottom - 1, 18)
        guard rows >= 3 else { return nil }
        return Rect(column: (width - columns) / 2, row: bottom - rows, columns: columns, rows: rows)
    }

    /// Draws the box.
    func draw(above bottom: Int, on canvas: inout Canvas) {
        guard let box = Self.box(above: bottom, columns: canvas.size.columns) else { return }
        canvas.overlay(box, title: title)
        canvas.foot(closing, of: box)
        let inner = Rect(
            column: box.origin.column + 1, row: box.origin.row + 1, columns: box.inside.columns, rows: box.inside.rows)
        canvas.within(inner) { drawMatches(on: &$0) }
        guard let selected = palette.selected else { return }
        let place = " \(selected + 1) / \(palette.matches.count)\(palette.hasMore ? "+" : "") "
        canvas.write(
            place,
            at: Point(column: box.origin.column + box.size.columns - DisplayWidth.of(place) - 2, row: bottom - 1),
            style: .dim)
    }

    /// Draws the visible lines, and below them the omitted part of the selected match’s line.
    private func drawMatches(on canvas: inout Canvas) {
        guard !palette.matches.isEmpty else {
            canvas.write(nothing, at: Point(column: PaletteText.start, row: 0), style: .dim)
            return
        }
        let (position, lines, columns) = (palette.position, palette.lines, canvas.size.columns)
        for (row, line) in position.rows.enumerated() {
            guard let index = lines.thing(atLine: line) else { continue }
            let text = PaletteText(match: palette.matches[index], columns: columns)
            if line == position.selected { canvas.write("▸", at: Point(column: 0, row: row), style: .bold) }
            let start = Point(column: PaletteText.start, row: row)
            if let part = lines.part(atLine: line) {
                canvas.write(text.unfolded[part], at: start)
            } else {
                canvas.write(text.title, at: start)
                let columns = text.detailColumns
                canvas.write(
                    text.match.item.detail, at: Point(column: columns.lowerBound, row: row), style: .dim,
                    width: columns.count)
            }
            if index == palette.selected { canvas.reverse(row: row) }
        }
        guard let selected = palette.selected, position.selected.flatMap(lines.part) == nil else { return }
        let start = canvas.size.rows - lines.fullRows
        let full = PaletteText(match: palette.matches[selected], columns: columns).full
        for (row, line) in full.enumerated() {
            canvas.write(line, at: Point(column: PaletteText.start, row: start + row))
        }
    }
}

extension Palette: Layer {
    var ownsLine: Bool { true }
    var hidesPanels: Bool { true }

    func keys(on state: ScreenState) -> KeyMap? {
        KeyMap(own: [.up, .down, .control("p"), .control("n"), .escape])
    }

    func hint(on state: ScreenState) -> String? {
        Strings.screenHintSidebar.string(in: state.coordinator.language)
    }

    private func box(in layout: ScreenLayout) -> Rect? {
        PaletteView.box(above: layout.tabsRow, columns: layout.size.columns)
    }

    func arrange(in layout: ScreenLayout, of state: ScreenState) {
        if let box = box(in: layout) { arrange(for: box.inside) }
    }

    func draw(in layout: ScreenLayout, of state: ScreenState, on canvas: inout Canvas) {
        let language = state.coordinator.language
        PaletteView(
            palette: self, title: Strings.paletteTitle.string(in: language),
            nothing: Strings.paletteNothing.string(in: language), closing: state.closing
        ).draw(above: layout.tabsRow, on: &canvas)
    }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .line(let change): type(change.text)
        case .key(.escape), .key(.shell(.cancel)), .key(.shell(.palette)): return .leave(.giveUp)
        case .key(.control("p")): position.select(by: -1)
        case .key(.control("n")): position.select(by: 1)
        case .key(let key):
            switch key.motion {
            case .rows(let rows): position.select(by: rows)
            case .pages(let pages): position.select(by: pages * max(1, position.visible - 1))
            default: break
            }
        case .mouse(let event): return take(event, screen)
        case .command, .cover, .layer: return .ignored
        }
        return .handled
    }

    /// A press on a match chooses it, one beside the palette closes it.
    private func take(_ event: MouseEvent, _ screen: Screen) -> EventResult {
        if event.isTurn {
            position.scroll(by: event.lines)
            return .handled
        }
        guard event.kind == .press, let box = box(in: screen.state.layout), box.contains(event.point) else {
            return .leave(.giveUp)
        }
        guard let line = box.line(at: event.point) else { return .handled }
        let row = position.top + line
        guard position.rows.contains(row) else { return .handled }
        position.select(row)
        return .leave(.finish)
    }
}

extension Screen {
    /// Offers items, or the results for the typed words, to choose from.
    ///
    /// Unfinished input is there again afterwards, unless the choice puts a command on the line.
    ///
    /// - Returns: The action of the chosen item; `nil` if none is.
    func choose() async throws -> Action? {
        let palette = Palette(items: commands.items, find: { [commands] in await commands.found($0) }) { [weak self] in
            self?.update()
        }
        state.focusing.beginTyping()
        open(palette)
        defer {
            palette.close()
            remove(palette)
        }
        keys.draft = LineDraft()
        let prompt = Strings.promptPalette.string(in: state.coordinator.language) + " ❯ "
        switch try await keys.nextLine(Prompt(text: prompt, style: .bold), history: nil) {
        case .line: return palette.chosen?.action
        case .key:
            guard case .finish = takeLeaving() else { return nil }
            return palette.chosen?.action
        case .interrupted, .end: return nil
        }
    }
}

/// The text of the palette for a match in a box with `columns` within its border.
struct PaletteText {
    /// The column of titles, and of the texts below them.
    static let start = 2

    let match: PaletteMatch
    let columns: Int

    /// The lines of matches; the cut parts of one are shown while it is selected.
    static func lines(of matches: [PaletteMatch], in size: Size) -> FoldedRows {
        func text(_ match: PaletteMatch) -> PaletteText { PaletteText(match: match, columns: size.columns) }
        // Few need more, and for those all others would have less room.
        let most = max(2, size.rows / 4)
        return FoldedRows(needs: matches.map { text($0).full.count }, rows: size.rows, most: most) {
            text(matches[$0]).unfolded.count
        }
    }

    private var item: PaletteItem { match.item }

    /// Whether there is room for details beside the titles.
    private var isWide: Bool { columns >= 78 }

    /// The end of titles with a detail beside them.
    private var middle: Int { columns * 2 / 5 }

    private var titleRoom: Int { max(0, (isWide && !item.detail.isEmpty ? middle : columns - 1) - Self.start) }

    private var isTitleCut: Bool { DisplayWidth.of(item.title) > titleRoom }

    /// The title with its matched letters marked.
    private var wholeTitle: StyledText {
        let marked = Set(match.positions)
        var title = StyledText()
        for (offset, character) in item.title.enumerated() {
            title.append(String(character), marked.contains(offset) ? [.strong, .underlined] : [])
        }
        return title
    }

    /// The title, as far as there is room for it on one line.
    var title: StyledText { wholeTitle.cut(to: titleRoom) }

    /// The columns of the detail beside the title; empty if there is none.
    var detailColumns: Range<Int> {
        guard isWide, !item.detail.isEmpty else { return columns..<columns }
        let start = max(Self.start + title.width + 2, middle + 1)
        return start..<columns - 1
    }

    /// All that the line leaves out.
    var full: [StyledText] {
        (isTitleCut ? titleLines : []) + (DisplayWidth.of(item.detail) > detailColumns.count ? detailLines : [])
    }

    /// All of it on lines of its own.
    var unfolded: [StyledText] { titleLines + (item.detail.isEmpty ? [] : detailLines) }

    private var lineWidth: Int { max(2, columns - 2 * Self.start) }

    private var titleLines: [StyledText] { wholeTitle.wrapped(to: lineWidth) }

    private var detailLines: [StyledText] {
        TextLayout.wrap(item.detail, to: lineWidth, keepingWords: true).map { StyledText($0, .faint) }
    }
}
