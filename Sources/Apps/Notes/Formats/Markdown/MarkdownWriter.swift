// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumFrontMatter
import AtriumSecrets
import AtriumSession
import AtriumStores
import NotesLogic

/// A folder of Markdown files with YAML front matter; subfolders are notebooks, and protected notes are sealed files.
enum MarkdownExport: NoteExport {
    static let id = "markdown"
    static let isFolder = true
    static let hasSealed = true
    static let hasPlaces = true
    static let hasTrash = true

    static func writer(to target: ExportTarget) -> any NoteWriter { MarkdownWriter(target) }
}

/// Writes a folder of Markdown files.
private final class MarkdownWriter: NoteWriter {
    private let target: ExportTarget
    private var path: String { target.path }
    private var names: Set<ExactPath> = []
    /// The numbers of notes, by the paths of files that have exactly their names.
    private var exact: [ExactPath: Int] = [:]
    /// The exact names of notes, which no other note’s file gets in any folder.
    private var exactNames: Set<ExactPath> = []
    /// The sources of the written files, by their places.
    private var written: [ExactPath: FileSource] = [:]
    /// The places of files beside notes, by their sources and names: notes share equal files.
    private var copies: [FileSource: [String: String]] = [:]

    init(_ target: ExportTarget) { self.target = target }

    func finish(count: Int) {}

    func clearFiles(of locked: [Note]) -> [String] {
        let files = ClearFiles(in: path)
        return locked.flatMap(files.files)
    }

    /// A file of that name is replaced if it is an earlier export of the note.
    func writeSealed(
        _ note: Note, _ attachments: [(attachment: Attachment, bytes: [UInt8])], under password: PasswordKey
    ) throws {
        let folder = try makeFolder(for: note)
        let stem = freeStem(for: note, in: folder, ending: SealedNoteFile.ending) { stem in
            let file = "\(folder)/\(stem).\(SealedNoteFile.ending)"
            guard FileStatus(file) != nil else { return false }
            let bytes = try? SmallFile.bytes(at: file, followingLinks: false, limit: .max)
            return !(bytes.map { SealedNoteFile.isExport($0, of: note, under: password) } ?? false)
        }
        try DraftFile.write(
            SealedNoteFile.bytes(of: NoteJSON.whole(note, attachments), under: password),
            to: "\(folder)/\(stem).\(SealedNoteFile.ending)", replacing: true)
    }

    /// Reserves the name of a file for the note of exactly that name, whichever is written first.
    func expect(_ note: Note) {
        let name = Self.fileName(of: note)
        guard ExactPath(name) == ExactPath(note.title) else { return }
        let place = ExactPath("\(folder(for: note))/\(name)")
        exact[place] = exact[place] ?? note.id
        exactNames.insert(ExactPath(name))
    }

    private static func fileName(of note: Note, ending: String = "md") -> String {
        FileName.of(note, ending: "." + (note.isProtected ? SealedNoteFile.ending : ending))
    }

    /// The folder of a note’s file, below that of the export.
    private func folderName(for note: Note) -> String {
        let name =
            note.names.isEmpty
            ? FileName.folder(of: note.marks.notebook).path : FileName.folder(ofPath: note.names.folder)
        // The folders of attachments and of the mark are no notebooks. The former name of a folder stays.
        let reserved = note.names.isEmpty ? [NoteFolderFiles.folderName] : []
        return name.split(separator: "/").map {
            (reserved + [UnfinishedFolder.name.lowercased()]).contains($0.lowercased()) ? $0 + "-" : String($0)
        }.joined(separator: "/")
    }

    private func folder(for note: Note) -> String { Self.joined(path, folderName(for: note)) }

    /// Makes the folder of a note’s file.
    private func makeFolder(for note: Note) throws(ExportFault) -> String {
        let folder = folder(for: note)
        try target.folders.make(folder)
        return folder
    }

    func write(_ note: Note, _ attachments: [Attachment]) async throws -> WrittenNote {
        let folder = try makeFolder(for: note)
        let stem = freeStem(for: note, in: folder, ending: "md") { isOthers($0, note, attachments, in: folder) }
        let name = folderName(for: note)
        let own = "\(NoteFolderFiles.folderName)/\(stem)"
        let lookup = AttachmentLookup(attachments, from: note.names.folder)
        let references = attachments.isEmpty ? nil : References(note)
        let linked = Set((references?.files ?? []).compactMap(lookup.attachment))
        var (inOwn, moved): (Set<Int>, [Int: String]) = ([], [:])
        var listed: [(attachment: Attachment, path: String)] = []
        for attachment in attachments {
            let place = try await write(attachment, in: Self.joined(name, own))
            if place == Self.joined(name, own) + "/" + attachment.name { inOwn.insert(attachment.number) }
            if place != attachment.place { moved[attachment.number] = place }
            // A file beside a note belongs to it, and to the notes that list it.
            if place != attachment.place || !linked.contains(attachment) {
                listed.append((attachment, FilePath.relative(place, from: name)))
            }
        }
        var note = note
        if let references {
            note.content = references.leading(to: attachments, from: note.names.folder, in: name) { attachment in
                if inOwn.contains(attachment.number), attachment.place == nil { return .folder(own) }
                return moved[attachment.number].map { .path($0, isFound: false) }
                    ?? attachment.place.map { .path($0, isFound: true) }
            }
        }
        try DraftFile.write(
            Array(NoteFile.text(of: note, listing: listed, in: name, named: stem).utf8), to: "\(folder)/\(stem).md",
            replacing: true)
        return WrittenNote()
    }

    /// The source of a file’s bytes.
    private enum FileSource: Hashable {
        case bytes(Digest)
        case file(String)

        init(_ attachment: Attachment) {
            self = attachment.path.map(FileSource.file) ?? .bytes(attachment.digest)
        }
    }

    /// Writes the file of an attachment, unless it is written already: to its place, or to the note’s own folder if it has no
    /// place or another file lies there.
    ///
    /// - Returns: Its path below the folder of the export.
    private func write(_ attachment: Attachment, in own: String) async throws -> String {
        let source = FileSource(attachment)
        if let place = attachment.place, let known = written[ExactPath(place)], known == source { return place }
        if attachment.place == nil, let copy = copies[source]?[attachment.name] { return copy }
        let bytes = try await target.bytes(attachment)
        var place = "\(own)/\(attachment.name)"
        // In a folder a file beside one note may be shown by others.
        if let wanted = attachment.place, canHold(wanted, bytes) { place = wanted }
        try target.folders.make(Self.joined(path, FilePath(place).folder))
        try DraftFile.write(bytes, to: Self.joined(path, place), replacing: true)
        written[ExactPath(place)] = source
        if attachment.place == nil { copies[source, default: [:]][attachment.name] = place }
        return place
    }

    /// Whether a file may be written to a place: it is free, or has the same bytes.
    private func canHold(_ place: String, _ bytes: [UInt8]) -> Bool {
        guard ExactPath(place).staysInside, FilePath(place).ending.isEmpty else { return false }
        let file = Self.joined(path, place)
        return FileStatus(file) == nil || (try? SmallFile.bytes(at: file, followingLinks: false)) == bytes
    }

    /// The name of a note’s file, without its ending: the first that is free, or that an export of this note has.
    ///
    /// - Parameter isOthers: Whether the file of a name is no export of this note.
    private func freeStem(
        for note: Note, in folder: String, ending: String, _ isOthers: (String) -> Bool
    ) -> String {
        let name = Self.fileName(of: note, ending: ending)
        var stem = name
        var count = 1
        func isTaken(_ path: ExactPath) -> Bool {
            names.contains(path) || exact[path].map { $0 != note.id } ?? false
                || ExactPath(stem) != ExactPath(note.title) && exactNames.contains(ExactPath(stem))
        }
        // File systems that do not distinguish two names have the other note’s file under this one.
        while isTaken(ExactPath("\(folder)/\(stem)")) || isOthers(stem) {
            stem = FileName.numbered(name, count == 1 ? " (\(note.id))" : " (\(note.id)) \(count)")
            count += 1
        }
        names.insert(ExactPath("\(folder)/\(stem)"))
        return stem
    }

    /// Whether a note’s file, or one of its attachments, would replace a file that is no export of that note.
    private func isOthers(_ stem: String, _ note: Note, _ attachments: [Attachment], in folder: String) -> Bool {
        let file = "\(folder)/\(stem).md"
        guard FileStatus(file) != nil else {
            return attachments.contains {
                let place = "\(NoteFolderFiles.folderName)/\(stem)/\($0.name)"
                return FileStatus("\(folder)/\(place)") != nil
                    && written[ExactPath(Self.joined(folderName(for: note), place))] == nil
            }
        }
        guard let bytes = try? SmallFile.bytes(at: file, followingLinks: false),
            let text = String(validating: bytes, as: UTF8.self), let fields = try? FrontMatter(reading: text).fields
        else { return true }
        return fields[NoteOrigin.numberField]?.text != String(note.id)
            || NoteFields(fields, in: .gmt).created.flatMap(ISOTime.text) != ISOTime.text(note.createdAt)
    }

    private static func joined(_ path: String, _ name: String) -> String {
        name.isEmpty ? path : path.isEmpty ? name : path + "/" + name
    }
}

/// The files in an export’s folder that name their notes.
///
/// An earlier export has plain files of notes that are protected now.
private struct ClearFiles {
    private var paths: [String: [String]] = [:]

    /// Searches a folder and those within it.
    init(in folder: String) {
        let all = (try? Folder.paths(below: folder)) ?? []
        for path in all where path.lowercased().hasSuffix(".md") {
            let start = String(decoding: FileReader.start(of: folder + "/" + path, 1 << 14), as: UTF8.self)
            guard start.contains(NoteOrigin.numberField), let fields = try? FrontMatter(reading: start).fields,
                let number = fields[NoteOrigin.numberField]?.text, let created = fields["created"]?.text
            else { continue }
            paths[number + " " + created, default: []].append(path)
        }
    }

    /// The files of a note, below the folder.
    func files(of note: Note) -> [String] {
        guard let created = ISOTime.text(note.createdAt) else { return [] }
        return paths["\(note.id) \(created)", default: []].sorted()
    }
}
