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
        NoteListDrawing.draw(model, on: &canvas, in: context)
    }

    private func draw(_ note: Note, on canvas: inout Canvas, in context: DrawingContext) {
        NoteDetailDrawing.draw(
            note, backlinks: model.backlinks, attachments: model.attachments, on: &canvas, in: context)
    }
}
