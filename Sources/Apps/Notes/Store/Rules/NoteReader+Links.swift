// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// Where links lead.
///
/// A name without folders means the note of that path, then the one in the linking note’s own folder, then the one with
/// the shortest path; with folders, these may be the last ones of many. Another name of a note, which its front matter
/// gives it, means it where no note has that name itself.
extension NoteReader {
    /// The note outside the trash that a link leads to; a number leads to one in the trash too.
    ///
    /// - Parameter source: The note in which the link stands.
    package func note(at target: LinkTarget, from source: Note? = nil) throws -> Note? {
        guard let parts = target.parts, case let places = LinkPlaces(parts, target, from: source) else {
            return if case .number(let id) = target { try note(id) } else { nil }
        }
        guard !parts.isEmpty else { return source }
        // A title may have the signs of folders, endings and places in it.
        if case .title(let spelled) = target, spelled != parts.name,
            let note = try notes(.title(NameKey.of(spelled)), limit: LinkPlaces.most).first(where: {
                $0.names.isEmpty || $0.names.name == spelled
            })
        {
            return note
        }
        let named = try notes(.title(NameKey.of(parts.name)), limit: LinkPlaces.most)
        if let note = places.nearest(named) { return note }
        let called = try notes(.alias(NameKey.of(parts.withoutEnding)), limit: LinkPlaces.most)
        if let note = called.min(by: { LinkPlaces.isShorter($0, $1) }) { return note }
        guard case .title(let spelled) = target, spelled != parts.withoutEnding else { return nil }
        return try notes(.alias(NameKey.of(spelled)), limit: LinkPlaces.most).min { LinkPlaces.isShorter($0, $1) }
    }

    /// The links of a note’s text that lead to another.
    package func links(of note: Note, to other: Note) throws -> [LinkText.Place] {
        var known: [LinkTarget: Bool] = [:]
        return try LinkText.places(in: note.content).filter { place in
            if let leads = known[place.target] { return leads }
            let leads = try self.note(at: place.target, from: note)?.id == other.id
            known[place.target] = leads
            return leads
        }
    }

    /// The notes outside the trash with links to a note, the newest first.
    package func backlinks(to note: Note, limit: Int) throws -> [Note] {
        var query = NoteQuery(filter: .linking(to: note), limit: min(max(limit, 50), 500))
        var found: [Note] = []
        while found.count < limit, case let page = try notes(query), let last = page.last {
            found += try page.filter { try $0.id != note.id && !links(of: $0, to: note).isEmpty }
            guard page.count == query.limit else { break }
            query.after = last
        }
        return Array(found.prefix(limit))
    }
}

extension NoteFilter {
    /// Those that may have links to a note: with its number, or one of its names as the name alone.
    package static func linking(to note: Note) -> NoteFilter {
        let names = Set(([note.title] + note.otherNames).map(NameKey.of)).subtracting([""]).sorted()
        return .any([.linking(.number(note.id))] + names.map { .linking(.title($0)) })
    }
}

/// Which of the notes of one name a link means.
private struct LinkPlaces {
    /// So many notes of one name are looked at.
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
        // An address is read from where it stands, a name from the top.
        let all = if case .path = target { [beside, below] } else { [below, beside] }
        paths = all.compactMap(\.self).filter { !$0.isEmpty }
    }

    /// The note that is meant; nil where none is.
    func nearest(_ notes: [Note]) -> Note? {
        notes.compactMap { note in rank(note).map { ($0, note) } }.min { left, right in
            left.0 != right.0 ? left.0 < right.0 : Self.isShorter(left.1, right.1)
        }?.1
    }

    /// How far a note is from what is meant; nil for one that is not.
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
        // Of two names that differ in capitals the one that is spelled so.
        let isSpelled = path.hasSuffix(parts.name)
        return nearness * 2 + (isSpelled ? 0 : 1)
    }

    static func isShorter(_ left: Note, _ right: Note) -> Bool {
        let (a, b) = (left.names.path, right.names.path)
        return (a.utf8.count, a, left.id) < (b.utf8.count, b, right.id)
    }
}
