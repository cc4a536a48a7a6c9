// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
import SMSLogDomain
import SMSLogStore
import Session
import Stores
import XMLReader

/// The result of importing one file.
package struct ImportedFile: Sendable {
    /// The name of the file within the folder; `nil` if it was the only one.
    package let name: String?
    /// The report, or the fault that prevented the import.
    package let result: Result<ImportReport, ImportFault>
}

/// Messages from files.
extension SMSLogService {
    /// Imports a file, or each file of a folder and of those within it that may be one, off the caller’s actor.
    ///
    /// Cancelling the task stops it after the batch that is being stored; the report says so.
    ///
    /// - Parameters:
    ///   - choices: The user’s answers to what the files do not tell.
    ///   - progress: Called with the number of bytes read so far, and the total if it is known.
    /// - Throws: `ImportFault` when the only file holds nothing, `StoreFault`.
    @concurrent
    package func importFiles(
        at path: String, choices: ImportChoices = ImportChoices(),
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile] {
        try await files(at: path, choices, importer(), progress)
    }

    private func importer(waiting: WaitingFiles? = nil) -> MessageImporter {
        MessageImporter(dao: dao, owner: owner, clock: clock, isKeepingBytes: !isTrial, waiting: waiting)
    }

    private func files(
        at path: String, _ choices: ImportChoices, _ importer: MessageImporter,
        _ progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile] {
        guard FileStatus(path, followingLinks: true)?.kind == .folder else {
            if let packed = try PackedFiles(path) {
                // What is in front of it in a folder comes first.
                try await importer.storeWaiting()
                do {
                    let files = try await files(at: packed.path, choices, importer, progress)
                    withExtendedLifetime(packed) {}
                    // It may have told more of them.
                    importer.waiting?.own = nil
                    return files
                } catch ImportFault.emptyFolder { throw ImportFault.archiveWithoutMessages }
            }
            let report = try await importFile(at: path, choices, importer, progress)
            return [ImportedFile(name: nil, result: .success(report))]
        }
        // The names of the files in a backup of iOS do not show their content.
        if let backup = try AppleFiles(backup: path) {
            let report = try await importFile(at: backup.database, of: backup, choices, importer, progress)
            return [ImportedFile(name: nil, result: .success(report))]
        }
        var files: [ImportedFile] = []
        let waiting = WaitingFiles()
        let importer = self.importer(waiting: waiting)
        for candidate in try ImportCandidates(in: path).all where !Task.isCancelled {
            do {
                files += try await importCandidate(candidate, in: path, choices, importer, progress)
            } catch let fault as ImportFault {
                files.append(ImportedFile(name: candidate.name, result: .failure(fault)))
            }
            // What the store has refused once, it refuses again.
            if case .success(let report)? = files.last?.result, case .store = report.ending { break }
            if waiting.isFull { try await importer.storeWaiting() }
        }
        try await importer.storeWaiting()
        guard !files.isEmpty else { throw ImportFault.emptyFolder }
        return files.map(waiting.settled)
    }

    private func importCandidate(
        _ candidate: ImportCandidates.Candidate, in folder: String, _ choices: ImportChoices,
        _ importer: MessageImporter, _ progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile] {
        switch candidate.content {
        case .file:
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + candidate.name
            return try await files(at: path, choices, importer, progress).map { file in
                let name = [candidate.name, file.name].compactMap { $0 }.joined(separator: "/")
                return ImportedFile(name: name, result: file.result)
            }
        case .backup(let files):
            let report = try await importFile(at: files.database, of: files, choices, importer, progress)
            return [ImportedFile(name: candidate.name, result: .success(report))]
        case .fault(let fault): throw fault
        }
    }

    private func importFile(
        at path: String, of backup: AppleFiles? = nil, _ choices: ImportChoices, _ importer: MessageImporter,
        _ progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> ImportReport {
        let rows = try await importer.rows()
        rows.contactKind = choices.isCorporate ? .corporate : .local
        let (source, size) =
            if let backup { try Self.source(backup, into: rows) } else {
                try await source(at: path, choices, importer, into: rows)
            }
        return try await importer.run(source) { await progress($0, size > 0 ? size : nil) }
    }

    private static func source(
        _ files: AppleFiles, into rows: ImportedRows
    ) throws(ImportFault) -> (any ImportSource, size: Int) {
        let source = try AppleSource(files, into: rows)
        return (source, source.size)
    }

    private func source(
        at path: String, _ choices: ImportChoices, _ importer: MessageImporter, into rows: ImportedRows
    ) async throws -> (any ImportSource, size: Int) {
        do {
            let file = try FileReader(path, takingStreams: true)
            switch try ImportFormat(of: file, named: path, isTable: choices.columns != nil) {
            case .backup:
                let file = try FileSource(path: path)
                let size = file.size
                return (try BackupSource(file, into: rows, in: choices.timeZone ?? timeZone), size)
            case .objects:
                let file = try FileReader(path)
                return (ObjectSource(ByteLines(file), into: rows, files: Self.files(beside: path)), file.status.size)
            case .android:
                let file = try FileReader(path)
                // An unpacked archive has the files of parts in a folder beside it.
                let folder = Folder.split(path).folder + "/data/"
                let source = AndroidSource(ByteLines(file), into: rows) { name in
                    guard name != "..", !name.contains("\0") else { return nil }
                    return try? FileReader(folder + name, followingLinks: false).bytes(limit: 1 << 28)
                }
                return (source, file.status.size)
            case .androidArchive where ChatArchive.text(in: path) != nil:
                let archive = try ChatArchive(path)
                return try chat(archive.messages, label: archive.label, choices, into: rows) { archive.data($0) }
            case .chat:
                return try chat(path, label: path, choices, into: rows, data: Self.files(beside: path))
            case .androidArchive:
                let archive = try AndroidArchive(path)
                let file = try FileReader(archive.messages)
                return (AndroidSource(ByteLines(file), into: rows) { archive.data($0) }, file.status.size)
            case .signal:
                let file = try FileReader(path)
                let files = SignalFiles(beside: path)
                return (
                    SignalSource(ByteLines(file), files: files, into: rows, notices: choices.notices), file.status.size
                )
            case .signalChat: return try signalChat(path, choices, into: rows)
            case .voice:
                let bytes = try FileReader(path).bytes(limit: VoiceSource.limit)
                return (VoiceSource(bytes, at: path, into: rows, in: choices.timeZone ?? timeZone), bytes.count)
            case .page: throw ImportFault.notBackup(root: "html")
            case .signalPage: throw ImportFault.signalPage(messages: SignalChatSource.name)
            case .sealed: throw ImportFault.sealed
            case .gammu:
                let bytes = try FileReader(path).bytes(limit: GammuSource.limit)
                return (GammuSource(bytes, into: rows, in: choices.timeZone ?? timeZone), bytes.count)
            case .appleDatabase: return try Self.source(AppleFiles(beside: path), into: rows)
            case .vCard:
                let bytes = try FileReader(path).bytes(limit: VCardSource.limit)
                return (VCardSource(bytes, into: rows), bytes.count)
            case .contactTable:
                let bytes = try FileReader(path).bytes(limit: ContactTable.limit)
                return (ContactTable(bytes, into: rows), bytes.count)
            case .legalTable: throw ImportFault.legalTable(sources: LegalFolder.File.sources)
            case .messageTable:
                // It looks which files of messages are there.
                try await importer.storeWaiting()
                return try await table(path, choices, into: rows)
            }
        } catch let fault as FileFault {
            throw ImportFault.unreadable(reason: fault.reason.number)
        } catch let fault as XMLFault {
            throw ImportFault(fault)
        }
    }

    /// The files beside one, by their names.
    private static func files(beside path: String) -> (String) -> [UInt8]? {
        let folder = Folder.split(path).folder + "/"
        return { name in
            guard !name.split(separator: "/").contains(".."), !name.contains("\0") else { return nil }
            return try? FileReader(folder + name, followingLinks: false).bytes(limit: 1 << 28)
        }
    }

    /// A table is read twice: only all of it tells the order of its dates, and who is in which conversation.
    private func table(
        _ path: String, _ choices: ImportChoices, into rows: ImportedRows
    ) async throws -> (any ImportSource, size: Int) {
        let zone = choices.timeZone ?? timeZone
        let file = try FileReader(path)
        let outline = try TableOutline(
            TableReader(TableText.lines(of: file)), choices, own: rows.own, in: zone)
        var kept: Set<String> = []
        for text in outline.digests {
            if let digest = Digest(text: text), try await dao.bytes(of: digest, owner: owner) != nil {
                kept.insert(text)
            }
        }
        let reader = TableRows(outline: outline, zone: zone, kept: kept, data: Self.files(beside: path))
        let table = TableReader(try TableText.lines(of: FileReader(path)))
        return (TableSource(table, reader, into: rows), file.status.size)
    }

    /// It is read twice: only all of it tells whether it is a group.
    private func signalChat(
        _ path: String, _ choices: ImportChoices, into rows: ImportedRows
    ) throws -> (any ImportSource, size: Int) {
        let speakers = try SignalChatSource.speakers(in: ByteLines(FileReader(path)))
        let file = try FileReader(path)
        let title = Folder.split(path).folder.split(separator: "/").last.map(String.init) ?? ""
        let source = SignalChatSource(
            ByteLines(file), title: title, speakers: speakers, into: rows, in: choices.timeZone ?? timeZone,
            data: Self.files(beside: path))
        return (source, file.status.size)
    }

    /// A chat is read twice: only all of it tells who the user is, and the order of its dates.
    private func chat(
        _ path: String, label: String, _ choices: ImportChoices, into rows: ImportedRows,
        data: @escaping (String) -> [UInt8]?
    ) throws -> (any ImportSource, size: Int) {
        let outline = try ChatOutline(ByteLines(FileReader(path)), label: ChatLabel(path: label), choices: choices)
        let file = try FileReader(path)
        return (
            ChatSource(ByteLines(file), outline, into: rows, in: choices.timeZone ?? timeZone, data: data),
            file.status.size
        )
    }
}
