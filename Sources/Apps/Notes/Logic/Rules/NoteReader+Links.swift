// SPDX-License-Identifier: GPL-3.0-or-later

/// Links between notes.
extension NoteReader {
    /// The note outside the trash to which a link leads; a number leads to one in the trash too.
    ///
    /// - Parameter source: The note in which the link stands.
    package func note(at target: LinkTarget, from source: Note? = nil) throws -> Note? {
        var finder = LinkFinder(self)
        if let found = try finder.note(at: target, from: source) { return try note(found.id) }
        guard let source, files?.hasLabelsFirst == true else { return nil }
        // The label, which stands first, tells which link is meant.
        return try References(source).notes.lazy.filter { $0.note == target }
            .compactMap { try finder.found(by: $0, from: source).note }.first.flatMap { try note($0.id) }
    }

    /// Those of a note’s references that lead to another.
    func links(in references: References, of note: Note, to other: Note, by finder: inout LinkFinder) throws
        -> [Reference]
    {
        try references.notes.compactMap { reference in
            let found = try finder.found(by: reference, from: note)
            return found.note?.id == other.id ? found.reference : nil
        }
    }

    /// A filter that all notes with links to a note match, and perhaps others.
    package func filter(linkingTo note: Note) -> NoteFilter {
        if files?.hasLabelsFirst == true { return .linked }
        let pages = files?.graph == nil ? [] : [note.title] + note.otherNames
        return .any([.linking(to: note)] + pages.map { .tag($0) })
    }

    /// The pages to which the tags of a note lead, each once: in a graph of Logseq `#Page` and `tags:: Page` are links;
    /// those that are links of another kind too are left out.
    func pages(ofTagsIn note: Note, beside references: References) -> [LinkTarget] {
        guard files?.graph != nil else { return [] }
        var known = Set(references.targets.compactMap { $0.parts.map { NameKey.of($0.path) } })
        return (TagText.tags(in: note.content) + PageProperties(note.content).list("tags"))
            .filter { known.insert(NameKey.of($0)).inserted }.map { LinkTarget(titled: $0[...]) }
    }

    /// Whether a note has links to another, of any kind.
    private func links(_ note: Note, to other: Note, by finder: inout LinkFinder) throws -> Bool {
        let references = References(note)
        if try !links(in: references, of: note, to: other, by: &finder).isEmpty { return true }
        return try pages(ofTagsIn: note, beside: references).contains {
            try finder.note(at: $0, from: note)?.id == other.id
        }
    }

    /// The notes outside the trash with links to a note, the newest first.
    package func backlinks(to note: Note, limit: Int = .max) throws -> [Note] {
        var query = NoteQuery(filter: filter(linkingTo: note), limit: min(max(limit, 50), 500))
        var found: [Note] = []
        var finder = LinkFinder(self)
        while found.count < limit, case let page = try notes(query), let last = page.last {
            found += try page.filter {
                // The text of a protected note is not read.
                try $0.id != note.id && !$0.isProtected && links($0, to: note, by: &finder)
            }
            guard page.count == query.limit else { break }
            query.after = last
        }
        return Array(found.prefix(limit))
    }
}

extension NoteFilter {
    /// The notes that may have links to a note: by its number, or by one of its names alone.
    fileprivate static func linking(to note: Note) -> NoteFilter {
        let all = [note.title] + note.otherNames + [LinkPath.page(of: note.names.path)].compactMap(\.self)
        let names = Set(all.map(NameKey.of)).subtracting([""]).sorted()
        return .any([.linking(.number(note.id))] + names.map { .linking(.title($0)) })
    }
}

/// Finds the notes to which links lead, within one state of the notes, looking each name up once.
///
/// A name without folders means the note of that path, then the one in the linking note’s own folder, then the one with
/// the shortest path; with folders, these may be the last ones of many. Another name of a note, which its front matter
/// gives it, means it if no note has that name itself.
package struct LinkFinder {
    private struct Asked: Hashable {
        let target: LinkTarget
        let folder: String
    }

    private let reader: any NoteReader
    private var answers: [Asked: Note?] = [:]
    private var found: [NoteKey: [Note]] = [:]

    /// The most answers to keep: the notes of one page ask for the same ones again.
    private static let most = 20_000

    package init(_ reader: any NoteReader) { self.reader = reader }

    /// The note outside the trash to which a link leads, perhaps without its text; a number leads to one in the trash too.
    ///
    /// - Parameter source: The note in which the link stands.
    package mutating func note(at target: LinkTarget, from source: Note? = nil) throws -> Note? {
        guard let parts = target.parts else {
            return if case .number(let id) = target { try reader.note(id) } else { nil }
        }
        guard !parts.isEmpty else { return source }
        let asked = Asked(target: target, folder: source?.names.folder ?? "")
        if let answer = answers[asked] { return answer }
        let note = try find(target, parts, from: source)
        if answers.count >= Self.most { (answers, found) = ([:], [:]) }
        answers[asked] = .some(note)
        return note
    }

    /// The note to which a reference leads, and the reference as it is read then: in stores whose links say their label
    /// first, the last part is the target unless the first one is a note.
    mutating func found(by reference: Reference, from source: Note) throws -> (reference: Reference, note: Note?) {
        let note = try reference.note.flatMap { try self.note(at: $0, from: source) }
        guard note == nil, reader.files?.hasLabelsFirst == true, let other = reference.labelFirst,
            let named = try other.note.flatMap({ try self.note(at: $0, from: source) })
        else { return (reference, note) }
        return (other, named)
    }

    private mutating func find(_ target: LinkTarget, _ parts: LinkPath, from source: Note?) throws -> Note? {
        // A title may have the signs of folders, endings and places in it.
        if case .title(let spelled) = target, spelled != parts.name,
            let note = try notes(.title(NameKey.of(spelled))).first(where: {
                $0.names.isEmpty || $0.names.name == spelled
            })
        {
            return note
        }
        for path in target.longer {
            let named = try notes(.title(NameKey.of(path.name)))
            if let note = LinkPlaces(path, target, from: source).nearest(named) { return note }
        }
        let named = try notes(.title(NameKey.of(parts.name)))
        if let note = LinkPlaces(parts, target, from: source).nearest(named) { return note }
        if let note = try note(called: parts.withoutEnding) { return note }
        guard case .title(let spelled) = target else { return try page(parts, target, from: source) }
        return spelled == parts.withoutEnding ? nil : try note(called: spelled)
    }

    /// The note for the page of a site with this address.
    private mutating func page(_ parts: LinkPath, _ target: LinkTarget, from source: Note?) throws -> Note? {
        for path in parts.pages {
            let named = try notes(.title(NameKey.of(path.name)))
            if let note = LinkPlaces(path, target, from: source).nearest(named) { return note }
        }
        return try note(called: parts.path + "/")
    }

    /// The note with another name: one with the name in its front matter before one whose file stands for it.
    private mutating func note(called name: String) throws -> Note? {
        let key = NameKey.of(name)
        let called = try notes(.alias(key))
        let saying = called.filter { ([$0.names.title] + $0.names.aliases).contains { NameKey.of($0) == key } }
        return (saying.isEmpty ? called : saying).min(by: LinkPlaces.isShorter)
    }

    private mutating func notes(_ key: NoteKey) throws -> [Note] {
        if let known = found[key] { return known }
        let notes = try reader.notes(key, limit: LinkPlaces.most).map(Self.withoutText)
        found[key] = notes
        return notes
    }

    /// The note without its long text: many may have one name.
    private static func withoutText(_ note: Note) -> Note {
        var note = note
        note.content = note.names.isEmpty ? note.firstLine : ""
        return note
    }
}

/// The places that a link may mean, to choose between notes of one name.
private struct LinkPlaces {
    /// The most notes of one name to look at.
    static let most = 10_000

    private let parts: LinkPath
    /// The paths that the link may mean exactly, the likeliest first.
    private let paths: [String]
    private let isPath: Bool

    init(_ parts: LinkPath, _ target: LinkTarget, from source: Note?) {
        self.parts = parts
        isPath = parts.withoutEnding.contains("/")
        let beside = source.flatMap { FilePath.resolved(parts.withoutEnding, from: $0.names.folder) }
        let below = FilePath.resolved(parts.withoutEnding, from: "")
        // An address is relative to its file, a name to the outermost folder.
        let all = if case .path = target { [beside, below] } else { [below, beside] }
        // A site resolves an address from that of the page, which is a folder as well.
        let within = parts.isFolder ? source.flatMap { FilePath.resolved(parts.path, from: $0.names.path) } : nil
        paths = (all + [within]).compactMap(\.self).filter { !$0.isEmpty }
    }

    /// The nearest of these notes; `nil` if none is meant.
    func nearest(_ notes: [Note]) -> Note? {
        notes.compactMap { note in rank(note).map { ($0, note) } }.min { left, right in
            left.0 != right.0 ? left.0 < right.0 : Self.isShorter(left.1, right.1)
        }?.1
    }

    /// The distance of a note from the places, 0 for the nearest; `nil` for a note that is not meant.
    private func rank(_ note: Note) -> Int? {
        let path = note.names.isEmpty ? note.title : note.names.path
        let key = NameKey.path(path)
        let nearness: Int
        if let place = paths.firstIndex(where: { NameKey.path($0) == key }) {
            nearness = place
        } else if !isPath || key.hasSuffix("/" + NameKey.path(parts.withoutEnding)) {
            nearness = paths.count
        } else {
            return nil
        }
        // For names that differ in capitals or in the form of an accent: the one with the spelling of the link.
        let isSpelled = path.hasSuffix(parts.name)
        let isExact = path.utf8.suffix(parts.name.utf8.count).elementsEqual(parts.name.utf8)
        return nearness * 3 + (isExact ? 0 : isSpelled ? 1 : 2)
    }

    static func isShorter(_ left: Note, _ right: Note) -> Bool {
        let (a, b) = (left.names.path, right.names.path)
        return (a.utf8.count, a, left.id) < (b.utf8.count, b, right.id)
    }
}

extension Reference {
    /// The nearest of the notes at some paths that the link names; `nil` for none.
    func nearest(among notes: [(id: Int, path: String)], from source: Note) -> Int? {
        guard let target = note, let parts = target.parts, !parts.isEmpty else { return nil }
        let named = notes.map { note in
            Note(
                id: note.id,
                NoteDraft(content: "", createdAt: source.createdAt, names: NoteNames(path: note.path)))
        }
        return LinkPlaces(parts, target, from: source).nearest(named)?.id
    }
}

/// Single notes, and what belongs to them.
extension NoteReader {
    /// The note of this number, also one in the trash.
    package func note(_ id: Int) throws -> Note? { try notes(.number(id), limit: 1).first }

    /// The note of this number, also one in the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    func existing(_ id: Int) throws -> Note {
        guard let note = try note(id) else { throw NotesFault.unknownNote(id) }
        return note
    }

    /// The note of this number, which is in the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.notInTrash`.
    func trashed(_ id: Int) throws -> Note {
        let note = try existing(id)
        guard note.trashedAt != nil else { throw NotesFault.notInTrash(id) }
        return note
    }

    /// Reads the notes of these numbers that exist, a portion at a time.
    package func each(_ ids: [Int], _ body: (Note) throws -> Void) throws {
        if ids.count == 1 {
            if let note = try note(ids[0]) { try body(note) }
            return
        }
        for start in stride(from: 0, to: ids.count, by: 500) {
            let portion = Set(ids[start..<min(start + 500, ids.count)])
            for note in try notes(.numbers(portion), limit: .max) { try body(note) }
        }
    }

    /// The notes that match a filter, and behind them those in the trash, which may come back.
    package func all(_ filter: NoteFilter) throws -> [Note] {
        try [false, true].flatMap { try notes(NoteQuery(filter: filter, isTrashed: $0, limit: .max)) }
    }

    /// The versions of a note’s text, the newest and present one first; empty if there is no such note.
    package func versions(of id: Int) throws -> [NoteVersion] {
        guard let note = try note(id) else { return [] }
        return try [NoteVersion(present: note)] + replacedVersions(of: id)
    }

    /// The attachments of a note, in order.
    package func attachments(of id: Int) throws -> [Attachment] { try attachments(of: id...id)[id] ?? [] }
}
