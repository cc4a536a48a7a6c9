import AtriumKit
import Session
import Terminal

/// The drawer of Notes: all notes and the trash, then notebooks, saved queries and tags, as many as there is room for.
@MainActor
final class NotesSidebar: Panel {
    private struct Row {
        let text: String
        let count: Int?
        let isSelected: Bool
    }

    private let model: NotesModel

    init(model: NotesModel) { self.model = model }

    func title(in context: DrawingContext) -> String { Strings.sidebarTitle.string(in: context.language) }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        for (index, row) in rows(in: context).prefix(canvas.size.rows).enumerated() {
            let number = row.count.map(String.init) ?? ""
            let width = canvas.size.columns - number.count - 1
            let style = row.isSelected ? Style(foreground: context.accent, attributes: .bold) : Style.plain
            let text = (row.isSelected ? "▸" : " ") + row.text
            canvas.write(text, at: Point(column: 0, row: index), style: style, width: width)
            canvas.write(number, at: Point(column: width + 1, row: index), style: .dim)
        }
    }

    private func rows(in context: DrawingContext) -> [Row] {
        var rows = [
            Row(
                text: Strings.tabAll.string(in: context.language), count: model.counts.active,
                isSelected: model.scope == .active),
            Row(
                text: Strings.tabTrash.string(in: context.language), count: model.counts.trashed,
                isSelected: model.scope == .trash),
        ]
        rows += NotebookRow.rows(of: model.notebooks).map { row in
            Row(
                text: String(repeating: "  ", count: row.depth) + row.level, count: row.count,
                isSelected: model.scope == .matching("in:\"\(row.name)\""))
        }
        rows += model.savedQueries.map {
            Row(text: "@" + $0.name, count: nil, isSelected: model.scope == .matching("@" + $0.name))
        }
        rows += model.tags.map {
            Row(text: "#" + $0.name, count: $0.count, isSelected: model.scope == .matching("tag:\"\($0.name)\""))
        }
        return rows
    }
}
