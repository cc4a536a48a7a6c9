// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session
import Terminal

/// The list of notes in the order of the printed one: where no other was asked for, the newest at the bottom.
///
/// Where words were looked for, the line in which they stand is below each title.
@MainActor
final class NoteList: ListPanel {
    var position = PanelPosition(isSelectable: true, startsAtEnd: true)
    private let model: NotesModel
    private var scope: NotesModel.Scope?
    private var listing = NoteListing()
    private(set) var excerpts = NoteExcerpts()
    /// What was listed when it was drawn last.
    private var listed: [Int] = []
    /// What was open then: the selection goes to what has been opened since.
    private var opened: Int?

    init(model: NotesModel) { self.model = model }

    var total: Int { model.extent.total }

    var isTotalKnown: Bool { model.extent.isKnown }

    var offset: Int { isNewestLast ? max(0, total - model.extent.before - model.notes.count) : model.extent.before }

    private var isNewestLast: Bool { model.listing.isNewestLast }

    var opening: Action? {
        selectedNote.map {
            .app(NotesFactory.id, NotesCommands.show, NotesCommands.reference.argument(NoteReference(id: $0.id)))
        }
    }

    func turnPage(_ edge: PanelEdge) async throws {
        try await model.loadMore(isNewestLast ? (edge == .start ? .end : .start) : edge)
    }

    func title(in context: DrawingContext) -> String {
        switch model.scope {
        case .active: Strings.tabAll.string(in: context.language) + "  \(model.counts.active)"
        case .trash: Strings.tabTrash.string(in: context.language) + "  \(model.counts.trashed)"
        case .matching(let query):
            (NotesTab(model.scope)?.title ?? Strings.panelFound(query: query)).string(in: context.language)
        }
    }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        // In a low panel more titles count more than a line of each.
        let height = model.found.hasWords && canvas.size.rows > 3 ? 2 : 1
        arrange(rows: canvas.size.rows / height, language: context.language)
        guard !model.notes.isEmpty else {
            canvas.write(model.whenEmpty.string(in: context.language), at: Point(column: 1, row: 0), style: .dim)
            return
        }
        let digits = position.rows.map { String(note(at: $0).id).count }.max() ?? 1
        for (row, index) in position.rows.enumerated() {
            let (note, isSelected) = (note(at: index), index == position.selected)
            let isReversed = isSelected && context.isFocused
            let found = model.found.hasWords ? excerpts.find(model.found, in: note) : nil
            draw(
                note, found?.title, isSelected: isSelected, digits: digits, row: row * height, on: &canvas, context)
            if isReversed { canvas.reverse(row: row * height) }
            guard height > 1, let line = found?.line else { continue }
            draw(line, digits: digits, row: row * height + 1, on: &canvas, context)
            if isReversed { canvas.reverse(row: row * height + 1) }
        }
    }

    /// Draws the line in which the words stand.
    private func draw(
        _ line: MatchExcerpt, digits: Int, row: Int, on canvas: inout Canvas, _ context: DrawingContext
    ) {
        let room = max(1, canvas.size.columns - digits - 4)
        canvas.within(Rect(column: digits + 3, row: row, columns: room, rows: 1)) { part in
            StyledText(line, over: .dim, accent: context.accent, columns: room).fitted(to: room).draw(on: &part, row: 0)
        }
    }

    private func draw(
        _ note: Note, _ title: MatchExcerpt?, isSelected: Bool, digits: Int, row: Int, on canvas: inout Canvas,
        _ context: DrawingContext
    ) {
        let width = canvas.size.columns
        let date = note.marks.todo?.due?.text ?? context.short(note.createdAt)
        let room = width - digits - 3 - date.count - 2
        let isOpen = note.id == model.opened?.id
        let style = isOpen ? Style(foreground: context.accent, attributes: .bold) : Style.plain
        canvas.write(isSelected ? "▸" : " ", at: Point(column: 0, row: row), style: style)
        canvas.write(
            TextLayout.pad(String(note.id), to: digits, alignment: .right), at: Point(column: 1, row: row), style: .dim)
        let sign = Self.sign(of: note)
        var text = StyledText(sign, style)
        text.append(
            title.map {
                StyledText($0, over: style, accent: context.accent, columns: max(1, room - DisplayWidth.of(sign)))
            }
                ?? StyledText(Sanitizer.visible(note.title), style))
        canvas.within(Rect(column: digits + 3, row: row, columns: max(1, room), rows: 1)) { part in
            text.fitted(to: max(1, room)).draw(on: &part, row: 0)
        }
        if room > 4 { canvas.write(date, at: Point(column: width - date.count - 1, row: row), style: .dim) }
    }

    /// Fits the position to what is loaded, with the selection on the note that had it.
    private func arrange(rows: Int, language: Language) {
        let isFirst = listed.isEmpty
        if scope != model.scope || listing != model.listing {
            scope = model.scope
            listing = model.listing
            position = PanelPosition(isSelectable: true, startsAtEnd: isNewestLast)
            model.selected = nil
        }
        let ids = model.notes.map(\.id)
        let (top, row) = (position.top, position.selected)
        let isOnNewest = listing.sort == .newest && position.selected == (isNewestLast ? position.count - 1 : 0)
        position.setCount(ids.count)
        position.fit(rows)
        // With other notes in the list the selection stays on its note; on the newest it goes on to the newest.
        if ids != listed, !isOnNewest, let id = model.selected?.id, let index = ids.firstIndex(of: id) {
            let now = place(of: index, among: ids.count)
            // What is seen stays where it is, too.
            if let row { position.scroll(by: top + now - row - position.top) }
            position.select(now)
        }
        // Whoever has only the welcome notes reads first the one that speaks to them.
        if isFirst, WelcomeNotes.are(model.notes), let index = ids.firstIndex(of: WelcomeNotes.first(in: language)) {
            position.select(place(of: index, among: ids.count))
        }
        listed = ids
        if opened != model.opened?.id {
            opened = model.opened?.id
            if let opened, let index = ids.firstIndex(of: opened) {
                position.select(place(of: index, among: ids.count))
            }
        }
        model.selected = selectedNote
    }

    private var selectedNote: Note? {
        position.selected.flatMap { model.notes.indices.contains($0) ? note(at: $0) : nil }
    }

    /// The note of a row.
    private func note(at row: Int) -> Note { model.notes[place(of: row, among: model.notes.count)] }

    /// The row of one of the model’s notes, and the other way round.
    private func place(of index: Int, among count: Int) -> Int { isNewestLast ? count - 1 - index : index }

    private static func sign(of note: Note) -> String {
        let task = note.marks.todo.map { $0.doneAt == nil ? "☐ " : "☑ " } ?? ""
        return (note.marks.isPinned ? "★ " : "") + task
    }
}
