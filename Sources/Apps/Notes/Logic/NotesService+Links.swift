// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumMarkdown
import AtriumStores

/// A link in a note, and its target.
package struct FoundLink: Hashable, Sendable {
    /// The note in which it stands.
    package let source: NoteTitle
    /// The link, as it would be written alone.
    package let link: NoteLink
    /// The note to which it leads; `nil` for none.
    package let target: NoteTitle?
    /// Whether that note does not have the place that the link names.
    package private(set) var lacksPlace = false
    /// The file to which it leads: its path in a folder of notes, or the name of an attachment; `nil` for none.
    package private(set) var file: String?
    /// Whether it names a file, which may be missing.
    package private(set) var isOfFile = false

    /// Whether its target is missing.
    package var isBroken: Bool { target == nil && file == nil || lacksPlace }
}

/// The targets of links, and the notes to which none leads.
extension NotesService {
    /// The links of a note to others and to files, in order.
    ///
    /// - Parameter note: The note with its whole text.
    package func links(of note: Note) async throws -> [FoundLink] {
        try await store.read { reader in
            var resolver = LinkResolver(reader: reader, wantsFiles: true)
            return try resolver.links(of: note)
        }
    }

    /// The links in all notes outside the trash whose target is missing, in the order of the notes’ numbers; protected
    /// notes are left out.
    package func brokenLinks() async throws -> [FoundLink] {
        var broken: [FoundLink] = []
        try await eachLink { broken += $1.filter(\.isBroken) }
        return broken
    }

    /// The notes outside the trash to which no link of another note leads, the newest first.
    package func orphans() async throws -> [Note] { try await find(NoteQuery(filter: .orphaned, limit: .max)) }

    /// Visits the notes outside the trash, page by page, each with its links to notes and files.
    private func eachLink(_ body: (Note, [FoundLink]) throws -> Void) async throws {
        var last = 0
        while case let page = try await page(after: last), let end = page.last {
            for (note, links) in page where note.trashedAt == nil { try body(note, links) }
            last = end.0.id
            try Task.checkCancellation()
        }
    }

    private func page(after last: Int) async throws -> [(Note, [FoundLink])] {
        try await store.read { reader in
            var resolver = LinkResolver(reader: reader, wantsFiles: true)
            return try resolver.page(after: last)
        }
    }
}

extension NoteReader {
    /// The numbers of the notes outside the trash to which no link of another note leads.
    ///
    /// Reads every text: a link says a name, and all notes together decide which of them it means.
    func orphans() throws -> Set<Int> {
        var orphans: Set<Int> = []
        var linked: Set<Int> = []
        var resolver = LinkResolver(reader: self, wantsFiles: false)
        var last = 0
        while case let page = try resolver.page(after: last), let end = page.last {
            for (note, links) in page where note.trashedAt == nil {
                orphans.insert(note.id)
                linked.formUnion(links.lazy.compactMap(\.target?.id).filter { $0 != note.id })
            }
            last = end.0.id
            try Task.checkCancellation()
        }
        return orphans.subtracting(linked)
    }
}

/// Looks up links of notes within one state, each target once.
private struct LinkResolver {
    private let reader: any NoteReader
    /// Whether links to files are looked up too.
    private let wantsFiles: Bool
    private var finder: LinkFinder
    /// Notes to whose places links lead, as they were read.
    private var documents: [Int: MarkdownDocument] = [:]

    /// The most of them to keep.
    private static let mostDocuments = 256

    init(reader: any NoteReader, wantsFiles: Bool) {
        self.reader = reader
        self.wantsFiles = wantsFiles
        finder = LinkFinder(reader)
    }

    /// The notes above a number, each with its links; without those in the trash or protected.
    mutating func page(after last: Int) throws -> [(Note, [FoundLink])] {
        try reader.notes(.above(last), limit: 500).map { note in
            (note, note.isProtected || note.trashedAt != nil ? [] : try links(of: note))
        }
    }

    mutating func links(of note: Note) throws -> [FoundLink] {
        let source = NoteTitle(note)
        var own: AttachmentLookup?
        let references = References(note)
        // A tag needs no page.
        let pages = try reader.pages(ofTagsIn: note, beside: references).compactMap { page in
            try finder.note(at: page, from: note).map {
                FoundLink(source: source, link: .note(page), target: NoteTitle($0))
            }
        }
        let found: [FoundLink] = try references.notesAndFiles.compactMap { reference in
            let namesFile = wantsFiles && reference.namesFile
            var file: String?
            if namesFile {
                let lookup = try own ?? AttachmentLookup(reader.attachments(of: note.id), from: note.names.folder)
                own = lookup
                file = try reader.place(of: reference, in: note, own: lookup)
            }
            // An existing file is not a note, and neither is an embedded one.
            let isShown = namesFile && reference.isShown
            if !isShown || file == nil,
                let link = try link(at: reference, of: note, source, isFile: isShown || file != nil)
            {
                return link
            }
            // A name with an ending may be a title: `[[Node.js]]`.
            guard namesFile, file != nil || reference.isOfKnownKind else { return nil }
            let spelled = reference.spelled
            return FoundLink(
                source: source, link: reference.isTitle ? .note(LinkTarget(titled: spelled[...])) : .file(spelled),
                target: nil, file: file, isOfFile: true)
        }
        return found + pages
    }

    /// The link to a note; `nil` for one to a file other than a note.
    private mutating func link(
        at reference: Reference, of note: Note, _ source: NoteTitle, isFile: Bool
    ) throws -> FoundLink? {
        let (reference, target) = try finder.found(by: reference, from: note)
        guard let link = reference.note else { return nil }
        let parts = link.parts
        // An existing file, or a picture that is linked to, is not a note.
        if target == nil, isFile || parts.map({ $0.hasOtherEnding && MediaType.of($0.name) != nil }) == true {
            return nil
        }
        // The text of a protected note is not read.
        let said = target.map { link.parts(leadingTo: $0) } ?? parts
        let named = said.flatMap { $0.place.isEmpty || target?.isProtected == true ? nil : $0.place }
        // A title may have the sign of a place itself.
        let isWhole =
            if case .title(let spelled) = link, let target {
                spelled == target.title || target.names.others.contains(spelled)
            } else { false }
        var lacksPlace = false
        if let named, let target, !isWhole { lacksPlace = try !has(named, in: target.id == note.id ? note : target) }
        return FoundLink(
            source: source, link: .note(link), target: target.map(NoteTitle.init), lacksPlace: lacksPlace)
    }

    /// Whether a note has a place that a link names.
    private mutating func has(_ place: String, in note: Note) throws -> Bool {
        if let document = documents[note.id] { return NotePlace.range(of: place, in: document) != nil }
        if documents.count == Self.mostDocuments { documents = [:] }
        let document = MarkdownDocument(try reader.note(note.id)?.content ?? note.content)
        documents[note.id] = document
        return NotePlace.range(of: place, in: document) != nil
    }
}
