import Foundation
import NotesStore
import Session

/// Notes in and out.
extension NotesService {
    /// Takes the notes of a file or a folder, off the caller’s actor; those that are there already are passed over.
    ///
    /// - Parameters:
    ///   - format: nil: what the file looks like. A folder is Joplin’s, or one of Markdown and text files.
    ///   - notebook: The notebook that all go to; empty: those that they say themselves.
    ///   - progress: Told how many entries were looked at, and of how many where that is known.
    /// - Throws: `CancellationError`, after which what was taken before stays.
    @concurrent
    package func importNotes(
        from path: String, as format: ExchangeFormat?, into notebook: String = "",
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void
    ) async throws -> ImportReport {
        var importer = NoteImporter(
            dao: dao, owner: owner, clock: clock, timeZone: timeZone, notebook: NotebookName.normal(notebook),
            progress: progress)
        return try await importer.run(path, as: format)
    }

    /// Writes notes to a file, or for Markdown to a folder, off the caller’s actor; without a query all of them, those
    /// in the trash too where the format can say so.
    ///
    /// - Parameter replacing: Whether one file may take the place of what is there. In a folder, only what an export of
    ///   the same note has written is replaced in any case.
    /// - Throws: `ExportFault`, `CancellationError`, and what reading the query throws; no half file is left.
    @concurrent
    package func exportNotes(
        to path: String, as format: ExchangeFormat, query text: String?, replacing: Bool = false,
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void
    ) async throws -> ExportReport {
        var exporter = try NoteExporter(
            path: path, format: format, replaces: replacing, timeZone: timeZone,
            bytes: { [dao, owner] in try await dao.bytes(of: $0, owner: owner) },
            places: { [dao, owner] in try await dao.places(of: $0, owner: owner) })
        let keepsTrash = format == .json || format == .markdown
        if let text {
            for note in try await find(try await query(text).query(limit: .max)) {
                try await exporter.write(note, try await dao.attachments(of: note.id, owner: owner))
            }
        } else {
            var last = 0
            let counts = try await counts()
            let total = counts.active + (keepsTrash ? counts.trashed : 0)
            while case let page = try await dao.page(after: last, limit: 500, owner: owner), let end = page.last {
                // One question a page, since most notes have none.
                let attachments = try await dao.attachments(of: (last + 1)...end.id, owner: owner)
                for note in page where keepsTrash || note.trashedAt == nil {
                    try await exporter.write(note, attachments[note.id] ?? [])
                }
                last = end.id
                try Task.checkCancellation()
                await progress(exporter.report.written, total)
            }
        }
        try exporter.finish()
        return exporter.report
    }
}
