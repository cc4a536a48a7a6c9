// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores

/// The result of importing one file.
package struct ImportedFile: Sendable {
    /// The name of the file within the folder; `nil` if it was the only one.
    package let name: String?
    /// The report, or the fault that prevented the import.
    package let result: Result<ImportReport, ImportFault>

    package init(name: String?, result: Result<ImportReport, ImportFault>) {
        self.name = name
        self.result = result
    }
}

/// Reads the messages of a file or folder of any program.
package protocol MessageSource: Sendable {
    /// Reads the files at a path, and gives their rows to the importer.
    ///
    /// - Parameter progress: Called with the number of bytes read so far, and the total if it is known.
    /// - Throws: `ImportFault` when the only file holds nothing, `StoreFault`.
    func read(
        _ path: String, into importer: MessageImporter, progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile]
}

/// Messages from files.
extension SMSLogService {
    /// Imports the files at a path, off the caller’s actor.
    ///
    /// Cancelling the task stops it after the batch that is being stored; the report says so.
    ///
    /// - Parameters:
    ///   - source: Reads the files.
    ///   - progress: Called with the number of bytes read so far, and the total if it is known.
    /// - Throws: `ImportFault` when the only file holds nothing, `StoreFault`.
    @concurrent
    package func importFiles(
        at path: String, by source: any MessageSource,
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile] {
        let importer = MessageImporter(
            store: store, clock: clock, isKeepingBytes: !isTrial, timeZone: timeZone)
        let files = try await source.read(path, into: importer, progress: progress)
        // In steps, so that other transactions can run between them. All messages are stored, so a fault is ignored.
        var isMore = !isTrial && ImportTotal(files).saved.added >= BatchPace.range.lowerBound
        while isMore, !Task.isCancelled { isMore = (try? await store.write { try $0.tidy() }) == true }
        return files
    }
}
