// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// Links between notes.
extension NoteReader {
    /// The note outside the trash that a link leads to; a number leads to one in the trash too.
    ///
    /// - Parameter source: The note in which the link stands.
    package func note(at target: LinkTarget, from source: Note? = nil) throws -> Note? {
        var finder = LinkFinder(self)
        return try finder.note(at: target, from: source).flatMap { try note($0.id) }
    }

    /// The links of a note that lead to another.
    package func links(of note: Note, to other: Note, by finder: inout LinkFinder) throws -> [LinkText.Place] {
        try NoteLinks(note).places.filter { try finder.note(at: $0.target, from: note)?.id == other.id }
    }

    /// The notes outside the trash with links to a note, the newest first.
    package func backlinks(to note: Note, limit: Int = .max) throws -> [Note] {
        var query = NoteQuery(filter: .linking(to: note), limit: min(max(limit, 50), 500))
        var found: [Note] = []
        var finder = LinkFinder(self)
        while found.count < limit, case let page = try notes(query), let last = page.last {
            found += try page.filter { try $0.id != note.id && !links(of: $0, to: note, by: &finder).isEmpty }
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
