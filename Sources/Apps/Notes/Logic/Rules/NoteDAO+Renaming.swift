// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// Renaming, and the links that follow new names.
///
/// Links that led to the note still lead to it, whatever folders, endings and headings they name; only the target
/// changes. Links by another of its names stay, and so do those in protected notes.
extension NoteDAO {
    /// Gives a note that has a name of its own another one; `nil` if there is no such note.
    ///
    /// Only its links to itself change in its text. In a store of files the note’s file moves.
    ///
    /// - Parameters:
    ///   - exactPath: The path that the note had with this name, which it gets again if that is free.
    ///   - followers: The notes whose links follow; `nil` for all.
    /// - Throws: `NotesFault.pathAsName` if a name with `/` would be that of a file, `NotesFault.badName` for one of points.
    package func rename(
        _ id: Int, to title: String, as exactPath: String? = nil, followedBy followers: Set<Int>? = nil,
        at time: Timestamp
    ) throws -> ModifiedNote? {
        guard let old = try note(id), !old.names.isEmpty else { return nil }
        // Links omit the ending of a file, and a user who types one means the file, unless names end so here.
        let hasEnding = exactPath != nil || !FilePath.split(old.names.name).ending.isEmpty
        let title = hasEnding ? title : FilePath.split(title).bare
        // In a graph of Logseq’s a page has levels, and its file has none.
        if let files, files.graph == nil, try files.path(of: id) != nil {
            guard !title.contains("/") else { throw NotesFault.pathAsName(title, note: id) }
            guard !NotebookName.leadsElsewhere(title) else { throw NotesFault.badName(title) }
        }
        let file = try fileChanges?.rename(old, to: title, as: exactPath)
        let base = exactPath ?? NoteNames(path: FileName.of(title: title)).moved(to: old.names.folder).path
        let path = try file.map { FilePath($0.new).withoutEnding } ?? freePath(base, besides: id)
        var names = old.names.renamed(to: path, title: title)
        if files?.graph != nil, names.title.isEmpty { names.title = LogseqName.title(ofFile: names.name) }
        guard names != old.names else { return ModifiedNote(note: old, before: old) }
        let linking = try old.trashedAt == nil ? linking(to: old, among: followers) : []
        var new = old
        new.names = names
        try update(old, to: new)
        var relinked = try relink(linking, from: old, to: new, at: time)
        if followers == nil, old.trashedAt == nil {
            relinked += try retag(from: old, to: new, at: time).filter { !relinked.contains($0) }
        }
        var modified = ModifiedNote(note: new, before: old, relinked: relinked, renaming: file)
        modified.relinked.removeAll { $0 == id }
        modified.relinkedFiles = try modified.relinked.compactMap { try files?.path(of: $0) }
        return try note(id).map { modified.with($0) }
    }

    /// A path that no other note outside the trash has, with a number behind it if necessary.
    ///
    /// - Parameter id: The note that gets the path; `nil` for a new one.
    func freePath(_ base: String, besides id: Int?) throws -> String {
        var path = base
        var number = 2
        while try notes(.title(NameKey.of(FilePath(path).last)), limit: .max).contains(where: {
            $0.id != id && NameKey.path($0.names.path) == NameKey.path(path)
        }) {
            path = "\(base) \(number)"
            number += 1
        }
        return path
    }

    /// A note and those of its references that lead to another.
    typealias Linking = (note: Note, references: References, links: [Reference])

    /// The notes with links that lead to a note; those in the trash too, since they may come back.
    ///
    /// - Parameter followers: The only notes to look at; `nil` for all.
    func linking(to note: Note, among followers: Set<Int>? = nil) throws -> [Linking] {
        var finder = LinkFinder(self)
        let all = try followers.map { try notes(.numbers($0), limit: .max) } ?? all(filter(linkingTo: note))
        return try all.filter { !$0.isProtected }.sorted { $0.id < $1.id }
            .compactMap { other in
                let references = References(other)
                let links = try links(in: references, of: other, to: note, by: &finder).filter {
                    if case .number = $0.note { false } else { true }
                }
                return links.isEmpty ? nil : (other, references, links)
            }
    }

    /// Makes links follow a note; returns the numbers of the notes whose links changed.
    func relink(_ linking: [Linking], from old: Note, to new: Note, at time: Timestamp) throws -> [Int] {
        try linking.compactMap { other, references, links in
            log?.isFollowing = other.id != new.id
            defer { log?.isFollowing = false }
            // The note itself may have changed.
            guard let source = try note(other.id) else { return nil }
            let edits = try links.compactMap { link in
                try spelling(of: link, in: other.names.folder, source, from: old, to: new).map { (link, $0) }
            }
            return try respell(edits, in: references, of: source, at: time)?.id
        }
    }

    /// Makes tags follow a page of Logseq, where `#Page` and `tags:: Page` are links too; returns the numbers of the notes
    /// whose tags changed.
    private func retag(from old: Note, to new: Note, at time: Timestamp) throws -> [Int] {
        guard files?.graph != nil else { return [] }
        let (page, name) = (LogseqName.page(ofFile: old.names.name), LogseqName.page(ofFile: new.names.name))
        return try all(.tag(page)).filter { !$0.isProtected }.compactMap { other in
            let text = PageProperties(TagText.linking(page, to: name, in: other.content))
                .renaming("tags", item: page, to: name)
            guard !text.utf8.elementsEqual(other.content.utf8) else { return nil }
            log?.isFollowing = other.id != new.id
            defer { log?.isFollowing = false }
            return try revise(other, text, nil, at: time).id
        }
    }

    /// Changes the targets of a note’s references, in its text and in its properties; `nil` if all stay.
    ///
    /// - Parameter source: The note as it is now, whose text and properties are still those of the references.
    private func respell(
        _ edits: [(reference: Reference, text: String)], in references: References, of source: Note, at time: Timestamp
    ) throws -> Note? {
        let (text, others) = references.replacing(edits)
        var base = source
        if others != source.marks.others {
            base.marks.others = others
            try update(source, to: base)
        }
        guard !text.utf8.elementsEqual(source.content.utf8) else { return base == source ? nil : base }
        return try revise(base, text, nil, at: time)
    }
}

/// Other notebooks, and the links that follow.
extension NoteDAO {
    /// Moves a note to a notebook; `nil` if there is no such note.
    ///
    /// Links that led to the note still lead to it, and its own lead to the same targets: those with a path get the
    /// new one. Links of other notes to the files that move with it follow too.
    ///
    /// - Parameter followers: The notes whose links follow, while the note’s own text stays; `nil` for all.
    package func move(_ id: Int, to notebook: String, followedBy followers: Set<Int>? = nil, at time: Timestamp) throws
        -> Note?
    {
        guard let old = try note(id) else { return nil }
        guard !old.names.isEmpty, old.trashedAt == nil, old.marks.notebook != notebook else {
            return try mark(id, .notebook(notebook))
        }
        let linking = try linking(to: old, among: followers).filter { $0.note.id != id }
        guard followers == nil else {
            guard let new = try mark(id, .notebook(notebook)) else { return nil }
            _ = try relink(linking, from: old, to: new, at: time)
            return new
        }
        let references = References(old)
        let targets = old.isProtected ? [] : try targets(references, of: old)
        let files = old.isProtected ? [] : try linkedFiles(references, of: old)
        guard let new = try mark(id, .notebook(notebook)) else { return nil }
        _ = try relink(linking, from: old, to: new, at: time)
        try relinkFiles(of: new, at: time)
        var finder = LinkFinder(self)
        let links = try targets.compactMap { link, target in
            try spelling(of: link, to: target, from: old, new, by: &finder).map { (link, $0) }
        }
        let addresses = files.map { ($0, $0.leading(to: FilePath.relative($1, from: new.names.folder))) }
        return try respell(links + addresses, in: references, of: new, at: time) ?? new
    }

    /// Makes the links of other notes follow the files that move with a note.
    private func relinkFiles(of note: Note, at time: Timestamp) throws {
        guard let files = try fileChanges?.movingFiles(of: note), !files.isEmpty else { return }
        log?.isFollowing = true
        defer { log?.isFollowing = false }
        let named = files.map { NoteFilter.naming(file: FilePath($0.old).last) }
        for other in try all(.all([.linked, .any(named)])) where other.id != note.id && !other.isProtected {
            let (references, folder) = (References(other), other.names.folder)
            let edits = references.files.compactMap { link -> (Reference, String)? in
                guard link.property == nil,
                    let file = files.first(where: { link.places(from: folder).contains($0.old) })
                else { return nil }
                return (link, link.leading(toFile: file.new, from: folder))
            }
            _ = try respell(edits, in: references, of: other, at: time)
        }
    }

    /// The references that lead to notes with a path, each with its note.
    private func targets(_ references: References, of note: Note) throws -> [(link: Reference, target: Note)] {
        var finder = LinkFinder(self)
        return try references.notes.compactMap { reference in
            guard reference.note?.parts?.isEmpty == false,
                case (let link, let target?) = try finder.found(by: reference, from: note), target.id != note.id,
                !target.names.isEmpty
            else { return nil }
            return (link, target)
        }
    }

    /// The addresses in the text that lead from its folder to files, each with the file’s path; files that move with the
    /// note are left out.
    private func linkedFiles(_ references: References, of note: Note) throws -> [(link: Reference, path: String)] {
        // Read in a folder too: files that other programs put there are attachments from then on.
        let own = AttachmentLookup(try attachments(of: note.id), from: note.names.folder)
        func path(of link: Reference) throws -> String? {
            guard let files else { return own.attachment(named: link)?.place }
            if let path = link.places(from: note.names.folder).first(where: { fileChanges?.isMoving(to: $0) == true }) {
                return path
            }
            return try files.file(link, of: note).flatMap { $0.attachment == nil ? $0.path : nil }
        }
        return try references.files.compactMap { link in
            guard link.property == nil, !link.isTitle, !link.spelled.hasPrefix("/"), let path = try path(of: link),
                LinkTarget.path(LinkAddress.decoded(link.spelled)).isRelative(to: path, from: note.names.folder)
            else { return nil }
            return (link, path)
        }
    }
}
