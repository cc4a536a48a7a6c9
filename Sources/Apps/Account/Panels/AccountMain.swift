import AccountLogic
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
        for (row, index) in rows(fields.count, on: canvas).enumerated() {
            let (label, value) = fields[index]
            canvas.write(label, at: Point(column: 1, row: row), style: .dim)
            canvas.write(value.isEmpty ? "–" : value, at: Point(column: column, row: row))
        }
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
        for (row, index) in rows(lines.count, on: canvas).enumerated() {
            let line = lines[index]
            var column = 1
            for (index, (cell, width)) in zip(line.cells, widths).enumerated() {
                // The number of a session stands at the right of its column, as numbers do.
                let indent = index == 0 ? width - DisplayWidth.of(cell) : 0
                canvas.write(cell, at: Point(column: column + indent, row: row), style: line.style)
                column += width + 2
            }
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
