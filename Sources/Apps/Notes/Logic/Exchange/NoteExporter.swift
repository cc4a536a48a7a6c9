// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import FrontMatter
import Hypertext
import NotesDomain
import NotesStore
import Session
import Stores

/// Writes notes to a file or a folder that nobody else may read.
struct NoteExporter {
    let path: String
    let format: ExchangeFormat
    let timeZone: Zone
    /// Lends the bytes of an attachment.
    let bytes: (Attachment) async throws -> [UInt8]?
    /// Says where the files of a note’s attachments lie.
    let places: (Int) async throws -> [Int: String]
    /// Makes a text show what it hides, for those who read it.
    let visible: (String) -> String
    var writer: ExportWriter?
    /// The pages of all notes, where each has one.
    var site = NoteSite()
    let replaces: Bool
    private var names: Set<ExactPath> = []
    /// The paths of files that are called exactly as notes are, and the numbers of these.
    private var exact: [ExactPath: Int] = [:]
    /// The names that any note has exactly so: another one’s file is not called so in any folder.
    private var exactNames: Set<ExactPath> = []
    private var folders: Set<ExactPath> = []
    /// The places of the files that were written, and what each holds.
    private var written: [ExactPath: FileSource] = [:]
    /// The places of files beside notes, by what they hold and are called: a file that several notes have is one.
    private var copies: [FileSource: [String: String]] = [:]
    var report = ExportReport()
    /// What a folder has in it until all notes are: it stays where the export comes to no end.
    static let unfinished = "UNFINISHED-EXPORT"
    private var mark: FolderMark?
    /// The protected notes.
    var locked: [Note] = []

    /// - Parameter replaces: Whether one file may take the place of what is there. In a folder, only what an export of the
    ///   same note has written is replaced in any case.
    /// - Throws: `ExportFault`.
    init(
        path: String, format: ExchangeFormat, replaces: Bool, timeZone: Zone,
        bytes: @escaping (Attachment) async throws -> [UInt8]?,
        places: @escaping (Int) async throws -> [Int: String], visible: @escaping (String) -> String
    ) throws {
        self.visible = visible
        self.path = path
        self.format = format
        self.timeZone = timeZone
        self.bytes = bytes
        self.places = places
        self.replaces = replaces
        switch format {
        case .markdown, .site:
            try makeFolder(path)
            let mark = try ExportWriter.naming(path) { () throws(FileFault) in
                try FolderMark(path, named: Self.unfinished)
            }
            report.followsUnfinished = mark.wasThere
            self.mark = mark
        case .json: writer = try ExportWriter(path, "{\"notes\":[", replacing: replaces)
        case .jrnl: writer = try ExportWriter(path, "", replacing: replaces)
        case .jrnlJSON: writer = try ExportWriter(path, "{\"tags\":{},\"entries\":[", replacing: replaces)
        case .enex: writer = try ExportWriter(path, ENEXWriter.head, replacing: replaces)
        default: writer = try ExportWriter(path, NotePage.head, replacing: replaces)
        }
        if !format.isFolder { DraftFile.removeStale(in: Folder.split(path).folder) }
    }

    /// Writes one note more of which nothing is sealed, with what belongs to it.
    ///
    /// - Throws: `ExportFault`, and what lending the bytes throws.
    mutating func write(_ note: Note, _ attachments: [Attachment]) async throws {
        var note = note
        if !attachments.isEmpty {
            // What the store’s own files are called means nothing elsewhere.
            note.content = AttachmentLinks.shortening(Array(try await places(note.id).values), in: note.content)
        }
        let separator = report.written == 0 ? "\n" : ",\n"
        switch format {
        case .markdown: try await writeFile(note, attachments)
        case .json:
            try writer?.write(separator)
            try await writeObject(note, attachments)
        case .jrnl:
            try writer?.write((report.written == 0 ? "" : "\n") + JrnlEntry.text(note, in: timeZone))
            report.leftFiles += attachments.count
        case .jrnlJSON:
            try writer?.write(separator + NoteJSON.jrnl(note, in: timeZone))
            report.leftFiles += attachments.count
        case .enex: try await writeENEX(note, attachments)
        case .site: try await writePage(note, attachments)
        default: try await writeArticle(note, attachments)
        }
        report.written += 1
    }

    /// An object of JSON in parts: the bytes of its attachments are not held in text as well.
    private func writeObject(_ note: Note, _ attachments: [Attachment]) async throws {
        let object = try NoteJSON.text(of: note)
        guard !attachments.isEmpty else {
            try writer?.write(object)
            return
        }
        try writer?.write(object.dropLast() + ",\"attachments\":[")
        for (index, attachment) in attachments.enumerated() {
            let head = try NoteJSON.head(of: attachment)
            try writer?.write((index == 0 ? "" : ",") + head.dropLast() + ",\"data\":\"")
            try writer?.write(base64: await bytes(attachment) ?? [])
            try writer?.write("\"}")
        }
        try writer?.write("]}")
    }

    /// An article of a page, with the bytes of its attachments in the addresses of their places.
    private func writeArticle(_ note: Note, _ attachments: [Attachment]) async throws {
        for piece in NotePage.article(note, attachments, in: timeZone, visible: visible) {
            switch piece {
            case .html(let html): try writer?.write(html)
            case .bytes(let attachment):
                try writer?.write("data:\(HTML.escaped(attachment.type));base64,")
                try writer?.write(base64: await bytes(attachment) ?? [])
            }
        }
    }

    /// What an error says of the whole export: a folder has the notes that were written until then.
    func broken(by error: any Error) -> any Error {
        let cause: ExportFault.Cause
        switch error {
        case is CancellationError: cause = .cancelled
        // It is all there.
        case ExportFault.unwritable(_, .unconfirmed): return error
        case let fault as StoreFault: cause = .store(fault)
        case ExportFault.unwritable(let path, let reason): cause = .unwritable(path: path, reason: reason)
        case ExportFault.exists(let path): cause = .exists(path: path)
        default: return error
        }
        guard format.isFolder, report.written > 0 else {
            if !report.followsUnfinished { try? mark?.remove() }
            return error is ExportFault ? error : ExportFault.brokenOff(path: path, left: .nothing, cause: cause)
        }
        return ExportFault.brokenOff(path: path, left: .notes(report.written), cause: cause)
    }

    /// Ends the file; nothing may be written after it.
    ///
    /// - Throws: `ExportFault`.
    mutating func finish() throws {
        tellOfClearFiles()
        switch format {
        case .markdown, .site:
            if format == .site { try writeIndex() }
            try ExportWriter.naming(path) { () throws(FileFault) in
                try Folder.sync(path)
                try Folder.confirming(path) { () throws(FileFault) in try mark?.remove() }
            }
        case .jrnl: try writer?.finish("")
        // By the count an import knows that lines were lost.
        case .json: try writer?.finish("\n],\"count\":\(report.written)}\n")
        case .jrnlJSON: try writer?.finish("\n]}\n")
        case .enex: try writer?.finish(ENEXWriter.foot)
        default: try writer?.finish(NotePage.foot)
        }
    }

    /// Writes a protected note’s file, sealed as it is.
    ///
    /// - Parameter isOwn: Whether what lies there is an earlier export of the note, in whose place it goes.
    /// - Throws: `ExportFault`.
    mutating func writeSealed(_ note: Note, _ bytes: [UInt8], isOwn: ([UInt8]) -> Bool) throws {
        let folder = try makeFolder(for: note)
        let stem = freeStem(for: note, in: folder, ending: SealedNoteFile.ending) { stem in
            let file = "\(folder)/\(stem).\(SealedNoteFile.ending)"
            guard FileStatus(file) != nil else { return false }
            return !((try? SmallFile.bytes(at: file, followingLinks: false, limit: .max)).map(isOwn) ?? false)
        }
        let writer = try ExportWriter("\(folder)/\(stem).\(SealedNoteFile.ending)", "", replacing: true)
        try writer.write(bytes)
        try writer.finish("", waits: false)
        report.written += 1
        report.sealed += 1
    }

    /// Keeps the name of a file for the note that is called exactly so, whichever is written first.
    mutating func keepName(for note: Note) {
        let name = Self.fileName(of: note)
        guard ExactPath(name) == ExactPath(note.title) else { return }
        let place = ExactPath("\(folder(for: note))/\(name)")
        exact[place] = exact[place] ?? note.id
        exactNames.insert(ExactPath(name))
    }

    private static func fileName(of note: Note, ending: String = "md") -> String {
        FileName.of(note, ending: "." + (note.isProtected ? SealedNoteFile.ending : ending))
    }

    /// The folder that a note’s file is in, below that of the export.
    private func folderName(for note: Note) -> String {
        let name =
            note.names.isEmpty
            ? FileName.folder(of: note.marks.notebook).path : FileName.folder(ofPath: note.names.folder)
        // That of the attachments is not a notebook’s, nor that of the mark. What was a folder’s name stays.
        let reserved = note.names.isEmpty ? [NoteFolderFiles.folderName] : []
        return name.split(separator: "/").map {
            (reserved + [Self.unfinished.lowercased()]).contains($0.lowercased()) ? $0 + "-" : String($0)
        }.joined(separator: "/")
    }

    private func folder(for note: Note) -> String { Self.joined(path, folderName(for: note)) }

    /// Makes the folder that a note’s file is in.
    private mutating func makeFolder(for note: Note) throws(ExportFault) -> String {
        let folder = folder(for: note)
        try makeFolder(folder)
        return folder
    }

    private mutating func writeFile(_ note: Note, _ attachments: [Attachment]) async throws {
        let folder = try makeFolder(for: note)
        let stem = freeStem(for: note, in: folder, ending: "md") { Self.isOthers($0, note, attachments, in: folder) }
        let name = folderName(for: note)
        let own = "\(NoteFolderFiles.folderName)/\(stem)"
        let lookup = AttachmentLookup(attachments, from: note.names.folder)
        let linked =
            attachments.isEmpty ? [] : Set(NoteLinks(note).files.compactMap { lookup.attachment(named: $0.file) })
        var (inOwn, moved): (Set<Int>, [Int: String]) = ([], [:])
        var listed: [(attachment: Attachment, path: String)] = []
        for attachment in attachments {
            let place = try await write(attachment, in: Self.joined(name, own))
            if place == Self.joined(name, own) + "/" + attachment.name { inOwn.insert(attachment.number) }
            if place != attachment.place { moved[attachment.number] = place }
            // What lies beside a note belongs to it, and to those that list it.
            if place != attachment.place || !linked.contains(attachment) {
                listed.append((attachment, FilePath.relative(place, from: name)))
            }
        }
        var note = note
        note.content = AttachmentLinks.leading(
            attachments.filter { inOwn.contains($0.number) && $0.place == nil }.map(\.name), to: own, in: note.content)
        note.content = AttachmentLinks.leading(
            note.content, to: attachments, from: note.names.folder, in: name
        ) { attachment in
            if inOwn.contains(attachment.number), attachment.place == nil { return nil }
            return moved[attachment.number].map { ($0, false) } ?? attachment.place.map { ($0, true) }
        }
        let writer = try ExportWriter("\(folder)/\(stem).md", "", replacing: true)
        try writer.finish(NoteFile.text(of: note, listing: listed, in: name, named: stem), waits: false)
    }

    /// What the bytes of a file are known by.
    private enum FileSource: Hashable {
        case bytes(Digest)
        case file(String)

        init(_ attachment: Attachment) {
            self = attachment.path.map(FileSource.file) ?? .bytes(attachment.digest)
        }
    }

    /// Writes the file of an attachment, unless it is written already: to its place, or if something else lies there or it
    /// has none, to the note’s own folder.
    ///
    /// - Returns: Where it lies, below the folder of the export.
    private mutating func write(_ attachment: Attachment, in own: String) async throws -> String {
        let source = FileSource(attachment)
        if let place = attachment.place, let known = written[ExactPath(place)], known == source { return place }
        if attachment.place == nil, let copy = copies[source]?[attachment.name] { return copy }
        let bytes = try await bytes(attachment) ?? []
        var place = "\(own)/\(attachment.name)"
        if let wanted = attachment.place, written[ExactPath(wanted)] == nil, canHold(wanted, bytes) { place = wanted }
        try makeFolder(Self.joined(path, FilePath(place).folder))
        let writer = try ExportWriter(Self.joined(path, place), "", replacing: true)
        try writer.write(bytes)
        try writer.finish("", waits: false)
        written[ExactPath(place)] = source
        if attachment.place == nil { copies[source, default: [:]][attachment.name] = place }
        return place
    }

    /// Whether a file may be written to a place: nothing lies there but the same bytes.
    private func canHold(_ place: String, _ bytes: [UInt8]) -> Bool {
        guard ExactPath(place).staysInside, FilePath(place).ending.isEmpty else { return false }
        let file = Self.joined(path, place)
        return FileStatus(file) == nil || (try? SmallFile.bytes(at: file, followingLinks: false)) == bytes
    }

    /// The name of a note’s file, without its ending: the first that is free, or that an export of this note has.
    ///
    /// - Parameter isOthers: Whether what lies there under a name is no export of this note.
    private mutating func freeStem(
        for note: Note, in folder: String, ending: String, _ isOthers: (String) -> Bool
    ) -> String {
        let name = Self.fileName(of: note, ending: ending)
        var stem = name
        var count = 1
        func isTaken(_ path: ExactPath) -> Bool {
            names.contains(path) || exact[path].map { $0 != note.id } ?? false
                || ExactPath(stem) != ExactPath(note.title) && exactNames.contains(ExactPath(stem))
        }
        // File systems that do not tell two names apart have the other note’s file under this one.
        while isTaken(ExactPath("\(folder)/\(stem)")) || isOthers(stem) {
            stem = FileName.numbered(name, count == 1 ? " (\(note.id))" : " (\(note.id)) \(count)")
            count += 1
        }
        names.insert(ExactPath("\(folder)/\(stem)"))
        return stem
    }

    /// Whether a note’s file, or one of its attachments, would take the place of what is no export of that note.
    private static func isOthers(_ stem: String, _ note: Note, _ attachments: [Attachment], in folder: String) -> Bool {
        let file = "\(folder)/\(stem).md"
        guard FileStatus(file) != nil else {
            return attachments.contains {
                FileStatus("\(folder)/\(NoteFolderFiles.folderName)/\(stem)/\($0.name)") != nil
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

    /// Makes a folder and those above it that are missing, and removes what a killed export has left there.
    ///
    /// Links in the folder of the export are not followed.
    mutating func makeFolder(_ path: String) throws(ExportFault) {
        guard folders.insert(ExactPath(path)).inserted else { return }
        let root = self.path
        try ExportWriter.naming(path) { () throws(FileFault) in
            if path.hasPrefix(root + "/") {
                try Folder.make(String(path.dropFirst(root.count + 1)), below: root)
            } else {
                try Folder.make(path, followingForeignLinks: false)
            }
        }
        DraftFile.removeStale(in: path)
    }
}

/// Notes as pages that link to each other, and as Evernote's export.
extension NoteExporter {
    /// Lets a note have its page, or the file that is called as it is; nothing happens in formats that have none.
    mutating func expect(_ note: Note) {
        if format == .markdown { keepName(for: note) }
        if format == .site, !note.isProtected { site.add(note) }
    }

    /// Writes a note's page, and its attachments beside.
    mutating func writePage(_ note: Note, _ attachments: [Attachment]) async throws {
        guard let name = site.page(note.id) else { return }
        for attachment in attachments {
            try makeFolder("\(path)/\(NoteSite.files)/\(note.id)")
            let file = try ExportWriter(
                "\(path)/\(NoteSite.path(of: attachment, of: note.id))", "", replacing: replaces)
            try file.write(await bytes(attachment) ?? [])
            try file.finish("", waits: false)
        }
        let page = try ExportWriter(
            "\(path)/\(name)", NotePage.head(of: visible(note.title), hasFiles: true), replacing: replaces)
        try page.write("<p class=\"facts\"><a href=\"\(NoteSite.index)\">←</a></p>\n")
        for piece in NotePage.article(note, attachments, in: timeZone, site: site, visible: visible) {
            switch piece {
            case .html(let html): try page.write(html)
            case .bytes(let attachment):
                // Its name may be shown in another way than the file's own is.
                let file = attachments.first { $0.number == attachment.number } ?? attachment
                try page.write(HTML.escaped(NoteSite.encoded(NoteSite.path(of: file, of: note.id))))
            }
        }
        try page.finish(NotePage.foot, waits: false)
        site.list(note, in: timeZone)
    }

    /// Finds what is left of notes in the clear that are protected by now.
    ///
    /// Nothing of it goes: somebody may have changed it since.
    mutating func tellOfClearFiles() {
        guard !locked.isEmpty, format.isFolder else { return }
        if format == .site {
            report.clear = locked.map { FileName.of(title: $0.title) + ".html" }
                .filter { !site.hasPage($0) && FileStatus(path + "/" + $0) != nil }
        } else {
            let files = ClearFiles(in: path)
            report.clear = locked.flatMap(files.files)
        }
    }

    /// Writes the page that lists all others.
    func writeIndex() throws(ExportFault) {
        let index = try ExportWriter("\(path)/\(NoteSite.index)", "", replacing: replaces)
        try index.write(site.indexPage(visible: visible))
        try index.finish("", waits: false)
    }

    /// Writes a note as Evernote has it.
    func writeENEX(_ note: Note, _ attachments: [Attachment]) async throws {
        var files: [(attachment: Attachment, bytes: [UInt8])] = []
        for attachment in attachments { files.append((attachment, try await bytes(attachment) ?? [])) }
        for piece in ENEXWriter.pieces(note, files, in: timeZone) {
            switch piece {
            case .text(let text): try writer?.write(text)
            case .base64(let bytes): try writer?.write(base64: bytes)
            }
        }
    }
}
