// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Stores

/// The files that texts name.
extension NoteReader {
    /// The attachments of a note, and behind them the files of the folder that its text names, each once.
    func allAttachments(of note: Note) throws -> [Attachment] {
        try allAttachments(of: note, own: try attachments(of: note.id))
    }

    /// The same where the note’s own attachments are known.
    func allAttachments(of note: Note, own: [Attachment]) throws -> [Attachment] {
        own + (try linkedFiles(of: note, beside: own).map(\.attachment))
    }

    /// Where the file is that a text names: its path in a folder of notes, or the name of an attachment; nil where there
    /// is none.
    ///
    /// - Parameter own: The note’s own attachments.
    func place(of named: NamedFile, in note: Note, own: AttachmentLookup) throws -> String? {
        if let file = try files?.file(named, of: note) { return file.path }
        return own.attachment(named: named)?.name
    }

    /// The numbers of the notes outside the trash whose texts name files of the folder.
    func notesWithFiles() throws -> Set<Int> {
        guard let files else { return [] }
        var found: Set<Int> = []
        var query = NoteQuery(filter: .linked, limit: 500)
        while case let page = try notes(query), let last = page.last {
            for note in page
            where try NamedFile.all(in: note.content).contains(where: { try files.file($0, of: note) != nil }) {
                found.insert(note.id)
            }
            guard page.count == query.limit else { break }
            query.after = last
            try Task.checkCancellation()
        }
        return found
    }

    /// A note as it leaves the store, and all that goes with it.
    ///
    /// - Parameters:
    ///   - own: The note’s own attachments.
    ///   - inPlace: Whether each file goes where it lies here, and the text stays as it is; otherwise the text names the
    ///     files by their names alone.
    /// - Returns: The note, its attachments, and how many files are too large to be taken along.
    func exported(
        _ note: Note, _ own: [Attachment], inPlace: Bool
    ) throws -> (note: Note, attachments: [Attachment], left: Int) {
        let all = try linkedFiles(of: note, beside: own)
        let linked = all.filter { $0.attachment.size <= AttachmentDraft.largest }
        let attachments = own + linked.map(\.attachment)
        guard !inPlace, !attachments.isEmpty else { return (note, attachments, all.count - linked.count) }
        let lookup = AttachmentLookup(own, from: note.names.folder)
        let names = NamedFile.all(in: note.content).compactMap { file -> (Range<Int>, String)? in
            let named =
                files == nil
                ? lookup.attachment(named: file)
                : linked.first { $0.places.contains(file) }?.attachment
            guard let named, file.isTitle || named.name != file.spelled,
                let text = Self.naming(named, file, in: note.content)
            else { return nil }
            return (file.isTitle ? file.whole : file.range, text)
        }
        var changed = note
        var end = 0
        changed.content = note.content.replacing(
            names.sorted { $0.0.lowerBound < $1.0.lowerBound }.filter { name in
                // A picture may stand in what is shown for a link.
                defer { end = max(end, name.0.upperBound) }
                return name.0.lowerBound >= end
            })
        return (changed, attachments, all.count - linked.count)
    }

    /// How a text says the name of a file alone; nil for what stays as it is.
    private static func naming(_ attachment: Attachment, _ place: NamedFile, in text: String) -> String? {
        let part = FileLinkText.part(
            of: place.spelled[...], leadingTo: attachment.path ?? attachment.place ?? attachment.name)
        guard place.isTitle else { return AttachmentLinks.encoded(attachment.name) + part }
        // A link of Markdown has no way to say which part of a picture is meant, and nothing of a text is lost.
        guard !place.isShown || part.isEmpty else { return nil }
        let label = place.label.isEmpty && !place.isShown ? place.spelled : place.label
        return Attachment.link(to: attachment.name + part, isPicture: place.isShown, label: label)
    }

    /// The files of the folder that a note’s text names, as attachments, each with the places that name it.
    private func linkedFiles(
        of note: Note, beside own: [Attachment]
    ) throws -> [(attachment: Attachment, places: [NamedFile])] {
        guard let files else { return [] }
        var found: [(attachment: Attachment, places: [NamedFile])] = []
        for named in NamedFile.all(in: note.content) {
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

extension NamedFile {
    /// Whether a file is meant for sure: `[[Node.js]]` may be a title.
    package var isOfKnownKind: Bool {
        !isTitle || isShown || meanings.contains { MediaType.of(FilePath($0).last) != nil }
    }
}
