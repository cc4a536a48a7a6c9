// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumMarkdown
import AtriumSearch
import AtriumSession
import NotesLogic

/// The targets of links in notes.
extension NotesModel {
    /// Follows a link of a note, or one of those that lead to it, whose numbers come after: opens its note at its
    /// place, or its file or address in another program; without one the reply contains the path or address.
    ///
    /// - Throws: `NotesFault.unknownLink`, `NotesFault.unknownTitle`, `AttachmentFault`, and others when the program failed.
    func follow(_ number: Int, of id: Int, _ context: CommandContext) async throws -> Reply {
        let source = try await note(id, context)
        let links = source.links
        guard let link = links[number] else {
            let backlinks = try await backlinks(to: source)
            // They are numbered behind the links.
            guard case let index = number - links.links.count - 1, backlinks.indices.contains(index) else {
                throw NotesFault.unknownLink(number, note: id)
            }
            return try await detail(backlinks[index].id, context)
        }
        switch link {
        case .note(let target):
            do {
                let note = try await service.note(at: target, from: source)
                return try await detail(note.id, context, at: target.parts(leadingTo: note)?.place(in: note) ?? "")
            } catch let fault as NotesFault {
                // `[[picture.png]]` names a file, as `[x](INSTALL)` may.
                guard case .unknownTitle = fault,
                    let named = References(source.content).files.first(where: {
                        ($0.isTitle ? LinkTarget(titled: $0.spelled[...]) : LinkTarget(address: $0.spelled)) == target
                    })
                else { throw fault }
                // An embed, or a name of a known kind of file, means a file; `[[Node.js]]` may be a title.
                do { return try await show(service.attachments.path(of: named, in: source), context) } catch {
                    guard case AttachmentFault.missing = error, !named.isOfKnownKind || !named.isTitle else {
                        throw error
                    }
                    throw fault
                }
            }
        case .file(let address):
            guard
                let named = References(source.content).files.first(where: {
                    !$0.isTitle && ($0.spelled == address || $0.meanings.contains(address))
                })
            else { throw AttachmentFault.missing(address, note: id) }
            return try await show(service.attachments.path(of: named, in: source), context)
        case .web(let address):
            let fact = Fact("address", .text(address.text))
            guard let program = try await context.prompter.browse(address.text) else {
                return .message(Strings.linkAddress(number: number, address: address.text), fact)
            }
            return .message(
                Strings.linkOpened(thing: address.text, program: program), fact, Fact("program", .text(program)))
        }
    }

    /// The notes with links to a note, as they are shown below it if it is open.
    private func backlinks(to note: Note) async throws -> [Note] {
        isRead(note.id) ? backlinks : try await service.backlinks(to: note)
    }

    /// Opens a note, at a place if one is named; or else the attachment of that name of the open or selected note,
    /// or the file of that name in the folder of the notes.
    ///
    /// - Throws: As `place(_:)`, and as `openAttachment(_:of:_:)`.
    func open(_ reference: NoteReference, _ context: CommandContext) async throws -> Reply {
        let (id, place): (Int, String)
        do { (id, place) = try await self.place(reference) } catch let fault as NotesFault {
            guard case .unknownTitle = fault else { throw fault }
            let name = reference.word
            if let note = regarded,
                (try? await service.attachments.all(of: note.id))?.contains(where: { $0.name == name }) == true
            {
                return try await openAttachment(name, of: note.id, context)
            }
            guard let path = try await service.attachments.path(ofFile: name) else { throw fault }
            return try await show(path, context)
        }
        return try await detail(id, context, at: place)
    }

    /// Follows a link of a note or opens its attachment, or else the file of such a path in the folder of the notes.
    func open(_ link: LinkReference, of reference: NoteReference, _ context: CommandContext) async throws -> Reply {
        let id: Int
        do { id = try await self.id(reference) } catch let fault as NotesFault {
            guard case .unknownTitle = fault,
                let path = try await service.attachments.path(ofFile: reference.word + "/" + link.word)
            else { throw fault }
            return try await show(path, context)
        }
        switch link {
        case .number(let number): return try await follow(number, of: id, context)
        case .file(let name): return try await openAttachment(name, of: id, context)
        }
    }

    /// Opens the file of an attachment in another program.
    ///
    /// - Throws: `AttachmentFault`, and others when the program failed.
    func openAttachment(_ name: String, of id: Int, _ context: CommandContext) async throws -> Reply {
        try await show(service.attachments.path(of: name, of: unlocked(id, context)), context)
    }

    private func show(_ path: String, _ context: CommandContext) async throws -> Reply {
        let fact = Fact("path", .text(path))
        guard let program = try await context.prompter.show(file: path) else {
            return .message(Strings.filePath(path: path), fact)
        }
        return .message(Strings.linkOpened(thing: path, program: program), fact, Fact("program", .text(program)))
    }
}

/// The notes that the user’s words mean.
extension NotesModel {
    /// The number of the note of that number, or else of that name, or else of the only one whose names contain it.
    ///
    /// Digits are a number, and may be a whole name, as of a year’s note, but never a part of one.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownTitle`, `NotesFault.ambiguousTitle`.
    func id(_ reference: NoteReference) async throws -> Int {
        try await welcome()
        // In quotation marks they are a name.
        guard reference.isDigits else { return try await service.note(called: reference.name).id }
        let number = reference.isName ? nil : Int(reference.name)
        do {
            if let number { return try await service.note(number).id }
        } catch NotesFault.unknownNote {
            // The name comes next.
        }
        if let note = try await service.note(titled: reference.name) { return note.id }
        throw number.map(NotesFault.unknownNote) ?? .unknownTitle(reference.name)
    }

    /// The number of a note and a place in it: `Plan#This week`, `3#This week`; the place is empty for the whole note.
    ///
    /// - Throws: As `id(_:)`.
    func place(_ reference: NoteReference) async throws -> (id: Int, place: String) {
        let parts = LinkPath(reference.name)
        guard !parts.isEmpty, !parts.place.isEmpty else { return (try await id(reference), "") }
        try await welcome()
        // A title may have the sign of a place itself.
        if let note = try await service.note(titled: reference.name) { return (note.id, parts.place(in: note)) }
        return (try await id(NoteReference(name: parts.path)), parts.place)
    }

    /// The notes of a selection: by numbers and spans of them, by a name, by a query, or by several names.
    ///
    /// - Parameter isTrashed: Whether spans and queries mean notes in the trash.
    /// - Throws: As `id(_:)`, the errors of reading a query, and `NotesFault.noMatch`.
    func notes(_ selection: NoteSelection, isTrashed: Bool = false) async throws -> SelectedThings<Int> {
        try await welcome()
        // `2026-01` may be the name of a note, as `tag:x` may.
        let isNamed = selection.isQuery || selection.spans.map { $0.contains { $0.count > 1 } } ?? false
        if isNamed, let note = try await service.note(titled: selection.word) { return SelectedThings([note.id]) }
        if let spans = selection.spans {
            return try await SelectedThings(
                spans,
                existing: { span in
                    let found = try await service.numbers(in: span, isTrashed: isTrashed)
                    guard !found.isEmpty else { throw NotesFault.noMatch("\(span.lowerBound)-\(span.upperBound)") }
                    return found
                }, single: { try await id(NoteReference(name: String($0))) })
        }
        if selection.isQuery {
            let query = isTrashed ? QueryKey.is.term("trashed") + " " + selection.word : selection.word
            return SelectedThings(try await service.numbers(of: query), isAsked: true)
        }
        let whole = selection.reference.isName ? selection.reference : NoteReference(name: selection.word)
        do { return SelectedThings([try await id(whole)]) } catch let fault as NotesFault {
            let names = selection.names
            guard names.count > 1, case .unknownTitle = fault else { throw fault }
            var ids: [Int] = []
            for name in names { ids.append(try await id(NoteReference(name: name))) }
            return SelectedThings(ids)
        }
    }
}
