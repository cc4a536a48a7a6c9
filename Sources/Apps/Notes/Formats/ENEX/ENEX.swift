// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumHypertext
import AtriumSession
import AtriumXMLReader
import NotesLogic

/// Evernote’s export, note by note: each is a document of its own, so that a broken one costs itself alone.
enum ENEX: NoteFormat {
    static let id = "enex"
    static let isChoice = true
    static let standing = FormatStanding.withoutMarkdown
    static let holdsMany = true
    static var repair: (any LinkRepair)? { EvernoteLinks() }

    /// By its name, or if it is imported by itself, by how it begins.
    static func claims(_ file: ImportFile) -> Bool {
        file.ending == "enex"
            || file.folder == nil && file.isXML && String(decoding: file.start, as: UTF8.self).contains("<en-export")
    }

    /// Reads in the memory of the largest note, since such exports have the attachments in them.
    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        // Evernote writes UTF-8 alone.
        guard WideText(file.start) == nil else { return context.tell(.notUTF8, file.name) }
        try await context.reading(file) {
            let written = context.written(file.path)
            let notes = try await ENEXNotes(try FileSource(path: file.path))
            guard checkHead(notes.head, of: file, in: context) else { return }
            while let note = try await notes.next() {
                for entry in Self.notes(of: note, behind: notes.head, written: written, of: file, in: context) {
                    try await take(entry)
                }
            }
            // Without notes the end may stand in what is read before the first.
            let isEmpty = String(decoding: notes.head.suffix(200), as: UTF8.self).contains("</en-export")
            // The text of one note alone is no export.
            let isExport = String(decoding: notes.head, as: UTF8.self).contains("<en-export")
            if !notes.isWhole, !isEmpty { context.tell(isExport ? .truncated : .malformed, file.name) }
        }
    }

    private static let rootEnd = Array("</en-export>".utf8)

    /// Whether the bytes before the notes are the beginning of an export; one without notes may have its end there.
    private static func checkHead(_ head: [UInt8], of file: ImportFile, in context: ImportContext) -> Bool {
        let handler = ENEXReader(written: context.written(file.path), in: context.timeZone)
        for end in [rootEnd, []] {
            do {
                try XMLReader(source: MemorySource(head, end), doctype: .external).read(handler)
                return true
            } catch {
                guard end.isEmpty else { continue }
                let isEmpty = if case XMLFault.empty = error { true } else { false }
                context.tell(isEmpty ? .empty : .malformed, file.name, line: (error as? XMLFault)?.line)
            }
        }
        return false
    }

    private static func notes(
        of note: ENEXNotes.Note, behind head: [UInt8], written: Timestamp, of file: ImportFile,
        in context: ImportContext
    ) -> [ForeignNote] {
        let line = note.linesBefore + 1
        guard !note.isTooLarge else {
            context.tell(
                .largeNote(ENEXContent.title(in: note.bytes), limit: ENEXNotes.largest), file.name, line: line)
            return []
        }
        let handler = ENEXReader(written: written, in: context.timeZone)
        handler.linesBefore = note.linesBefore - head.count { $0 == UInt8(ascii: "\n") }
        do {
            guard note.isWhole else { throw XMLFault.truncated(line: 0) }
            let text = ENEXContent.mended(note.bytes)
            try XMLReader(source: MemorySource(head, text, rootEnd), doctype: .external).read(handler)
            return handler.takeEntries()
        } catch {
            let title = handler.title ?? ENEXContent.title(in: note.bytes)
            context.tell(note.isWhole ? .brokenNote(title) : .cutNote(title), file.name, line: line)
            return []
        }
    }
}

/// The export has each note’s files in base64.
extension ENEX: NoteExport {
    static let endings: Set<String> = ["enex"]
    static let keepsLinks = true
    static let parts: Set<NotePart> = [.notebooks, .pins, .tasks, .dueDates, .repetitions]

    static func writer(to target: ExportTarget) throws -> any NoteWriter {
        try FileNoteWriter(target, head: ENEXWriter.head, foot: { _ in ENEXWriter.foot }) { note, attachments, file in
            var files: [(attachment: Attachment, bytes: [UInt8])] = []
            for attachment in attachments { files.append((attachment, try await target.bytes(attachment))) }
            let written = ENEXWriter.pieces(note, files, in: target.timeZone)
            for piece in written.pieces {
                switch piece {
                case .text(let text): try file.write(text)
                case .base64(let bytes): try file.write(base64: bytes)
                }
            }
            return WrittenNote(isChanged: written.isChanged)
        }
    }
}

/// An attachment of an Evernote note while it is read.
struct ENEXResource {
    private var data = Base64Reader(limit: AttachmentDraft.largest)
    private var type = ""
    private var name = ""

    /// A text at a place below the `resource` element.
    mutating func add(_ piece: String, at path: ArraySlice<String>) {
        switch path.joined(separator: "/") {
        case "data": data.append(Array(piece.utf8).span)
        case "mime": type += piece
        case "resource-attributes/file-name": name += piece
        default: break
        }
    }

    /// The attachment, and the hash by which the text names it.
    mutating func made(
        among present: [AttachmentDraft]
    ) -> Result<(draft: AttachmentDraft, name: String, hash: String), ExchangeProblem.Failure> {
        data.finish()
        guard !data.isTooLong else {
            return .failure(.init(reason: .tooLarge(name, limit: AttachmentDraft.largest)))
        }
        guard data.isSound else { return .failure(.init(reason: .badAttachment(name))) }
        var draft = AttachmentDraft(named: name.isEmpty ? nil : name, type: type, bytes: data.bytes)
        let own = draft.name
        draft.name = AttachmentName.free(own, among: present.map(\.name))
        return .success((draft, own, FileHash.md5(data.bytes)))
    }
}
