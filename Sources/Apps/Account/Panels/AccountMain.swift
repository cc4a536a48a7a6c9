// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AtriumKit
import Session
import Terminal

/// The fields of the profile, or the list of sessions.
@MainActor
final class AccountMain: ListPanel {
    private let model: AccountModel
    var position = PanelPosition()

    init(_ model: AccountModel) { self.model = model }

    func title(in context: DrawingContext) -> String { model.tab.title.string(in: context.language) }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        switch model.tab {
        case .profile: drawProfile(on: &canvas, in: context)
        case .sessions: drawSessions(on: &canvas, in: context)
        }
    }

    private func drawProfile(on canvas: inout Canvas, in context: DrawingContext) {
        guard let profile = model.profile else { return }
        let fields = [
            (Strings.fieldLogin, profile.name), (Strings.fieldName, profile.displayName),
            (Strings.fieldEmail, profile.email), (Strings.fieldPhone, profile.phone),
            (
                Strings.fieldLanguage,
                profile.language?.endonym ?? Strings.languageOfTerminal.string(in: context.language)
            ),
            (Strings.fieldSince, CivilTime(profile.createdAt, in: context.timeZone).dateAndTime),
            (Strings.fieldUntil, CivilTime(model.session.expiresAt, in: context.timeZone).dateAndTime),
        ].map { ($0.string(in: context.language), $1) }
        let column = 3 + (fields.map { DisplayWidth.of($0.0) }.max() ?? 0)
        let width = canvas.size.columns
        let lines = fields.flatMap { label, value in
            Self.lines(value.isEmpty ? "–" : value, from: column, in: width).enumerated().map { index, value in
                (label: index == 0 ? label : "", value: value)
            }
        }
        for (row, index) in rows(lines.count, on: canvas).enumerated() {
            canvas.write(lines[index].label, at: Point(column: 1, row: row), style: .dim)
            canvas.write(lines[index].value, at: Point(column: column, row: row))
        }
    }

    /// A text in as many lines as it takes from a column on.
    private static func lines(_ text: String, from column: Int, in width: Int) -> [String] {
        TextLayout.wrap(Sanitizer.visible(text), to: max(4, width - column - 1))
    }

    /// The rows that are seen, of so many.
    private func rows(_ count: Int, on canvas: Canvas) -> Range<Int> {
        position.setCount(count)
        position.fit(canvas.size.rows)
        return position.rows
    }

    private func drawSessions(on canvas: inout Canvas, in context: DrawingContext) {
        let heading = SessionLine(
            cells: [
                Strings.columnId, Strings.columnSince, Strings.columnUsed, Strings.columnUntil, Strings.columnPlace,
            ].map { $0.string(in: context.language) }, style: .dim)
        let lines = [heading] + model.logins.map { SessionLine($0, in: context) }
        let widths = heading.cells.indices.map { column in
            lines.lazy.map { DisplayWidth.of($0.cells[column]) }.max() ?? 0
        }
        // Where a session was begun has the rest of the row, or rows of its own.
        let column = 1 + widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let isBeside = canvas.size.columns - column > 12
        let start = isBeside ? column : 3
        let drawn = lines.flatMap { line in
            let places = Self.lines(line.cells.last ?? "", from: start, in: canvas.size.columns)
            let rows = isBeside ? places : [""] + places
            return rows.enumerated().map { (line: $0 == 0 ? line : nil, place: $1, style: line.style) }
        }
        for (row, index) in rows(drawn.count, on: canvas).enumerated() {
            let (line, place, style) = drawn[index]
            var column = 1
            for (index, (cell, width)) in zip(line?.cells.dropLast() ?? [], widths).enumerated() {
                // The number of a session stands at the right of its column, as numbers do.
                let indent = index == 0 ? width - DisplayWidth.of(cell) : 0
                canvas.write(cell, at: Point(column: column + indent, row: row), style: style)
                column += width + 2
            }
            canvas.write(place, at: Point(column: start, row: row), style: style)
        }
    }
}

/// One session as the panel shows it.
private struct SessionLine {
    let cells: [String]
    let style: Style

    init(cells: [String], style: Style) {
        self.cells = cells
        self.style = style
    }

    init(_ login: Login, in context: DrawingContext) {
        let marks = login.marks.map { $0.string(in: context.language) }
        let place = ([login.place] + marks).filter { !$0.isEmpty }.joined(separator: " · ")
        cells =
            [String(login.id)] + [login.startedAt, login.lastUsedAt, login.expiresAt].map { context.short($0) }
            + [place]
        style = login.isOwn ? Style(foreground: context.accent, attributes: .bold) : .plain
    }
}
