import AtriumKit
import NotesLogic
import Session
import Terminal

/// The main part of Notes: the list, and the open note beside it, below it or instead of it, as there is room.
@MainActor
final class NotesPanel: Panel {
    private let model: NotesModel

    init(model: NotesModel) { self.model = model }

    func title(in context: DrawingContext) -> String {
        switch model.scope {
        case .active: Strings.tabAll.string(in: context.language) + "  \(model.counts.active)"
        case .trash: Strings.tabTrash.string(in: context.language) + "  \(model.counts.trashed)"
        case .matching(let query): Strings.panelFound(query: query).string(in: context.language)
        }
    }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        let size = canvas.size
        guard let note = model.opened else { return drawList(on: &canvas, in: context) }
        if size.columns >= 70 {
            let left = size.columns * 2 / 5
            canvas.within(Rect(column: 0, row: 0, columns: left, rows: size.rows)) { drawList(on: &$0, in: context) }
            for row in 0..<size.rows { canvas.write("│", at: Point(column: left, row: row), style: .dim) }
            canvas.within(Rect(column: left + 2, row: 0, columns: size.columns - left - 2, rows: size.rows)) {
                draw(note, on: &$0, in: context)
            }
        } else if size.columns >= 46, size.rows >= 12 {
            let top = size.rows / 2
            canvas.within(Rect(column: 0, row: 0, columns: size.columns, rows: top)) { drawList(on: &$0, in: context) }
            canvas.write(
                String(repeating: "─", count: size.columns), at: Point(column: 0, row: top), style: .dim)
            canvas.within(Rect(column: 0, row: top + 1, columns: size.columns, rows: size.rows - top - 1)) {
                draw(note, on: &$0, in: context)
            }
        } else {
            draw(note, on: &canvas, in: context)
        }
    }

    private func drawList(on canvas: inout Canvas, in context: DrawingContext) {
        guard !model.notes.isEmpty else {
            canvas.write(Strings.listEmpty.string(in: context.language), at: Point(column: 1, row: 0), style: .dim)
            return
        }
        // The newest that fit, the newest at the bottom: where a printed list has them too.
        let shown = model.notes.prefix(canvas.size.rows).reversed()
        let digits = shown.map { String($0.id).count }.max() ?? 1
        for (row, note) in shown.enumerated() {
            let isOpen = note.id == model.opened?.id
            let date = context.short(note.createdAt)
            let room = canvas.size.columns - digits - 3 - date.count - 2
            let style = isOpen ? Style(foreground: context.accent, attributes: .bold) : Style.plain
            canvas.write(isOpen ? "▸" : " ", at: Point(column: 0, row: row), style: style)
            canvas.write(
                TextLayout.pad(String(note.id), to: digits, alignment: .right), at: Point(column: 1, row: row),
                style: .dim)
            canvas.write(note.title, at: Point(column: digits + 3, row: row), style: style, width: max(1, room))
            if room > 4 {
                canvas.write(date, at: Point(column: canvas.size.columns - date.count - 1, row: row), style: .dim)
            }
        }
    }

    private func draw(_ note: Note, on canvas: inout Canvas, in context: DrawingContext) {
        let date = CivilTime(note.createdAt, in: context.timeZone).dateAndTime
        canvas.write(
            note.title, at: Point(column: 0, row: 0), style: Style(foreground: context.accent, attributes: .bold))
        canvas.write("\(note.id) · \(date)", at: Point(column: 0, row: 1), style: .dim)
        let lines = note.body.split(omittingEmptySubsequences: false) { $0.isNewline }
            .flatMap { TextLayout.wrap(Sanitizer.visible(String($0)), to: canvas.size.columns) }
        for (row, line) in lines.prefix(max(0, canvas.size.rows - 3)).enumerated() {
            canvas.write(line, at: Point(column: 0, row: row + 3))
        }
    }
}
