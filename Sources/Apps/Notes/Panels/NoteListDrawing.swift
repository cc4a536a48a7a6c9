import AtriumKit
import NotesLogic
import Session
import Terminal

/// Draws a list of notes, the newest at the bottom: where a printed list has them too.
@MainActor
enum NoteListDrawing {
    static func draw(_ model: NotesModel, on canvas: inout Canvas, in context: DrawingContext) {
        guard !model.notes.isEmpty else {
            canvas.write(Strings.listEmpty.string(in: context.language), at: Point(column: 1, row: 0), style: .dim)
            return
        }
        let shown = model.notes.prefix(canvas.size.rows).reversed()
        let digits = shown.map { String($0.id).count }.max() ?? 1
        for (row, note) in shown.enumerated() {
            let isOpen = note.id == model.opened?.id
            let date = note.marks.todo?.due?.text ?? context.short(note.createdAt)
            let room = canvas.size.columns - digits - 3 - date.count - 2
            let style = isOpen ? Style(foreground: context.accent, attributes: .bold) : Style.plain
            canvas.write(isOpen ? "▸" : " ", at: Point(column: 0, row: row), style: style)
            canvas.write(
                TextLayout.pad(String(note.id), to: digits, alignment: .right), at: Point(column: 1, row: row),
                style: .dim)
            canvas.write(
                sign(of: note) + note.title, at: Point(column: digits + 3, row: row), style: style,
                width: max(1, room))
            if room > 4 {
                canvas.write(date, at: Point(column: canvas.size.columns - date.count - 1, row: row), style: .dim)
            }
        }
    }

    private static func sign(of note: Note) -> String {
        let task = note.marks.todo.map { $0.doneAt == nil ? "☐ " : "☑ " } ?? ""
        return (note.marks.isPinned ? "★ " : "") + task
    }
}
