// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import NotesLogic

/// Writes notes to one file, one behind the other.
final class FileNoteWriter: NoteWriter {
    /// Writes a note with its attachments.
    typealias Writing = (Note, [Attachment], DraftWriter) async throws -> WrittenNote

    private let file: DraftWriter
    private let between: (first: String, next: String)
    private let foot: (Int) -> String
    private let writing: Writing
    private var isFirst = true

    /// - Parameters:
    ///   - first: The text before the first note, behind the head.
    ///   - next: The text before every other note.
    ///   - foot: The text behind a number of notes.
    /// - Throws: `FileFault`.
    init(
        _ target: ExportTarget, head: String, first: String = "", next: String = "",
        foot: @escaping (Int) -> String, _ writing: @escaping Writing
    ) throws {
        file = try DraftWriter(for: target.path, replacing: target.replaces)
        try file.write(head)
        between = (first, next)
        self.foot = foot
        self.writing = writing
    }

    func write(_ note: Note, _ attachments: [Attachment]) async throws -> WrittenNote {
        let separator = isFirst ? between.first : between.next
        isFirst = false
        if !separator.isEmpty { try file.write(separator) }
        return try await writing(note, attachments, file)
    }

    func finish(count: Int) throws {
        try file.write(foot(count))
        try file.finish()
    }
}
