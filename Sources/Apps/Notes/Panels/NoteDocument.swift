// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

/// The open or else the selected note in full: its facts, its Markdown as text, and what links to it.
@MainActor
enum NoteDocument {
    /// The document of a model.
    static func source(of model: NotesModel) -> DocumentSource {
        if let month = model.month, model.opened == nil { return AgendaDocument.source(of: month, in: model) }
        guard let note = model.regarded else {
            return DocumentSource(id: "", title: LocalizedText(verbatim: "")) { _ in [] }
        }
        var source = DocumentSource(
            id: String(note.id), title: LocalizedText(verbatim: note.shownTitle), isOpen: model.opened != nil
        ) { context, lines in
            // The tags are known once the text is read.
            let text = model.text.blocks(of: note, lines: lines)
            let parts = [head(of: note, model, in: context), text]
            return model.text.isWhole
                ? .init(parts + [foot(of: note, model, in: context)], isWhole: true) : .init(parts, isWhole: false)
        }
        if let start = model.start, start.id == note.id, let block = model.text.block(at: start.place, of: note) {
            // The text is behind the facts.
            source.start = .init(visit: start.visit, part: 1, block: block)
        }
        if case .matching(let query) = model.scope, let places = NotesService.places(of: model.found) {
            source.search = DocumentSource.Search(query, visit: model.visit, places: places)
        }
        source.items = NotesCommands.items(isTrashed: note.trashedAt != nil)
        source.wholeText = { note.content }
        source.picture = { await model.picture($0, in: note) }
        source.pictureRevision = model.pictureRevision
        source.close = { model.closeOpened() }
        return source
    }

    private static func head(of note: Note, _ model: NotesModel, in context: ViewContext) -> [Block] {
        let files = isOpen(note, model) ? model.attachments : []
        let facts = NoteFacts(
            of: note, tags: model.text.tags, attachments: files,
            now: DueTime(context.now, in: context.timeZone))
        return facts.lines(in: context).map { .text($0, .faint) } + [.blank]
    }

    private static func foot(of note: Note, _ model: NotesModel, in context: ViewContext) -> [Block] {
        guard isOpen(note, model), !model.backlinks.isEmpty else { return [] }
        let first = model.text.linkCount + 1
        return [.blank, .text(Strings.columnBacklinks.string(in: context.language), .faint)]
            + model.backlinks.enumerated().map { index, note in
                let link = SpanLink(address: nil, number: first + index)
                var title = StyledText(note.shownTitle, [.underlined, .accented], link: link)
                title.append("[\(first + index)]", .faint, link: link)
                return Block(.paragraph(title), in: [.item(.label("  \(note.id) "), begins: true)])
            }
    }

    /// Links and files are known of the open note only.
    private static func isOpen(_ note: Note, _ model: NotesModel) -> Bool { note.id == model.opened?.id }
}
