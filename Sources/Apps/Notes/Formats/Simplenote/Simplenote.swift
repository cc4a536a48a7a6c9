// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesLogic

/// Simplenote’s export, beside which it writes each note as a text as well.
enum Simplenote: JSONNoteFormat {
    static let id = "simplenote"
    static let isChoice = true

    static func claims(_ json: JSONStart) -> Bool { json.has("activeNotes", "trashedNotes") }

    static func role(of path: String, in folder: ImportFolder) -> FileRole? {
        path.lowercased().hasSuffix(".txt") && folder.has(Self.self) ? .copy : nil
    }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        let written = context.written(file.path)
        try await context.takeEntries(of: file, ["activeNotes", "trashedNotes"], take: take) {
            object, list throws(ExchangeProblem.Failure) in
            var note = try NoteJSON.draft(object, written: written, in: context.timeZone)
            if list == "trashedNotes" || object["deleted"] as? Bool == true {
                note.draft.trashedAt = note.draft.modifiedAt ?? note.draft.createdAt
            }
            return note
        }
    }
}
