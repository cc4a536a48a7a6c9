import Foundation
import NotesStore
import Session

/// Writes notes to a file or a folder that nobody else may read.
struct NoteExporter {
    let path: String
    let format: ExchangeFormat
    let timeZone: TimeZone
    private var writer: ExportWriter?
    private var names: Set<String> = []
    private(set) var count = 0

    /// - Throws: `ExportFault`.
    init(path: String, format: ExchangeFormat, timeZone: TimeZone) throws {
        self.path = path
        self.format = format
        self.timeZone = timeZone
        switch format {
        case .markdown: try Self.makeFolder(path)
        case .json: writer = try ExportWriter(path, "{\"notes\":[")
        case .jrnlJSON: writer = try ExportWriter(path, "{\"tags\":{},\"entries\":[")
        default: writer = try ExportWriter(path, NotePage.head)
        }
    }

    /// Writes one note more.
    ///
    /// - Throws: `ExportFault`.
    mutating func write(_ note: Note) throws {
        let separator = count == 0 ? "\n" : ",\n"
        switch format {
        case .markdown: try writeFile(note)
        case .json: try writer?.write(separator + NoteJSON.text(of: note))
        case .jrnlJSON: try writer?.write(separator + NoteJSON.jrnl(note, in: timeZone))
        default: try writer?.write(NotePage.article(note, in: timeZone))
        }
        count += 1
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

    private mutating func writeFile(_ note: Note) throws {
        let levels = note.marks.notebook.split(separator: "/").map { Self.fileName(String($0)) }
        let folder = ([path] + levels).joined(separator: "/")
        try Self.makeFolder(folder)
        let title = Self.fileName(note.title)
        var file = "\(folder)/\(title).md"
        // File systems may not tell cases apart.
        if !names.insert(file.lowercased()).inserted {
            file = "\(folder)/\(title) (\(note.id)).md"
            names.insert(file.lowercased())
        }
        let writer = try ExportWriter(file, "")
        try writer.finish(NoteFile.text(of: note))
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
