// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation

/// Imports and exports.
extension NotesService {
    /// Imports the notes of a file or a folder, off the caller’s actor; those that exist already are skipped.
    ///
    /// - Parameters:
    ///   - source: Reads the notes.
    ///   - dateOrder: The order of day and month in dates of numbers.
    ///   - notebook: The notebook for all notes; empty for their own.
    ///   - questions: Asks for the passwords of sealed notes.
    ///   - isCheck: Whether to report only, and keep nothing.
    ///   - added: Receives the numbers of the notes that are new, whenever some are kept.
    ///   - progress: Receives the number of entries read, and of all if known.
    /// - Throws: `CancellationError`, after which earlier notes stay; `NotesFault.storeFolder` for a part of the store
    ///   itself.
    @concurrent
    package func importNotes(
        from path: String, by source: any NoteSource, dateOrder: DayMonthOrder, into notebook: String,
        asking questions: SealedNoteQuestions, isCheck: Bool,
        added: @escaping @MainActor @Sendable ([Int]) -> Void,
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void
    ) async throws -> ImportReport {
        try checkSource(path)
        let importer = NoteImporter(
            for: self, dateOrder: dateOrder, notebook: NotebookName.normal(notebook), questions: questions,
            isCheck: isCheck, added: added, progress: progress)
        return try await importer.run(path, by: source)
    }

    /// Writes notes to a file, or for Markdown and pages to a folder, off the caller’s actor; without a query all of them.
    ///
    /// - Parameter keepingTrash: Whether to export the trash too, if the format can mark it; a query asks for it itself.
    /// - Parameter replacing: Whether a file may replace an existing one. In a folder, only the files that an export of the
    ///   same note has written are replaced in any case.
    /// - Parameter visible: Makes hidden characters of a text visible, in formats for reading only.
    /// - Throws: `ExportFault`, `NotesFault.storeFolder` for the folder of the notes, and the errors of reading the query; no
    ///   half file is left.
    @concurrent
    package func exportNotes(
        to path: String, as format: any NoteExport.Type, query text: String?, keepingTrash: Bool, replacing: Bool,
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void, visible: @escaping @Sendable (String) -> String
    ) async throws -> ExportReport {
        if format.isFolder { try checkApart(path) }
        let target = ExportTarget(
            path: path, replaces: replacing, timeZone: timeZone,
            bytes: { [self] file in
                guard file.path == nil else { return try await attachments.bytes(ofFile: file) }
                return try await store.read { try $0.bytes(of: file.digest) } ?? []
            }, visible: visible, folders: ExportFolders(below: path))
        var exporter = try NoteExporter(
            to: target, as: format, places: attachments.places)
        do {
            try await write(to: &exporter, query: text, keepingTrash: keepingTrash && format.hasTrash, progress)
            try exporter.finish()
        } catch {
            throw exporter.broken(by: error)
        }
        return exporter.report
    }

    private func write(
        to exporter: inout NoteExporter, query text: String?, keepingTrash keepsTrash: Bool,
        _ progress: @MainActor @Sendable (Int, Int?) -> Void
    ) async throws {
        if let text {
            let found = try await find(try await query(text).query(limit: .max))
            for note in found { exporter.expect(note) }
            for note in found {
                try await write(note, try await store.read({ try $0.attachments(of: note.id) }), to: &exporter)
            }
        } else {
            if exporter.format.isFolder { try await expectAll(of: &exporter, keepingTrash: keepsTrash) }
            var last = 0
            let counts = try await counts()
            let total = counts.active + (keepsTrash ? counts.trashed : 0)
            // Notes added meanwhile have higher numbers: no more are written than there were.
            var left = counts.active + counts.trashed
            while left > 0, case let page = try await page(after: last, limit: min(500, left)),
                let end = page.last
            {
                left -= page.count
                // One query a page, since most notes have no attachments.
                let ids = (last + 1)...end.id
                let attachments = try await store.read { try $0.attachments(of: ids) }
                for note in page {
                    guard keepsTrash || note.trashedAt == nil else {
                        exporter.report.trashed += 1
                        continue
                    }
                    try await write(note, attachments[note.id] ?? [], to: &exporter)
                }
                last = end.id
                try Task.checkCancellation()
                await progress(exporter.report.written, total)
            }
        }
    }

    /// Writes one note, with the files of the folder that its text names; a protected one as a sealed file.
    private func write(_ note: Note, _ own: [Attachment], to exporter: inout NoteExporter) async throws {
        guard !note.isProtected, own.allSatisfy({ $0.sealed == nil }) else {
            exporter.locked.append(note)
            guard exporter.format.hasSealed else { return exporter.report.protected += 1 }
            do {
                guard let password = protection.passwordKey, let whole = try await plain(note, own) else {
                    return exporter.report.protected += 1
                }
                exporter.report.leftFiles += whole.left
                try exporter.writeSealed(whole.note, whole.files, under: password)
            } catch NotesFault.damaged(let id) {
                exporter.report.damaged.append(id)
            }
            return
        }
        let inPlace = exporter.format.hasPlaces
        let keepsLinks = exporter.format.keepsLinks
        let (written, attachments, left) = try await store.read {
            try $0.exported(note, own, inPlace: inPlace, keepingLinks: keepsLinks)
        }
        exporter.report.leftFiles += left
        try await exporter.write(written, attachments, isChanged: written.content != note.content)
    }

    /// Prepares a page or a file for every note, before the first note is written that links to another.
    private func expectAll(of exporter: inout NoteExporter, keepingTrash keepsTrash: Bool) async throws {
        var last = 0
        while case let page = try await page(after: last, limit: 500), let end = page.last {
            for note in page where keepsTrash || note.trashedAt == nil { exporter.expect(note) }
            last = end.id
            try Task.checkCancellation()
        }
    }

    /// Checks that a path does not overlap the folder of the notes: a note there must not be imported, nor overwritten.
    ///
    /// - Throws: `NotesFault.storeFolder`.
    private func checkApart(_ path: String) throws {
        guard case .folder(let store) = choice, FolderOverlap.overlap(path, store) else { return }
        throw NotesFault.storeFolder(path: path, store: store)
    }

    /// Checks that a file or folder to import is no part of the store, nor the other way round; only notes count among
    /// single files.
    ///
    /// - Throws: `NotesFault.storeFolder`.
    private func checkSource(_ path: String) throws {
        guard let kind = FileStatus(path, followingLinks: true)?.kind,
            kind == .folder || ["md", "markdown"].contains((path as NSString).pathExtension.lowercased())
        else { return }
        try checkApart(path)
    }
}

/// Exports of protected notes.
extension NotesService {
    /// Whether an export needs the password, for protected notes.
    ///
    /// - Throws: As `exportNotes(to:as:query:keepingTrash:)`.
    package func asksPassword(
        toExport query: String?, as format: any NoteExport.Type, keepingTrash: Bool
    ) async throws -> Bool {
        guard format.hasSealed, let stored = try await store.read({ try $0.key() }),
            protection.passwordKey?.salt != stored.salt
        else {
            return false
        }
        if let query {
            return try await find(try await self.query(query).query(limit: .max)).contains(where: \.isProtected)
        }
        var last = 0
        while case let page = try await page(after: last, limit: 500), let end = page.last {
            if page.contains(where: { $0.isProtected && (keepingTrash || $0.trashedAt == nil) }) { return true }
            last = end.id
        }
        return false
    }

    /// A protected note for an export, opened and complete.
    ///
    /// - Returns: The note, its files, and the number of files that are too large; `nil` if it cannot be opened now.
    /// - Throws: `NotesFault.damaged`, `StoreFault`.
    private func plain(
        _ note: Note, _ own: [Attachment]
    ) async throws -> (note: Note, files: [(attachment: Attachment, bytes: [UInt8])], left: Int)? {
        do {
            let (plain, own) = (try protection.opened(note), try protection.opened(own, of: note.id))
            let (whole, files, left) = try await store.read { try $0.exported(plain, own, inPlace: true) }
            var contents: [(attachment: Attachment, bytes: [UInt8])] = []
            for file in files { contents.append((file, try await attachments.bytes(of: file, note.id))) }
            return (whole, contents, left)
        } catch NotesFault.locked {
            return nil
        }
    }
}
