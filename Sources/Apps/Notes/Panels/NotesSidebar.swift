import AtriumKit
import Session
import Terminal

/// The drawer of Notes: all notes and the trash, with their numbers.
@MainActor
final class NotesSidebar: Panel {
    private let model: NotesModel

    init(model: NotesModel) { self.model = model }

    func title(in context: DrawingContext) -> String { Strings.sidebarTitle.string(in: context.language) }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        let rows = [
            (Strings.tabAll, model.counts.active, model.scope == .active),
            (Strings.tabTrash, model.counts.trashed, model.scope == .trash),
        ]
        for (row, (title, count, isSelected)) in rows.enumerated() {
            let number = String(count)
            let width = canvas.size.columns - number.count - 1
            let style = isSelected ? Style(foreground: context.accent, attributes: .bold) : Style.plain
            let text = (isSelected ? "▸" : " ") + title.string(in: context.language)
            canvas.write(text, at: Point(column: 0, row: row), style: style, width: width)
            canvas.write(number, at: Point(column: width + 1, row: row), style: .dim)
        }
    }
}
