// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Draws a list: a pure function of what it shows, of what is selected, and of a colour.
struct ListDrawing {
    let view: ListView
    let selected: String?
    let marked: Set<String>
    let isFocused: Bool
    /// Whether there is room for a line below each title.
    let hasExcerpts: Bool
    let accent: Color

    func draw(on canvas: inout Canvas) {
        guard !view.rows.isEmpty else {
            let lines = StyledText(view.whenEmpty, .faint).visible.wrapped(to: max(0, canvas.size.columns - 2))
            for (row, line) in lines.enumerated() { canvas.write(line, at: Point(column: 1, row: row), accent: accent) }
            return
        }
        let lead = view.rows.map { DisplayWidth.of(Sanitizer.visible($0.lead)) }.max() ?? 0
        var next = 0
        for row in view.rows {
            let (line, height) = (next, row.height(withExcerpts: hasExcerpts))
            next += height
            let isSelected = row.id == selected && row.action != nil
            draw(row, isSelected: isSelected, lead: lead, line: line, on: &canvas)
            if height > 1 {
                let start = lead > 0 ? lead + 3 : 1
                write(
                    row.excerpt.marked(.faint), columns: canvas.size.columns - start - 1, at: start, line + 1,
                    on: &canvas)
            }
            guard isSelected, isFocused else { continue }
            for line in line..<line + height { canvas.reverse(row: line) }
        }
    }

    private func draw(_ row: Row, isSelected: Bool, lead: Int, line: Int, on canvas: inout Canvas) {
        let width = canvas.size.columns
        let marks: Marks = row.isOpen ? [.accented, .strong] : []
        let isMarked = marked.contains(row.id)
        canvas.write(
            isSelected ? (isMarked ? "✱" : "▸") : isMarked ? "*" : " ", at: Point(column: 0, row: line),
            style: marks.style(accent: accent))
        var start = 1
        if lead > 0 {
            canvas.write(
                TextLayout.pad(Sanitizer.visible(row.lead), to: lead, alignment: .right),
                at: Point(column: 1, row: line), style: .dim)
            start = lead + 3
        }
        let trailing = Sanitizer.visible(row.trailing)
        let end = trailing.isEmpty ? width : width - DisplayWidth.of(trailing) - 1
        let room = end - start - 1
        let titleWidth =
            switch view.columns {
            case .title: room
            case .titleAndDetail: width >= 44 ? max(16, width / 4) : room
            case .halves: width / 2 - 2
            }
        // Beside a detail a title is not cut for its badge: rather does the detail of that row begin further right.
        let spare =
            view.columns == .titleAndDetail && titleWidth < room ? min(row.badge.visible.width, room - titleWidth) : 0
        let used = draw(
            row, marks, at: Point(column: start, row: line), columns: max(1, titleWidth + spare), on: &canvas)
        drawDetail(of: row, from: start + max(titleWidth, used) + 2, to: end, line: line, on: &canvas)
        if room > 4 { canvas.write(trailing, at: Point(column: end, row: line), style: .dim) }
    }

    /// Draws the title, and behind it what is never cut; returns how many columns they take.
    private func draw(_ row: Row, _ marks: Marks, at point: Point, columns: Int, on canvas: inout Canvas) -> Int {
        let badge = row.badge.visible
        let sign = canvas.write(row.sign, at: point, style: marks.style(accent: accent))
        let used = write(
            row.title.marked(marks), columns: max(1, columns - sign - badge.width), at: point.column + sign, point.row,
            on: &canvas)
        return sign + used
            + canvas.write(badge, at: Point(column: point.column + sign + used, row: point.row), accent: accent)
    }

    private func drawDetail(of row: Row, from start: Int, to end: Int, line: Int, on canvas: inout Canvas) {
        switch view.columns {
        case .title: break
        case .titleAndDetail where canvas.size.columns < 44 || end - start <= 8: break
        case .titleAndDetail: write(row.detail, columns: end - start - 2, at: start, line, on: &canvas)
        case .halves:
            let half = canvas.size.columns / 2
            write(row.detail, columns: canvas.size.columns - half, at: half, line, on: &canvas)
        }
    }

    /// Writes a text where there are so many columns for it, with what was looked for in sight.
    @discardableResult
    private func write(
        _ text: StyledText, columns: Int, at column: Int, _ line: Int, on canvas: inout Canvas
    ) -> Int {
        let columns = max(1, columns)
        let text = text.visible.showingMatch(in: columns).cut(to: columns)
        return canvas.write(text, at: Point(column: column, row: line), accent: accent)
    }
}
