// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// New names, and the links that follow them.
///
/// Links that lead to the note before lead to it afterwards, whatever they say of folders, endings and headings; only
/// what says where the note is changes. Links by another of its names stay, and so do those in protected notes.
extension NoteDAO {
    /// Gives a note that has a name of its own another one; nil when there is no such note.
    ///
    /// Nothing of its text changes but its links to itself. In a store of files the note’s file moves.
    ///
    /// - Parameter exactPath: The path that the note had with this name, which it gets again if that is free.
    /// - Throws: `NotesFault.pathAsName` where a name with `/` would be that of a file.
    package func rename(_ id: Int, to title: String, as exactPath: String? = nil, at time: Timestamp) throws
        -> ModifiedNote?
    {
        guard let old = try note(id), !old.names.isEmpty else { return nil }
        // Links leave the ending of a file out, and a user who types one means the file, unless names end so here.
        let hasEnding = exactPath != nil || !FilePath.split(old.names.name).ending.isEmpty
        let title = hasEnding ? title : FilePath.split(title).bare
        // In a graph of Logseq’s a page has levels, and its file has none.
        if let files, files.graph == nil, title.contains("/"), try files.path(of: id) != nil {
            throw NotesFault.pathAsName(title, note: id)
        }
        let file = try fileChanges?.rename(old, to: title, as: exactPath)
        let path = try file.map { FilePath($0.new).withoutEnding } ?? freePath(for: title, as: exactPath, of: old)
        var names = old.names.renamed(to: path, title: title)
        if files?.graph != nil, names.title.isEmpty { names.title = LogseqName.title(ofFile: names.name) }
        guard names != old.names else { return ModifiedNote(note: old, before: old) }
        let linking = try old.trashedAt == nil ? linking(to: old) : []
        var new = old
        new.names = names
        try update(old, to: new)
        var modified = ModifiedNote(
            note: new, before: old, relinked: try relink(linking, from: old, to: new, at: time), renaming: file)
        modified.relinked.removeAll { $0 == id }
        modified.relinkedFiles = try modified.relinked.compactMap { try files?.path(of: $0) }
        return try note(id).map { modified.with($0) }
    }

    /// The path for a new name in a store without files: where the note lies, with a number where another has it.
    private func freePath(for title: String, as exactPath: String?, of note: Note) throws -> String {
        let base = exactPath ?? NoteNames(path: FileName.of(title: title)).moved(to: note.names.folder).path
        var path = base
        var number = 2
        while try notes(.title(NameKey.of(FilePath(path).last)), limit: .max).contains(where: {
            $0.id != note.id && NameKey.path($0.names.path) == NameKey.path(path)
        }) {
            path = "\(base) \(number)"
            number += 1
        }
        return path
    }

    /// The notes with links that lead to a note, each with these; those in the trash too, since they may come back.
    func linking(to note: Note) throws -> [(note: Note, links: [LinkText.Place])] {
        var finder = LinkFinder(self)
        return try all(filter(linkingTo: note)).filter { !$0.isProtected }.sorted { $0.id < $1.id }
            .compactMap { other in
                let links = try links(of: other, to: note, by: &finder).filter {
                    if case .number = $0.target { false } else { true }
                }
                return links.isEmpty ? nil : (other, links)
            }
    }

    /// Has links follow a note; returns the numbers of the notes of which any did.
    func relink(
        _ linking: [(note: Note, links: [LinkText.Place])], from old: Note, to new: Note, at time: Timestamp
    ) throws -> [Int] {
        try linking.compactMap { other, links in
            log?.isFollowing = other.id != new.id
            defer { log?.isFollowing = false }
            // The note itself may be another by now.
            guard let source = try note(other.id) else { return nil }
            let noteLinks = NoteLinks(other)
            let places = try links.compactMap { place in
                let spelling = LinkSpelling(place, in: noteLinks.text(around: place))
                return try self.spelling(
                    spelling, of: place, in: other.names.folder, source, from: old, to: new
                ).map { (place, $0) }
            }
            return try respell(places, of: noteLinks, in: source, at: time)?.id
        }
    }

    /// Has a note’s links say something else, in its text and in its properties; nil where all stay as they are.
    ///
    /// - Parameter source: The note as it is now, whose text and properties are still those of the links.
    func respell(
        _ places: [(place: LinkText.Place, text: String)], of links: NoteLinks, in source: Note, at time: Timestamp
    ) throws -> Note? {
        let said = links.note(spelling: places)
        var base = source
        if said.marks.others != source.marks.others {
            base.marks.others = said.marks.others
            try update(source, to: base)
        }
        guard !said.content.utf8.elementsEqual(source.content.utf8) else { return base == source ? nil : base }
        return try revise(base, said.content, nil, at: time)
    }

    /// What a link says from now on; nil where it stays.
    private func spelling(
        _ spelling: LinkSpelling, of place: LinkText.Place, in folder: String, _ source: Note, from old: Note,
        to new: Note
    ) throws -> String? {
        guard let parts = place.target.parts, !parts.isEmpty else { return nil }
        guard !old.names.isEmpty else { return spelling.titled(new.title, from: old.title) }
        if files?.graph != nil {
            // A page whose text says its title is called that.
            let pages = [LogseqName.page(ofFile: old.names.name), PageProperties(old.content).title].compactMap(\.self)
            let page = LogseqName.page(ofFile: new.names.name)
            if let spelled = spelling.naming(anyOf: pages, as: page) { return spelled }
        }
        // A name may have what is an ending or a place in others.
        if let spelled = spelling.naming(anyOf: [old.names.name], as: new.names.name),
            try note(at: LinkTarget(titled: spelled[...]), from: source)?.id == new.id
        {
            return new.names.name == old.names.name ? spelling.text : spelled
        }
        guard NameKey.of(parts.name) == NameKey.of(old.names.name) else { return nil }
        // Capitals stay as they are spelled where the name does.
        let name = new.names.name == old.names.name ? spelling.text : spelling.naming(new.names.name)
        let target =
            if case .path = place.target { LinkTarget(address: name) } else {
                LinkTarget(titled: name[...]) as LinkTarget?
            }
        let wasRelative = place.target.isRelative(to: old.names.path, from: folder)
        if let target, try note(at: target, from: source)?.id == new.id,
            !wasRelative || target.isRelative(to: new.names.path, from: source.names.folder)
        {
            return name
        }
        // Another note of that name is nearer: all of the path says which is meant.
        guard case .path = place.target else { return spelling.leading(to: new.names.path) }
        return spelling.leading(to: FilePath.relative(new.names.path, from: source.names.folder))
    }
}

/// Other notebooks, and the links that say where a note is.
extension NoteDAO {
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
            guard place.target.parts?.isEmpty == false,
                case (let place, let target?) = try finder.found(by: place, from: note), target.id != note.id,
                !target.names.isEmpty
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
