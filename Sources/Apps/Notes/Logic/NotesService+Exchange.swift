import Foundation
import NotesStore
import Session

/// Notes in and out.
extension NotesService {
    /// Takes the notes of a file or a folder, off the caller’s actor; those that are there already are passed over.
    ///
    /// - Parameters:
    ///   - format: nil: what the file looks like. A folder is always one of Markdown and text files.
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
    /// - Returns: How many notes were written; protected ones are left out, and counted beside.
    /// - Throws: `ExportFault`, `CancellationError`, and what reading the query throws; no half file is left.
    @concurrent
    package func exportNotes(
        to path: String, as format: ExchangeFormat, query text: String?,
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void
    ) async throws -> (written: Int, protected: Int) {
        var exporter = try NoteExporter(path: path, format: format, timeZone: timeZone)
        var protected = 0
        let keepsTrash = format == .json || format == .markdown
        if let text {
            var query = try await query(text)
            if query.limit == NoteQuery().limit { query.limit = .max }
            for note in try await find(query) {
                if note.isProtected { protected += 1 } else { try exporter.write(note) }
            }
        } else {
            var last = 0
            while case let page = try await dao.page(after: last, limit: 500, owner: owner), let end = page.last {
                for note in page where keepsTrash || note.trashedAt == nil {
                    if note.isProtected { protected += 1 } else { try exporter.write(note) }
                }
                last = end.id
                try Task.checkCancellation()
                await progress(exporter.count, nil)
            }
        }
        try exporter.finish()
        return (exporter.count, protected)
    }
}
