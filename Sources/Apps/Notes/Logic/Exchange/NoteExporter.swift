import Foundation
import NotesStore
import Session

/// Writes notes to a file or a folder that nobody else may read.
struct NoteExporter {
    let path: String
    let format: ExchangeFormat
    let timeZone: TimeZone
    /// Lends the bytes of an attachment.
    let bytes: (Digest) async throws -> [UInt8]?
    /// Says where the files of a note’s attachments lie.
    let places: (Int) async throws -> [Int: String]
    private var writer: ExportWriter?
    private var names: Set<String> = []
    private(set) var report = ExportReport()

    /// - Throws: `ExportFault`.
    init(
        path: String, format: ExchangeFormat, timeZone: TimeZone, bytes: @escaping (Digest) async throws -> [UInt8]?,
        places: @escaping (Int) async throws -> [Int: String]
    ) throws {
        self.path = path
        self.format = format
        self.timeZone = timeZone
        self.bytes = bytes
        self.places = places
        switch format {
        case .markdown: try Self.makeFolder(path)
        case .json: writer = try ExportWriter(path, "{\"notes\":[")
        case .jrnlJSON: writer = try ExportWriter(path, "{\"tags\":{},\"entries\":[")
        default: writer = try ExportWriter(path, NotePage.head)
        }
    }

    /// Writes one note more, with what belongs to it; one of which anything is sealed is only counted.
    ///
    /// - Throws: `ExportFault`, and what lending the bytes throws.
    mutating func write(_ note: Note, _ attachments: [Attachment]) async throws {
        guard !note.isProtected, attachments.allSatisfy({ $0.sealed == nil }) else {
            report.protected += 1
            return
        }
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
        case .jrnlJSON:
            try writer?.write(separator + NoteJSON.jrnl(note, in: timeZone))
            report.leftFiles += attachments.count
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
            try writer?.write(base64: await bytes(attachment.digest) ?? [])
            try writer?.write("\"}")
        }
        try writer?.write("]}")
    }

    /// An article of a page, with the bytes of its attachments in the addresses of their places.
    private func writeArticle(_ note: Note, _ attachments: [Attachment]) async throws {
        for piece in NotePage.article(note, attachments, in: timeZone) {
            switch piece {
            case .html(let html): try writer?.write(html)
            case .bytes(let attachment):
                try writer?.write("data:\(HTML.escaped(attachment.type));base64,")
                try writer?.write(base64: await bytes(attachment.digest) ?? [])
            }
        }
    }

    /// Ends the file; nothing may be written after it.
    ///
    /// - Throws: `ExportFault`.
    func finish() throws {
        switch format {
        case .markdown: break
        case .json, .jrnlJSON: try writer?.finish("\n]}\n")
        default: try writer?.finish(NotePage.foot)
        }
    }

    private mutating func writeFile(_ note: Note, _ attachments: [Attachment]) async throws {
        let levels = note.marks.notebook.split(separator: "/").map { Self.folderName(String($0)) }
        let folder = ([path] + levels).joined(separator: "/")
        try Self.makeFolder(folder)
        var stem = Self.fileName(note.title)
        // File systems may not tell cases apart.
        if !names.insert("\(folder)/\(stem)".lowercased()).inserted {
            stem += " (\(note.id))"
            names.insert("\(folder)/\(stem)".lowercased())
        }
        let place = "\(NoteFolderFiles.folderName)/\(stem)"
        if !attachments.isEmpty { try Self.makeFolder("\(folder)/\(place)") }
        for attachment in attachments {
            let writer = try ExportWriter("\(folder)/\(place)/\(attachment.name)", "")
            try writer.write(await bytes(attachment.digest) ?? [])
            try writer.finish("")
        }
        let writer = try ExportWriter("\(folder)/\(stem).md", "")
        try writer.finish(NoteFile.text(of: note, attachments: attachments, in: place))
    }

    /// A notebook’s name as a folder’s; that of the attachments is not a notebook’s.
    private static func folderName(_ level: String) -> String {
        let name = fileName(level)
        return name.lowercased() == NoteFolderFiles.folderName ? name + "-" : name
    }

    private static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ExportFault.unwritable(path: path, reason: errno)
        }
    }

    /// A name that every file system takes, and that is not hidden.
    private static func fileName(_ title: String) -> String {
        var name = ""
        for character in title {
            let isPlain = character.isLetter || character.isNumber || "-_ ".contains(character)
            name.append(isPlain ? character : "-")
            // File systems take 255 bytes; the number of a twin must fit too.
            if name.utf8.count > 180 { break }
        }
        let trimmed = name.trimmingCharacters(in: CharacterSet(charactersIn: " -"))
        return trimmed.isEmpty ? "note" : trimmed
    }
}
