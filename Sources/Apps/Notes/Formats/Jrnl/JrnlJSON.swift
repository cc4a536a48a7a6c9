// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import NotesLogic

/// jrnl’s JSON.
enum JrnlJSON: JSONNoteFormat {
    static let id = "jrnl-json"
    static let isChoice = true

    static func claims(_ json: JSONStart) -> Bool { json.has("entries") && json.has("tags") }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        let written = context.written(file.path)
        try await context.takeEntries(of: file, ["entries"], take: take) {
            object, _ throws(ExchangeProblem.Failure) in
            var note = try NoteJSON.draft(object, written: written, in: context.timeZone)
            if object["created"] == nil { note.precision = Jrnl.precision(of: note.draft.createdAt) }
            return note
        }
    }
}

extension JrnlJSON: NoteExport {
    static let keepsLinks = true
    static let parts: Set<NotePart> = [.pins]

    static func writer(to target: ExportTarget) throws -> any NoteWriter {
        try FileNoteWriter(
            target, head: "{\"tags\":{},\"entries\":[", first: "\n", next: ",\n", foot: { _ in "\n]}\n" }
        ) { note, attachments, file in
            try file.write(object(note, in: target.timeZone))
            // The end of the title is no member: it comes back as a line feed.
            let (title, body) = JrnlEntry.parts(of: note)
            let back = body.isEmpty ? title : title + "\n" + body
            return WrittenNote(
                leftFiles: attachments.count,
                isChanged: note.names.isEmpty && !back.utf8.elementsEqual(note.content.utf8))
        }
    }

    /// The object of jrnl’s JSON, whose entries know no zone and no seconds: the time of the note is a member of ours
    /// beside, which jrnl passes over.
    private static func object(_ note: Note, in zone: Zone) throws -> String {
        let time = CivilTime(note.createdAt, in: zone)
        let (title, body) = JrnlEntry.parts(of: note)
        return try NoteJSON.line(
            JrnlMembers(
                title: title, body: body, date: time.date, time: time.time,
                tags: note.tags.map { "@" + $0 }, starred: note.marks.isPinned, created: ISOTime.text(note.createdAt)))
    }
}

/// The members of an entry in jrnl’s JSON.
private struct JrnlMembers: Encodable {
    let title: String
    let body: String
    let date: String
    let time: String
    let tags: [String]
    let starred: Bool
    let created: String?
}
