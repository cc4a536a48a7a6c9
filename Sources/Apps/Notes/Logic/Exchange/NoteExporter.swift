// SPDX-License-Identifier: GPL-3.0-or-later

import Hypertext
import Files
import FrontMatter
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
    private var names: Set<String> = []
    /// The paths of files, in lower case, that are called exactly as notes are, and the numbers of these.
    private var exact: [String: Int] = [:]
    /// The names that any note has exactly so, in lower case: another one’s file is not called so in any folder.
    private var exactNames: Set<String> = []
    private var folders: Set<String> = []
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
                try mark?.remove()
            }
        case .jrnl: try writer?.finish("")
        case .json, .jrnlJSON: try writer?.finish("\n]}\n")
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
        let stem = freeStem(for: note, in: folder) { stem in
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
        let name = FileName.of(title: note.title)
        guard name == note.title else { return }
        let place = "\(folder(for: note))/\(name)".lowercased()
        exact[place] = exact[place] ?? note.id
        exactNames.insert(name.lowercased())
    }

    /// The folder that a note’s file is in.
    private func folder(for note: Note) -> String {
        Self.joined(path, Self.folderName(note.names.isEmpty ? note.marks.notebook : note.names.folder))
    }

    /// Makes the folder that a note’s file is in.
    private mutating func makeFolder(for note: Note) throws(ExportFault) -> String {
        let folder = folder(for: note)
        try makeFolder(folder)
        return folder
    }

    private mutating func writeFile(_ note: Note, _ attachments: [Attachment]) async throws {
        let folder = try makeFolder(for: note)
        let stem = freeStem(for: note, in: folder) { Self.isOthers($0, note, attachments, in: folder) }
        let place = "\(NoteFolderFiles.folderName)/\(stem)"
        if !attachments.isEmpty { try makeFolder("\(folder)/\(place)") }
        for attachment in attachments {
            let writer = try ExportWriter("\(folder)/\(place)/\(attachment.name)", "", replacing: true)
            try writer.write(await bytes(attachment) ?? [])
            try writer.finish("", waits: false)
        }
        let writer = try ExportWriter("\(folder)/\(stem).md", "", replacing: true)
        try writer.finish(NoteFile.text(of: note, attachments: attachments, in: place, named: stem), waits: false)
    }

    /// The name of a note’s file, without its ending: the first that is free, or that an export of this note has.
    ///
    /// - Parameter isOthers: Whether what lies there under a name is no export of this note.
    private mutating func freeStem(for note: Note, in folder: String, _ isOthers: (String) -> Bool) -> String {
        let name = FileName.of(title: note.title)
        var stem = name
        var count = 1
        // File systems may not tell cases apart.
        func isTaken(_ path: String) -> Bool {
            names.contains(path) || exact[path].map { $0 != note.id } ?? false
                || stem != note.title && exactNames.contains(stem.lowercased())
        }
        while isTaken("\(folder)/\(stem)".lowercased()) || isOthers(stem) {
            stem = count == 1 ? "\(name) (\(note.id))" : "\(name) (\(note.id)) \(count)"
            count += 1
        }
        names.insert("\(folder)/\(stem)".lowercased())
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

    private static func joined(_ path: String, _ name: String) -> String { name.isEmpty ? path : path + "/" + name }

    /// A notebook’s name as a folder’s; that of the attachments is not a notebook’s, nor that of the mark.
    private static func folderName(_ notebook: String) -> String {
        FileName.folder(of: notebook).path.split(separator: "/")
            .map { [NoteFolderFiles.folderName, unfinished.lowercased()].contains($0.lowercased()) ? $0 + "-" : $0 }
            .joined(separator: "/")
    }

    /// Makes a folder and those above it that are missing, and removes what a killed export has left there.
    mutating func makeFolder(_ path: String) throws(ExportFault) {
        guard folders.insert(path).inserted else { return }
        try ExportWriter.naming(path) { () throws(FileFault) in try Folder.make(path, followingForeignLinks: false) }
        DraftFile.removeStale(in: path)
    }
}
