// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores

/// The files that texts name.
extension NoteReader {
    /// The attachments of a note, and behind them the files of the folder that its text names, each once.
    func allAttachments(of note: Note) throws -> [Attachment] {
        let own = try attachments(of: note.id)
        return files == nil
            ? own : own + (try linkedFiles(References(note.content), of: note, beside: own).map(\.attachment))
    }

    /// The place of the file that a reference names: its path in a folder of notes, or the name of an attachment; nil for
    /// none.
    ///
    /// - Parameter own: The note’s own attachments.
    func place(of named: Reference, in note: Note, own: AttachmentLookup) throws -> String? {
        if let file = try files?.file(named, of: note) { return file.path }
        return own.attachment(named: named)?.name
    }

    /// The numbers of the notes outside the trash whose texts name files of the folder.
    func notesWithFiles() throws -> Set<Int> {
        guard let files else { return [] }
        return try numbers(of: .linked) { note in
            try References(note.content).files.contains { try files.file($0, of: note) != nil }
        }
    }

    /// The numbers of the notes outside the trash that a filter means, and for whose texts a condition holds.
    func numbers(of filter: NoteFilter?, where holds: (Note) throws -> Bool) throws -> Set<Int> {
        var found: Set<Int> = []
        var query = NoteQuery(filter: filter, limit: 500)
        while case let page = try notes(query), let last = page.last {
            for note in page where try holds(note) { found.insert(note.id) }
            guard page.count == query.limit else { break }
            query.after = last
            try Task.checkCancellation()
        }
        return found
    }

    /// A note as it leaves the store, with its files.
    ///
    /// - Parameters:
    ///   - own: The note’s own attachments.
    ///   - inPlace: Whether each file keeps its place, and the text stays as it is; otherwise the text names the files by
    ///     their names alone.
    /// - Returns: The note, its attachments, and the number of files that are too large to go along.
    func exported(
        _ note: Note, _ own: [Attachment], inPlace: Bool, keepingLinks keepsLinks: Bool = false
    ) throws -> (note: Note, attachments: [Attachment], left: Int) {
        guard files != nil || !inPlace && !own.isEmpty else { return (note, own, 0) }
        let references = References(note.content)
        let all = try linkedFiles(references, of: note, beside: own)
        let linked = all.filter { $0.attachment.size <= AttachmentDraft.largest }
        let attachments = own + linked.map(\.attachment)
        guard !inPlace, !attachments.isEmpty else { return (note, attachments, all.count - linked.count) }
        let lookup = AttachmentLookup(own, from: note.names.folder)
        var changed = note
        changed.content = references.replacing({ $0.isTitle ? $0.whole : $0.range }) { reference in
            guard reference.namesFile else { return nil }
            let named =
                files == nil
                ? lookup.attachment(named: reference)
                : linked.first { $0.places.contains(reference) }?.attachment
            if keepsLinks, reference.isTitle, reference.name == named?.name { return nil }
            return named.flatMap(reference.naming)
        }
        return (changed, attachments, all.count - linked.count)
    }

    /// The files of the folder that a note’s text names, as attachments, each with the references to it.
    private func linkedFiles(
        _ references: References, of note: Note, beside own: [Attachment]
    ) throws -> [(attachment: Attachment, places: [Reference])] {
        guard let files else { return [] }
        var found: [(attachment: Attachment, places: [Reference])] = []
        for named in references.files {
            guard let file = try files.file(named, of: note), file.attachment == nil else { continue }
            if let index = found.firstIndex(where: { $0.attachment.path == file.path }) {
                found[index].places.append(named)
                continue
            }
            let name = AttachmentName.free(
                AttachmentName.normal(FilePath(file.path).last),
                among: own.map(\.name) + found.map(\.attachment.name))
            found.append(
                (
                    Attachment(
                        number: (own.map(\.number).max() ?? 0) + found.count + 1, name: name,
                        type: MediaType.of(name) ?? MediaType.unknown, size: file.size, digest: Digest(bytes: []),
                        path: file.path, place: file.path), [named]
                ))
        }
        return found
    }
}
