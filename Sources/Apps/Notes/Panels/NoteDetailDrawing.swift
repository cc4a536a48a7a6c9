import AtriumKit
import NotesLogic
import Session
import Terminal

/// Draws one note: its title and facts, its Markdown as text, and what links to it.
@MainActor
enum NoteDetailDrawing {
    static func draw(
        _ note: Note, backlinks: [Note], attachments: [String], on canvas: inout Canvas, in context: DrawingContext
    ) {
        canvas.write(
            note.title, at: Point(column: 0, row: 0), style: Style(foreground: context.accent, attributes: .bold))
        let date = CivilTime(note.createdAt, in: context.timeZone).dateAndTime
        let facts = ["\(note.id)", date, note.marks.notebook] + note.tags.map { "#" + $0 }
        canvas.write(
            facts.filter { !$0.isEmpty }.joined(separator: " · "), at: Point(column: 0, row: 1), style: .dim)
        if !attachments.isEmpty {
            canvas.write("⌁ " + attachments.joined(separator: ", "), at: Point(column: 0, row: 2), style: .dim)
        }
        let room = max(0, canvas.size.rows - 3)
        let linksInTitle = LinkText.targets(in: note.title).count
        let lines = MarkdownLayout.lines(
            note.body, columns: canvas.size.columns, accent: context.accent, firstLink: linksInTitle + 1)
        // Links from other notes keep their place at the bottom; a long text gives way.
        let links = backlinks.prefix(max(0, min(4, room / 3)))
        let rows = links.isEmpty ? room : room - links.count - 2
        for (row, line) in lines.prefix(rows).enumerated() { line.draw(on: &canvas, row: row + 3) }
        guard !links.isEmpty else { return }
        var row = 3 + min(rows, lines.count) + 1
        canvas.write(Strings.columnBacklinks.string(in: context.language), at: Point(column: 0, row: row), style: .dim)
        for link in links {
            row += 1
            canvas.write("  \(link.id)  \(link.title)", at: Point(column: 0, row: row))
        }
    }
}
