// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import NotesLogic

/// Atrium’s own format: one JSON document with all data of each note.
enum AtriumJSON: JSONNoteFormat {
    static let id = "json"
    static let isChoice = true

    /// A file by itself may be JSON of any kind, whose objects are notes if they have a text.
    static func claims(_ file: ImportFile) -> Bool {
        file.ending == "json" && file.json.map { file.folder == nil || claims($0) } == true
    }

    static func claims(_ json: JSONStart) -> Bool { json.has("notes") && json.has("content") }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        let written = context.written(file.path)
        try await context.takeEntries(of: file, ["notes", "entries"], isCounted: true, take: take) {
            object, _ throws(ExchangeProblem.Failure) in
            try NoteJSON.draft(object, written: written, in: context.timeZone)
        }
    }
}

extension AtriumJSON: NoteExport {
    static let endings: Set<String> = ["json"]
    static let hasPlaces = true
    static let hasTrash = true

    static func writer(to target: ExportTarget) throws -> any NoteWriter {
        // By the count an import knows that lines were lost.
        try FileNoteWriter(
            target, head: "{\"notes\":[", first: "\n", next: ",\n", foot: { "\n],\"count\":\($0)}\n" }
        ) { note, attachments, file in
            // The bytes of attachments are not held in text as well.
            let parts = try NoteJSON.parts(of: note, attachments)
            for (part, attachment) in zip(parts, attachments) {
                try file.write(part)
                try file.write(base64: await target.bytes(attachment))
            }
            try file.write(parts[attachments.count])
            return WrittenNote()
        }
    }
}
