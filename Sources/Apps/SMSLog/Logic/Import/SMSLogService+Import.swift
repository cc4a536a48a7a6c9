// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
import SMSLogDomain
import SMSLogStore
import Session
import Stores
import XMLReader

/// What became of one file of an import.
package struct ImportedFile: Sendable {
    /// The name of the file within the folder; nil where it was the only one.
    package let name: String?
    /// What was done, or why nothing was.
    package let result: Result<ImportReport, ImportFault>
}

/// Messages from files.
extension SMSLogService {
    /// Imports a file, or each file of a folder that may be one, by name, off the caller’s actor.
    ///
    /// Cancelling the task stops it after the batch that is being stored; the report says so.
    ///
    /// - Parameters:
    ///   - isCheck: Whether nothing is stored, but only told what would be.
    ///   - choices: What somebody says of the files that they do not tell.
    ///   - progress: is told how many bytes have been read, and how many there are if that is known.
    /// - Throws: `ImportFault` when the only file holds nothing, `StoreFault`.
    @concurrent
    package func importFiles(
        at path: String, isCheck: Bool = false, choices: ImportChoices = ImportChoices(),
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile] {
        guard FileStatus(path, followingLinks: true)?.kind == .folder else {
            let report = try await importFile(at: path, isCheck: isCheck, choices: choices, progress: progress)
            return [ImportedFile(name: nil, result: .success(report))]
        }
        // What a backup of iOS has does not show by the names of its files.
        if let backup = try AppleFiles(backup: path) {
            let report = try await importFile(
                at: backup.database, of: backup, isCheck: isCheck, choices: choices, progress: progress)
            return [ImportedFile(name: nil, result: .success(report))]
        }
        var files: [ImportedFile] = []
        for name in try Self.candidates(in: path) where !Task.isCancelled {
            let result: Result<ImportReport, ImportFault>
            do {
                let file = path + (path.hasSuffix("/") ? "" : "/") + name
                result = .success(
                    try await importFile(at: file, isCheck: isCheck, choices: choices, progress: progress))
            } catch let fault as ImportFault {
                result = .failure(fault)
            }
            files.append(ImportedFile(name: name, result: result))
            // What the store has refused once, it refuses again.
            if case .success(let report) = result, case .store = report.ending { break }
        }
        guard !files.isEmpty else { throw ImportFault.emptyFolder }
        return files
    }

    /// The files of a folder that may be meant: in the order of their names, which in backups is that of their days.
    private static func candidates(in path: String) throws(ImportFault) -> [String] {
        do throws(FileFault) {
            let names = try Folder.names(in: path).filter(ImportFormat.isCandidate).sorted()
            // Cards beside a chat are files of its messages, and nobody’s contacts.
            guard names.contains(where: { ChatLabel.isText($0) }) else { return names }
            return names.filter { !["vcf", "vcard"].contains($0.split(separator: ".").last?.lowercased() ?? "") }
        } catch {
            throw .unreadable(reason: error.reason.number)
        }
    }

    private func importFile(
        at path: String, of backup: AppleFiles? = nil, isCheck: Bool, choices: ImportChoices,
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> ImportReport {
        let importer = MessageImporter(dao: dao, owner: owner, clock: clock, isCheck: isCheck)
        let rows = try await importer.rows()
        let (source, size) = try backup.map { try Self.source($0, into: rows) } ?? source(at: path, choices, into: rows)
        return try await importer.run(source) { await progress($0, size > 0 ? size : nil) }
    }

    private static func source(
        _ files: AppleFiles, into rows: ImportedRows
    ) throws(ImportFault) -> (any ImportSource, size: Int) {
        let source = try AppleSource(files, into: rows)
        return (source, source.size)
    }

    private func source(
        at path: String, _ choices: ImportChoices, into rows: ImportedRows
    ) throws(ImportFault) -> (any ImportSource, size: Int) {
        do {
            switch try ImportFormat(of: FileReader(path, takingStreams: true)) {
            case .backup:
                let file = try FileSource(path: path)
                let size = file.size
                return (try BackupSource(file, into: rows), size)
            case .objects:
                let file = try FileReader(path)
                return (ObjectSource(ByteLines(file), into: rows), file.status.size)
            case .android:
                let file = try FileReader(path)
                // An archive that somebody has unpacked has the files of parts in a folder beside.
                let folder = Folder.split(path).folder + "/data/"
                let source = AndroidSource(ByteLines(file), into: rows) { name in
                    guard name != "..", !name.contains("\0") else { return nil }
                    return try? FileReader(folder + name, followingLinks: false).bytes(limit: 1 << 28)
                }
                return (source, file.status.size)
            case .androidArchive where ChatArchive.isChat(path):
                let archive = try ChatArchive(path)
                return try chat(archive.messages, label: archive.label, choices, into: rows) { archive.data($0) }
            case .chat:
                let folder = Folder.split(path).folder + "/"
                return try chat(path, label: path, choices, into: rows) { name in
                    try? FileReader(folder + name, followingLinks: false).bytes(limit: 1 << 28)
                }
            case .androidArchive:
                let archive = try AndroidArchive(path)
                let file = try FileReader(archive.messages ?? path)
                return (AndroidSource(ByteLines(file), into: rows) { archive.data($0) }, file.status.size)
            case .sealed: throw ImportFault.sealed
            case .gammu:
                let bytes = try FileReader(path).bytes(limit: GammuSource.limit)
                return (GammuSource(bytes, into: rows, in: timeZone), bytes.count)
            case .appleDatabase: return try Self.source(AppleFiles(beside: path), into: rows)
            case .vCard:
                let bytes = try FileReader(path).bytes(limit: VCardSource.limit)
                return (VCardSource(bytes, into: rows), bytes.count)
            case .contactTable:
                let bytes = try FileReader(path).bytes(limit: ContactTable.limit)
                return (ContactTable(bytes, into: rows), bytes.count)
            }
        } catch let fault as FileFault {
            throw .unreadable(reason: fault.reason.number)
        } catch let fault as XMLFault {
            throw ImportFault(fault)
        } catch let fault as ImportFault {
            throw fault
        } catch {
            throw .unreadable(reason: EIO)
        }
    }

    /// A chat is read twice: only all of it tells who the user is, and the order of its dates.
    private func chat(
        _ path: String, label: String, _ choices: ImportChoices, into rows: ImportedRows,
        data: @escaping (String) -> [UInt8]?
    ) throws -> (any ImportSource, size: Int) {
        let outline = try ChatOutline(ByteLines(FileReader(path)), label: ChatLabel(path: label), choices: choices)
        let file = try FileReader(path)
        return (ChatSource(ByteLines(file), outline, into: rows, in: timeZone, data: data), file.status.size)
    }
}
