// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import Session
import Terminal

/// The open or else the selected note in full: its facts, its Markdown as text, and what links to it.
@MainActor
final class NoteDetail: DetailPanel {
    var position = PanelPosition()
    private let model: NotesModel
    private var shown: Int?
    private var text = LaidOutText()

    init(model: NotesModel) { self.model = model }

    var isOpen: Bool { model.opened != nil }

    func close() { model.closeOpened() }

    func title(in context: DrawingContext) -> String { note?.title ?? "" }

    /// The open note; while none is, the one that is selected in the list.
    private var note: Note? { model.regarded }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        guard let note else { return }
        if shown != note.id { position.reset() }
        shown = note.id
        // As far as one can page before the next drawing, and some more.
        let end = position.top + 4 * max(canvas.size.rows, position.visible) + Self.reserve
        let lines = lines(of: note, columns: canvas.size.columns - 2, to: end, in: context)
        position.setCount(lines.count)
        position.fit(canvas.size.rows)
        canvas.within(Rect(column: 1, row: 0, columns: canvas.size.columns - 2, rows: canvas.size.rows)) { part in
            for (row, index) in position.rows.enumerated() { lines[index].draw(on: &part, row: row) }
        }
    }

    private static let reserve = 100

    private func lines(of note: Note, columns: Int, to end: Int, in context: DrawingContext) -> [StyledText] {
        let laidOut = text.lines(of: note, columns: columns, accent: context.accent, atLeast: end)
        let date = CivilTime(note.createdAt, in: context.timeZone).dateAndTime
        let facts = ["\(note.id)", date, note.marks.notebook] + text.tags.map { "#" + $0 }
        let head = TextLayout.wrap(
            Sanitizer.visible(facts.filter { !$0.isEmpty }.joined(separator: " · ")), to: max(1, columns))
        let isOpen = note.id == model.opened?.id
        let files = isOpen ? model.attachments.map { "⌁ " + Sanitizer.visible($0) }.joined(separator: "  ") : ""
        let names = files.isEmpty ? [] : TextLayout.wrap(files, to: max(1, columns))
        var lines = (head + names).map { StyledText($0, .dim) } + [StyledText("")]
        lines += laidOut
        guard text.isWhole, isOpen, !model.backlinks.isEmpty else { return lines }
        lines += [StyledText(""), StyledText(Strings.columnBacklinks.string(in: context.language), .dim)]
        return lines
            + model.backlinks.flatMap {
                StyledText("  \($0.id)  " + Sanitizer.visible($0.title)).wrapped(to: max(1, columns))
            }
    }
}
