// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Markdown
import Stores

/// A link in a note, and where it leads.
package struct FoundLink: Hashable, Sendable {
    /// The note in which it stands.
    package let source: NoteTitle
    /// The link, as it would be written alone.
    package let link: NoteLink
    /// The note that it leads to; nil where there is none.
    package let target: NoteTitle?
    /// Whether that note does not have the place that the link names.
    package let lacksPlace: Bool
    /// The file that it leads to: its path in a folder of notes, or the name of an attachment; nil where there is none.
    package let file: String?
    /// Whether it names a file, be there one or not.
    package let isOfFile: Bool

    init(
        source: NoteTitle, link: NoteLink, target: NoteTitle?, lacksPlace: Bool = false, file: String? = nil,
        isOfFile: Bool = false
    ) {
        self.isOfFile = isOfFile
        self.source = source
        self.link = link
        self.target = target
        self.lacksPlace = lacksPlace
        self.file = file
    }

    /// Whether it does not lead where it says.
    package var isBroken: Bool { target == nil && file == nil || lacksPlace }
}

/// Where the links of notes lead, and which notes none leads to.
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

    /// The links in all notes outside the trash that do not lead where they say, in the order of the notes’ numbers;
    /// protected notes are left out.
    package func brokenLinks() async throws -> [FoundLink] {
        var broken: [FoundLink] = []
        try await eachLink { broken += $1.filter(\.isBroken) }
        return broken
    }

    /// The notes outside the trash that no link of another note leads to, the newest first.
    package func orphans() async throws -> [Note] { try await find(NoteQuery(filter: .orphaned, limit: .max)) }

    /// Goes over the notes outside the trash, page by page, each with its links to notes and files.
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
    /// The numbers of the notes outside the trash that no link of another note leads to.
    ///
    /// Reads every text: a link says a name, and which note that means is known by all of them.
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
    /// Whether links to files are told of too.
    private let wantsFiles: Bool
    private var finder: LinkFinder
    /// Notes that links lead to a place of, as they were read.
    private var documents: [Int: MarkdownDocument] = [:]

    /// So many of them are kept.
    private static let mostDocuments = 256

    init(reader: any NoteReader, wantsFiles: Bool) {
        self.reader = reader
        self.wantsFiles = wantsFiles
        finder = LinkFinder(reader)
    }

    /// The notes above a number, each with its links; none of what is in the trash or protected.
    mutating func page(after last: Int) throws -> [(Note, [FoundLink])] {
        try reader.notes(.above(last), limit: 500).map { note in
            (note, note.isProtected || note.trashedAt != nil ? [] : try links(of: note))
        }
    }

    mutating func links(of note: Note) throws -> [FoundLink] {
        let links = NoteLinks(note)
        let source = NoteTitle(note)
        let files = wantsFiles ? try self.files(links.files, of: note) : []
        let present = Set(files.lazy.filter { $0.file != nil }.map(\.position))
        var found: [NoteLinks.Position: FoundLink] = [:]
        let shown = Set(files.lazy.filter(\.named.isShown).map(\.position))
        for place in links.places {
            // A file that is there is no note, and what is shown but no note is a file.
            let isShown = shown.contains(place.position)
            if isShown, present.contains(place.position) { continue }
            let isFile = isShown || present.contains(place.position)
            found[place.position] = try link(at: place, of: note, source, isFile: isFile)
        }
        for file in files where found[file.position] == nil {
            // What is only called so may be a title: `[[Node.js]]`.
            if file.file == nil, !file.named.isOfKnownKind { continue }
            let spelled = file.named.spelled
            found[file.position] = FoundLink(
                source: source, link: file.named.isTitle ? .note(LinkTarget(titled: spelled[...])) : .file(spelled),
                target: nil, file: file.file, isOfFile: true)
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The files that a note names, each with the place where it lies; nil where there is none.
    private func files(
        _ named: [(position: NoteLinks.Position, file: NamedFile)], of note: Note
    ) throws -> [(position: NoteLinks.Position, named: NamedFile, file: String?)] {
        guard !named.isEmpty else { return [] }
        let own = AttachmentLookup(try reader.attachments(of: note.id), from: note.names.folder)
        return try named.map { ($0.position, $0.file, try reader.place(of: $0.file, in: note, own: own)) }
    }

    /// Where a link to a note leads; nil for one to a file that is no note.
    private mutating func link(
        at place: LinkText.Place, of note: Note, _ source: NoteTitle, isFile: Bool
    ) throws -> FoundLink? {
        let (place, target) = try finder.found(by: place, from: note)
        let parts = place.target.parts
        // A file that is there, or a picture that is linked to, is no note.
        if target == nil, isFile || parts.map({ $0.hasOtherEnding && MediaType.of($0.name) != nil }) == true {
            return nil
        }
        // What a protected note says nobody looks into.
        let said = target.map { place.target.parts(leadingTo: $0) } ?? parts
        let named = said.flatMap { $0.place.isEmpty || target?.isProtected == true ? nil : $0.place }
        // A title may have the sign of a place itself.
        let isWhole =
            if case .title(let spelled) = place.target, let target {
                spelled == target.title || target.names.others.contains(spelled)
            } else { false }
        var lacksPlace = false
        if let named, let target, !isWhole { lacksPlace = try !has(named, in: target.id == note.id ? note : target) }
        return FoundLink(
            source: source, link: .note(place.target), target: target.map(NoteTitle.init), lacksPlace: lacksPlace)
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
