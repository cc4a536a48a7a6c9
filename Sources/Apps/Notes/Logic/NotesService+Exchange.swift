// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
package import Secrets
import Session
import Stores

/// Notes in and out.
extension NotesService {
    /// Takes the notes of a file or a folder, off the caller’s actor; those that are there already are passed over.
    ///
    /// - Parameters:
    ///   - source: Reads the notes.
    ///   - dateOrder: How the user writes dates of numbers.
    ///   - notebook: The notebook that all go to; empty: those that they say themselves.
    ///   - questions: Asks for the passwords that sealed notes take.
    ///   - isCheck: Whether it only looks what there is, and keeps nothing.
    ///   - added: Told the numbers of the notes that are new, whenever some are kept.
    ///   - progress: Told how many entries were looked at, and of how many where that is known.
    /// - Throws: `CancellationError`, after which what was taken before stays; `NotesFault.storeFolder` for what is a
    ///   part of the store itself.
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
    /// - Parameter keepingTrash: Whether those in the trash go out too, where the format can say that they are; a query
    ///   asks for them itself.
    /// - Parameter replacing: Whether one file may take the place of what is there. In a folder, only what an export of
    ///   the same note has written is replaced in any case.
    /// - Parameter visible: Makes a text show what it hides, in formats that are for reading alone.
    /// - Throws: `ExportFault`, `NotesFault.storeFolder` for a folder that has the notes in it, and what reading the query
    ///   throws; no half file is left.
    @concurrent
    package func exportNotes(
        to path: String, as format: any NoteExport.Type, query text: String?, keepingTrash: Bool, replacing: Bool,
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void, visible: @escaping @Sendable (String) -> String
    ) async throws -> ExportReport {
        if format.isFolder { try checkApart(path) }
        let target = ExportTarget(
            path: path, replaces: replacing, timeZone: timeZone,
            bytes: { [self] file in
                guard file.path == nil else { return try await bytes(ofFile: file) }
                return try await store.read { try $0.bytes(of: file.digest) } ?? []
            }, visible: visible, folders: ExportFolders(below: path))
        var exporter = try NoteExporter(
            to: target, as: format, places: places)
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
            // Notes that come meanwhile have higher numbers: no more are written than there were, however many come.
            var left = counts.active + counts.trashed
            while left > 0, case let page = try await page(after: last, limit: min(500, left)),
                let end = page.last
            {
                left -= page.count
                // One question a page, since most notes have none.
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
                guard let password = vault.password, let whole = try await plain(note, own) else {
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
        let (note, attachments, left) = try await store.read { try $0.exported(note, own, inPlace: inPlace) }
        exporter.report.leftFiles += left
        try await exporter.write(note, attachments)
    }

    /// Lets every note have its page or its file, before the first is written that links to another.
    private func expectAll(of exporter: inout NoteExporter, keepingTrash keepsTrash: Bool) async throws {
        var last = 0
        while case let page = try await page(after: last, limit: 500), let end = page.last {
            for note in page where keepsTrash || note.trashedAt == nil { exporter.expect(note) }
            last = end.id
            try Task.checkCancellation()
        }
    }

    /// Looks whether a path has anything in common with the folder that the notes are in: a note there must not be taken
    /// for another, nor written over.
    ///
    /// - Throws: `NotesFault.storeFolder`.
    private func checkApart(_ path: String) throws {
        guard case .folder(let store) = choice, FolderOverlap.overlap(path, store) else { return }
        throw NotesFault.storeFolder(path: path, store: store)
    }

    /// Looks whether a file or folder to be imported is a part of the store, or the other way round; of single files
    /// those alone that are notes there.
    ///
    /// - Throws: `NotesFault.storeFolder`.
    private func checkSource(_ path: String) throws {
        guard let kind = FileStatus(path, followingLinks: true)?.kind,
            kind == .folder || ["md", "markdown"].contains((path as NSString).pathExtension.lowercased())
        else { return }
        try checkApart(path)
    }
}

/// Protected notes that leave the store, and those that come in.
extension NotesService {
    /// Whether the password has to be asked for before an export, since it has protected notes to write.
    ///
    /// - Throws: as `exportNotes(to:as:query:keepingTrash:)`.
    package func asksPassword(
        toExport query: String?, as format: any NoteExport.Type, keepingTrash: Bool
    ) async throws -> Bool {
        guard format.hasSealed, let stored = try await store.read({ try $0.key() }), vault.password?.salt != stored.salt
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

    /// A protected note as an export has it, opened and whole.
    ///
    /// - Returns: The note, its files, and how many of these are too large to be taken along; nil for one that cannot be
    ///   opened now.
    /// - Throws: `NotesFault.damaged`, `StoreFault`.
    private func plain(
        _ note: Note, _ own: [Attachment]
    ) async throws -> (note: Note, files: [(attachment: Attachment, bytes: [UInt8])], left: Int)? {
        do {
            let (plain, files) = (try opened(note), try opened(own, of: note.id))
            let (whole, attachments, left) = try await store.read { try $0.exported(plain, files, inPlace: true) }
            var contents: [(attachment: Attachment, bytes: [UInt8])] = []
            for file in attachments { contents.append((file, try await bytes(of: file, note.id))) }
            return (whole, contents, left)
        } catch NotesFault.locked {
            return nil
        }
    }

    /// The key that the password of protected notes gives; nil while they are locked.
    package var passwordKey: PasswordKey? { vault.password }

    /// Keeps a note that comes from elsewhere, sealed from the beginning, unless it is here already.
    ///
    /// - Throws: `NotesFault.locked`.
    func takeSealed(_ draft: NoteDraft) async throws -> TakenNote {
        guard let sealer = vault.sealer else { throw NotesFault.locked(0) }
        var bare = draft
        bare.content = draft.names.isEmpty ? Note.firstLine(of: draft.content) : ""
        bare.attachments = []
        if let origin = draft.origin {
            let code = sealer.code(of: Array("\(origin.name)\n\(draft.content)".utf8))
            bare.origin = NoteOrigin(name: "sealed " + code.map { String($0, radix: 16) }.joined(separator: "."))
        }
        let (origin, owner) = (bare.origin, owner)
        return try await store.write { [bare, vault] notes in
            func isHere(_ note: Note) -> Bool {
                guard let sealed = note.sealed else { return draft.isSame(as: note.content) }
                let plain = try? vault.sealer?.open(sealed, context: Self.context(of: note.id, owner: owner))
                return plain.map { draft.isSame(as: String(decoding: $0, as: UTF8.self)) } ?? false
            }
            if let origin, let note = try notes.notes(.origin(origin.key), limit: 1).first {
                return TakenNote(id: note.id, kind: .imported)
            }
            for text in Set([draft.content, bare.content, ""]) {
                let key = NoteKey.twin(NoteDraft.twin(of: text), draft.createdAt)
                if let note = try notes.notes(key, limit: .max).first(where: isHere) {
                    return TakenNote(id: note.id, kind: .equal)
                }
            }
            let note = try notes.insertSealed(bare) { id in
                let context = Self.context(of: id, owner: owner)
                let sealing = AttachmentSealing(sealer: sealer, context: context)
                return (
                    sealer.seal(Array(draft.content.utf8), context: context), draft.attachments.map(sealing.sealed)
                )
            }
            return TakenNote(id: note.id, kind: .new)
        }
    }
}
