import SMSLogStore
import Session
import XMLReader

/// Imports a file of SMS Backup & Restore, of any size in constant memory.
///
/// While one batch is being stored the next one is read. A batch is one transaction: what an import has stored when it
/// is cancelled or its file breaks off stays stored.
struct BackupImporter {
    /// How many messages, and how many bytes of text, go into one transaction at most, give or take a chunk of the file.
    private static let batch = (messages: 8192, bytes: 4 << 20)

    let dao: any MessageDAO
    let owner: UserID

    /// Imports from a source of bytes; `progress` is told how many of them were read, after each batch.
    ///
    /// - Throws: `ImportFault` when there was not one message before the fault, `StoreFault`.
    func run(
        _ source: sending any ByteSource, progress: @Sendable (_ bytes: Int) async -> Void
    ) async throws -> ImportReport {
        let handler = BackupReader()
        let reader = try Self.translating { try XMLReader(source: source) }
        var saved = (added: 0, duplicates: 0)
        var ending: ImportReport.Ending?
        var storing: Task<[Int?], any Error>?

        func settle() async throws {
            guard let numbers = try await storing?.value else { return }
            storing = nil
            let added = numbers.count { $0 != nil }
            saved.added += added
            saved.duplicates += numbers.count - added
            await progress(reader.bytesRead)
        }
        func store() async throws {
            try await settle()
            let drafts = handler.take()
            guard !drafts.isEmpty else { return }
            // A task of its own: what is being stored is not undone by a cancellation.
            storing = Task { [dao, owner] in try await dao.save(drafts, of: owner, skippingKnown: true) }
        }

        do {
            while try Self.translating({ try reader.step(handler) }) {
                guard handler.drafts.count >= Self.batch.messages || handler.weight >= Self.batch.bytes else {
                    continue
                }
                guard !Task.isCancelled else { break }
                try await store()
            }
            if Task.isCancelled { ending = .cancelled }
        } catch let fault as ImportFault {
            guard handler.report.refusedCount > 0 || !handler.drafts.isEmpty || storing != nil else { throw fault }
            ending = .fault(fault)
        }
        if ending != .cancelled { try await store() }
        try await settle()

        var report = handler.report
        report.added = saved.added
        report.duplicates = saved.duplicates
        report.bytes = reader.bytesRead
        report.replacedCharacters = reader.repairs.replacedReferences + reader.repairs.replacedCharacters
        report.ending = ending
        return report
    }

    private static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let fault as XMLFault { throw ImportFault(fault) }
    }
}
