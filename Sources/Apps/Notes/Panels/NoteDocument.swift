// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumMarkdown
import AtriumSession
import AtriumTerminal
import NotesLogic

/// The open or else the selected note in full: its facts, its Markdown as text, and the links to it.
@MainActor
enum NoteDocument {
    static func source(of model: NotesModel) -> DocumentSource {
        if let month = model.month, model.opened == nil { return AgendaDocument.source(of: month, in: model) }
        guard let note = model.regarded else {
            return DocumentSource(id: "", title: LocalizedText(verbatim: "")) { _ in [] }
        }
        var source = DocumentSource(
            id: String(note.id), title: LocalizedText("title") { _ in note.shownTitle }, isOpen: model.opened != nil
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
        if case .matching = model.scope, let sought = NotesService.search(for: model.found) {
            source.search = DocumentSource.Search(sought.words, visit: model.visit, places: sought.places)
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

/// The facts of a note beside its text: fields in a reply, and a few quiet lines above the text in a panel.
struct NoteFacts {
    /// The facts, in order.
    private(set) var fields: [Detail.Field]

    /// The facts of a note, or of one of its versions.
    ///
    /// - Parameters:
    ///   - tags: The tags, if they are known already; `nil` for those of the note.
    ///   - now: The present time, by which a task may be overdue.
    init(
        of note: Note, tags: [String]? = nil, attachments: [String] = [], version: NoteVersion? = nil, now: DueTime
    ) {
        fields = [
            .init("id", Strings.columnId, .number(note.id)),
            .init("created", Strings.columnCreated, .timestamp(note.createdAt)),
        ]
        let saved = version?.savedAt ?? note.modifiedAt
        if saved != note.createdAt { add("modified", Strings.columnModified, .timestamp(saved)) }
        if let trashed = note.trashedAt { add("trashed", Strings.columnTrashed, .timestamp(trashed)) }
        if note.version > 1 { add("version", Strings.columnVersion, .number(version?.number ?? note.version)) }
        if !note.marks.notebook.isEmpty { add("notebook", Strings.columnNotebook, .text(note.marks.notebook)) }
        add("tags", Strings.columnTags, (tags ?? note.tags).map(Value.text))
        add("properties", Strings.columnProperties, note.properties.map { .text(Self.text($0)) })
        add("state", Strings.columnState, Self.states(of: note, at: now))
        if let todo = note.marks.todo { add(todo, of: note) }
        add("attachments", Strings.columnAttachments, attachments.map(Value.text))
    }

    private mutating func add(_ todo: Todo, of note: Note) {
        if todo.due != nil { add("due", Strings.columnDue, Self.due(note)) }
        if todo.recurrence != nil { add("repeat", Strings.columnRepeat, Self.repetition(note)) }
        if let done = todo.lastDone { add("done", Strings.columnDone, .timestamp(done)) }
        guard !todo.completions.isEmpty else { return }
        add("times", Strings.columnTimes, .number(todo.completions.count))
        fields.append(
            .init("completed", Strings.columnDone, .list(todo.completions.map(Value.timestamp)), isHidden: true))
    }

    /// The due time of a note; `nil` for a note that is no task or has no date.
    static func due(_ note: Note) -> Value {
        (note.marks.todo?.due).map { .word(key: $0.text, LocalizedText(verbatim: $0.shown)) } ?? .none
    }

    static func repetition(_ note: Note) -> Value {
        (note.marks.todo?.recurrence).map { .word(key: $0.text, $0.said) } ?? .none
    }

    /// The sign of locked notes and notebooks, before their names on the panels.
    static let lockSign = "🔒 "

    /// The state of a note: pinned, to do or done or overdue, locked.
    static func states(of note: Note, at now: DueTime) -> [Value] {
        var words: [Value] = []
        if note.marks.isPinned { words.append(.word(key: "pinned", Strings.statePinned)) }
        if let todo = note.marks.todo {
            words.append(
                todo.doneAt == nil
                    ? .word(key: "todo", Strings.stateTodo) : .word(key: "done", Strings.stateDone))
            if todo.isOverdue(at: now) { words.append(.word(key: "overdue", Strings.stateOverdue)) }
        }
        if note.isProtected { words.append(.word(key: "protected", Strings.stateProtected)) }
        return words
    }

    private mutating func add(_ key: String, _ title: LocalizedText, _ value: Value) {
        fields.append(.init(key, title, value))
    }

    /// Adds a fact, unless it is empty.
    private mutating func add(_ key: String, _ title: LocalizedText, _ values: [Value]) {
        if !values.isEmpty { add(key, title, .list(values)) }
    }

    /// A property as it is shown: `director: Ridley Scott`.
    private static func text(_ property: (name: String, values: [String])) -> String {
        property.values.isEmpty ? property.name : "\(property.name): \(property.values.concatenated(by: ", "))"
    }
}

// MARK: - In a panel

extension NoteFacts {
    /// The facts in lines: identity and state, then history, properties and files.
    func lines(in context: ViewContext) -> [String] {
        let lines = [
            fields.flatMap { identity($0, in: context) }, fields.flatMap { fate($0, in: context) },
            texts("properties", in: context),
        ].map { $0.concatenated(by: " · ") }
        let files = texts("attachments", in: context).map { "⌁ " + $0 }.concatenated(by: "  ")
        return (lines + [files]).filter { !$0.isEmpty }
    }

    private func identity(_ field: Detail.Field, in context: ViewContext) -> [String] {
        switch (field.key, field.value) {
        case ("created", .timestamp(let time)): [CivilTime(time, in: context.timeZone).dateAndTime]
        case ("tags", .list(let tags)): tags.map { "#" + $0.text(in: context) }
        case ("state", .list(let words)): words.filter { !hasField(for: $0) }.map { $0.text(in: context) }
        case ("id", let value), ("notebook", let value): [value.text(in: context)]
        default: []
        }
    }

    private func fate(_ field: Detail.Field, in context: ViewContext) -> [String] {
        switch field.key {
        case "modified", "trashed", "version", "due", "repeat", "done", "times":
            [Self.begun(field.title.string(in: context.language)) + " " + field.value.text(in: context, isShort: true)]
        default: []
        }
    }

    /// Whether a fact of its own says a word of the state, such as the time since when it is done.
    private func hasField(for word: Value) -> Bool {
        if case .word(let key, _) = word { fields.contains { $0.key == key } } else { false }
    }

    /// A name as it stands within a line.
    private static func begun(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

    private func texts(_ key: String, in context: ViewContext) -> [String] {
        guard case .list(let values)? = fields.first(where: { $0.key == key })?.value else { return [] }
        return values.map { $0.text(in: context) }
    }
}

/// Pictures of notes.
extension NotesModel {
    /// The bytes of a picture that a note’s text shows; `nil` for none, or if it cannot be read.
    ///
    /// - Parameter spelled: The visible form of the target.
    func picture(_ spelled: String, in note: Note) async -> [UInt8]? {
        guard let named = Self.picture(shownAs: spelled, in: note) else { return nil }
        return try? await service.attachments.picture(named, in: note)
    }

    /// The picture whose target has this visible form.
    private static func picture(shownAs spelled: String, in note: Note) -> Reference? {
        References(note.content).all.first { $0.isPicture && Sanitizer.visible($0.spelled) == spelled }
    }

    /// A picture of a note, by the number of its link or by its name, or the first one.
    ///
    /// - Throws: `AttachmentFault.noPicture`, `AttachmentFault.missing`, and the errors of reading it.
    func picture(_ reference: LinkReference?, of note: Note) async throws -> (name: String, bytes: [UInt8]) {
        let document = MarkdownDocument(Sanitizer.visible(note.content, keepingNewlines: true), hasLines: false)
        let links = NumberedLinks(document, titleEnd: note.titleEnd)
        let shown = document.links.enumerated().first { index, link in
            guard let named = Reference(link, in: document), named.isPicture else { return false }
            return switch reference {
            case .number(let number)?: links.number(at: index) == number
            case .file(let name)?: named.name == name || named.spelled == name
            case nil: true
            }
        }
        guard let link = shown?.element, let named = Reference(link, in: document) else {
            throw AttachmentFault.noPicture(reference?.word, note: note.id)
        }
        guard let own = Self.picture(shownAs: named.spelled, in: note),
            let bytes = try await service.attachments.picture(own, in: note)
        else {
            throw AttachmentFault.missing(named.spelled, note: note.id)
        }
        return (named.name, bytes)
    }
}
