// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumXMLReader
import SMSLogLogic

/// The formats of this module: reads a file, or each file of a folder and of those within it that may be one.
struct AnyMessages: MessageSource {
    typealias Progress = @Sendable (_ bytes: Int, _ total: Int?) async -> Void

    let choices: ImportChoices

    func read(
        _ path: String, into importer: MessageImporter, progress: Progress
    ) async throws -> [ImportedFile] {
        guard FileStatus(path, followingLinks: true)?.kind == .folder else {
            if let unpacked = try await UnpackedArchive.ofMessages(path) {
                // The files in front of it in a folder come first.
                try await importer.storeWaiting()
                do {
                    let files = try await read(unpacked.place, into: importer, progress: progress)
                    withExtendedLifetime(unpacked) {}
                    // Its files may have told more of them.
                    importer.waiting?.own = nil
                    return files
                        + unpacked.leftOut.map {
                            ImportedFile(name: nil, result: .failure(.outsideArchive(path: $0)))
                        }
                } catch ImportFault.emptyFolder { throw ImportFault.archiveWithoutMessages }
            }
            return [try await importFile(at: path, importer, progress)]
        }
        // A folder within an archive in a folder is one import.
        let read = FilesBeside.read ?? ReadFiles()
        return try await FilesBeside.$read.withValue(read) {
            try await readFolder(path, into: importer, read, progress)
        }
    }

    private func readFolder(
        _ path: String, into importer: MessageImporter, _ read: ReadFiles, _ progress: Progress
    ) async throws -> [ImportedFile] {
        // The names of the files in it may not show their content.
        if let folder = try ImportCandidates.source(ofFolder: path) {
            return [try await importFolder(folder, importer, progress)]
        }
        var files: [ImportedFile] = []
        let waiting = WaitingFiles()
        let importer = importer.waiting(waiting)
        let candidates = try ImportCandidates(in: path)
        for candidate in candidates.all where !Task.isCancelled {
            do {
                files += try await importCandidate(candidate, in: path, importer, progress)
            } catch let fault as ImportFault {
                files.append(ImportedFile(name: candidate.name, result: .failure(fault)))
            }
            // A store that has refused once refuses again.
            if case .success(let report)? = files.last?.result, case .store = report.ending { break }
            if waiting.isFull { try await importer.storeWaiting() }
        }
        try await importer.storeWaiting()
        guard !files.isEmpty else { throw ImportFault.emptyFolder }
        let left = candidates.left.filter { !read.contains(path + "/" + $0) }
        if !left.isEmpty, !Task.isCancelled {
            files.append(ImportedFile(name: nil, result: .failure(.withoutMessages(left.sorted()))))
        }
        return files.map(waiting.settled)
    }

    private func importCandidate(
        _ candidate: ImportCandidates.Candidate, in folder: String, _ importer: MessageImporter, _ progress: Progress
    ) async throws -> [ImportedFile] {
        switch candidate.content {
        case .file:
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + candidate.name
            return try await read(path, into: importer, progress: progress).map { file in
                let name = [candidate.name, file.name].compactMap { $0 }.joined(separator: "/")
                return ImportedFile(name: name, result: file.result)
            }
        case .folder(let folder):
            let file = try await importFolder(folder, importer, progress)
            return [ImportedFile(name: candidate.name, result: file.result)]
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
    ) async throws -> ImportedFile {
        try await imported(from: folder.source(into: try await rows(importer)), importer, progress)
    }

    private func importFile(
        at path: String, _ importer: MessageImporter, _ progress: Progress
    ) async throws -> ImportedFile {
        let context = ImportContext(
            rows: try await rows(importer), choices: choices, zone: choices.timeZone ?? importer.timeZone,
            importer: importer)
        do {
            let file = try SniffedFile(
                FileReader(path, takingStreams: true), at: path, isTable: choices.columns != nil)
            guard !file.isBlank else { throw ImportFault.empty }
            guard let format = file.format else { throw ImportFault.unknownJSON }
            let source = try await format.source(of: path, in: context)
            return try await imported(from: source, importer, progress)
        } catch let fault as FileFault {
            throw ImportFault.unreadable(reason: fault.reason.number)
        } catch let fault as XMLFault {
            throw ImportFault(fault)
        }
    }

    private func imported(
        from opened: (source: any ImportSource, size: Int), _ importer: MessageImporter, _ progress: Progress
    ) async throws -> ImportedFile {
        let size = opened.size > 0 ? opened.size : nil
        let report = try await importer.run(opened.source) { await progress($0, size) }
        return ImportedFile(name: nil, result: .success(report))
    }
}
