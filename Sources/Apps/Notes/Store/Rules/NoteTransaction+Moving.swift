// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session

/// Other notebooks, and the links that say where a note is.
extension NoteTransaction {
    /// Moves a note to a notebook; nil when there is no such note.
    ///
    /// Links that led to the note lead to it afterwards, and its own lead where they did: where one says a path that is
    /// another now, it says that.
    package func move(_ id: Int, to notebook: String, at time: Timestamp) throws -> Note? {
        guard let old = try note(id) else { return nil }
        guard !old.names.isEmpty, old.trashedAt == nil, old.marks.notebook != notebook else {
            return try mark(id, .notebook(notebook))
        }
        let linking = try linking(to: old).filter { $0.note.id != id }
        let links = NoteLinks(old)
        let targets = old.isProtected ? [] : try targets(links, of: old)
        let files = old.isProtected ? [] : try linkedFiles(of: old)
        guard let new = try mark(id, .notebook(notebook)) else { return nil }
        _ = try relink(linking, from: old, to: new, at: time)
        var finder = LinkFinder(self)
        let places = try targets.compactMap { place, target in
            try spelling(
                of: place, in: links.text(around: place), to: target, from: old, new, by: &finder
            ).map { (place, $0) }
        }
        let addresses = files.map { place, path in
            let path = FilePath.relative(path, from: new.names.folder)
            return (place, LinkSpelling(place, in: old.content).leading(to: path))
        }
        return try respell(places + addresses, of: links, in: new, at: time) ?? new
    }

    /// The links of a text that lead to notes with a path, each with the one that it leads to.
    private func targets(_ links: NoteLinks, of note: Note) throws -> [(place: LinkText.Place, target: Note)] {
        var finder = LinkFinder(self)
        return try links.places.compactMap { place in
            guard place.target.parts?.isEmpty == false, let target = try finder.note(at: place.target, from: note),
                target.id != note.id, !target.names.isEmpty
            else { return nil }
            return (place, target)
        }
    }

    /// The addresses in a text that lead from where it stands to files of the folder, each with the file’s path; files that
    /// move with the note are none.
    private func linkedFiles(of note: Note) throws -> [(place: LinkText.Place, path: String)] {
        let own = AttachmentLookup(try files == nil ? attachments(of: note.id) : [], from: note.names.folder)
        func path(of named: NamedFile) throws -> String? {
            guard let files else { return own.attachment(named: named)?.place }
            return try files.file(named, of: note).flatMap { $0.attachment == nil ? $0.path : nil }
        }
        return try NamedFile.all(in: note.content).compactMap { named in
            guard !named.isTitle, !named.spelled.hasPrefix("/"), let path = try path(of: named),
                case let target = LinkTarget.path(FileLinkText.decoded(named.spelled)),
                target.isRelative(to: path, from: note.names.folder)
            else { return nil }
            return (LinkText.Place(range: named.range, target: target), path)
        }
    }

    /// What a link in a note says from now on; nil where it leads where it did.
    private func spelling(
        of place: LinkText.Place, in text: String, to target: Note, from old: Note, _ note: Note,
        by finder: inout LinkFinder
    ) throws -> String? {
        let path = target.names.path
        let isLost =
            place.target.isRelative(to: path, from: old.names.folder)
            && !place.target.isRelative(to: path, from: note.names.folder)
        guard try isLost || finder.note(at: place.target, from: note)?.id != target.id else { return nil }
        let spelling = LinkSpelling(place, in: text)
        guard case .path = place.target else { return spelling.leading(to: target.names.path) }
        return spelling.leading(to: FilePath.relative(target.names.path, from: note.names.folder))
    }
}
