// SPDX-License-Identifier: GPL-3.0-or-later

import Exchange
import Files
import SMSLogLogic
import Session
import XMLReader

/// The formats of this module as what an import reads from.
struct AnyMessages: MessageSource {
    let choices: ImportChoices

    func read(
        _ path: String, into importer: MessageImporter, in zone: Zone,
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile] {
        try await ImportWalk(choices: choices, zone: zone).files(at: path, importer, progress)
    }
}

/// Reads a file, or each file of a folder and of those within it that may be one.
struct ImportWalk {
    typealias Progress = @Sendable (_ bytes: Int, _ total: Int?) async -> Void

    let choices: ImportChoices
    /// The user’s time zone.
    let zone: Zone

    func files(
        at path: String, _ importer: MessageImporter, _ progress: Progress
    ) async throws -> [ImportedFile] {
        guard FileStatus(path, followingLinks: true)?.kind == .folder else {
            if let unpacked = try await UnpackedArchive.ofMessages(path) {
                // What is in front of it in a folder comes first.
                try await importer.storeWaiting()
                do {
                    let files = try await files(at: unpacked.place, importer, progress)
                    withExtendedLifetime(unpacked) {}
                    // Its files may have told more of them.
                    importer.waiting?.own = nil
                    return files
                } catch ImportFault.emptyFolder { throw ImportFault.archiveWithoutMessages }
            }
            let report = try await importFile(at: path, importer, progress)
            return [ImportedFile(name: nil, result: .success(report))]
        }
        // The names of the files in it may not show their content.
        if let folder = try ImportCandidates.source(ofFolder: path) {
            let report = try await importFolder(folder, importer, progress)
            return [ImportedFile(name: nil, result: .success(report))]
        }
        var files: [ImportedFile] = []
        let waiting = WaitingFiles()
        let importer = importer.waiting(waiting)
        for candidate in try ImportCandidates(in: path).all where !Task.isCancelled {
            do {
                files += try await importCandidate(candidate, in: path, importer, progress)
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
        _ candidate: ImportCandidates.Candidate, in folder: String, _ importer: MessageImporter, _ progress: Progress
    ) async throws -> [ImportedFile] {
        switch candidate.content {
        case .file:
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + candidate.name
            return try await files(at: path, importer, progress).map { file in
                let name = [candidate.name, file.name].compactMap { $0 }.joined(separator: "/")
                return ImportedFile(name: name, result: file.result)
            }
        case .folder(let folder):
            let report = try await importFolder(folder, importer, progress)
            return [ImportedFile(name: candidate.name, result: .success(report))]
        case .fault(let fault): throw fault
        }
    }

    private func rows(_ importer: MessageImporter) async throws -> ImportedRows {
        let rows = try await importer.rows()
        rows.contactKind = choices.isCorporate ? .corporate : .local
        return rows
    }

    private func importFolder(
        _ folder: any FolderSource, _ importer: MessageImporter, _ progress: Progress
    ) async throws -> ImportReport {
        let (source, size) = try folder.source(into: try await rows(importer))
        return try await importer.run(source) { await progress($0, size > 0 ? size : nil) }
    }

    private func importFile(
        at path: String, _ importer: MessageImporter, _ progress: Progress
    ) async throws -> ImportReport {
        let context = ImportContext(
            rows: try await rows(importer), choices: choices, zone: choices.timeZone ?? zone, importer: importer)
        let (source, size) = try await source(at: path, in: context)
        return try await importer.run(source) { await progress($0, size > 0 ? size : nil) }
    }

    private func source(at path: String, in context: ImportContext) async throws -> (any ImportSource, size: Int) {
        do {
            let file = try SniffedFile(
                FileReader(path, takingStreams: true), at: path, isTable: choices.columns != nil)
            guard let format = file.format else { throw ImportFault.unknownJSON }
            return try await format.source(of: path, in: context)
        } catch let fault as FileFault {
            throw ImportFault.unreadable(reason: fault.reason.number)
        } catch let fault as XMLFault {
            throw ImportFault(fault)
        }
    }
}
