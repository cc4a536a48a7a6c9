// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogStore
import Session
import Stores
import XMLReader

/// Imports a file of SMS Backup & Restore, of any size in constant memory.
///
/// While one batch is being stored the next one is read. A batch is one transaction: what an import has stored when it
/// is cancelled or its file breaks off stays stored. Between two batches others may write.
struct BackupImporter {
    /// How often a batch is tried while others hold the lock; the store waits each time before it gives up.
    private static let attempts = 3

    let dao: any MessageDAO
    let owner: UserID
    let clock: any WallClock
    /// Whether nothing is stored, but only told what would be.
    var isCheck = false

    /// Imports from a source of bytes; `progress` is told how many of them were read, after each batch.
    ///
    /// - Throws: `ImportFault` when there was not one message before the fault; `StoreFault` when not one was stored.
    func run(
        _ source: sending any ByteSource, progress: @Sendable (_ bytes: Int) async -> Void
    ) async throws -> ImportReport {
        let handler = BackupReader(own: try await dao.ownAddresses(of: owner))
        let reader = try Self.translating {
            try XMLReader(source: source, rows: ["sms", "mms", "call"], root: "smses")
        }
        var pace = BatchPace()
        var saved = SavedRows()
        var matched = MatchedMessages()
        var ending: ImportReport.Ending?
        var storing: Task<StoredBatch, any Error>?
        var lastEnd: Duration?

        func settle() async throws {
            guard let task = storing else { return }
            storing = nil
            do {
                let batch = try await task.value
                saved.add(batch.rows)
                matched = batch.matched
                pace.stored(batch.rows.count, in: batch.end - batch.start)
                lastEnd = batch.end
            } catch let fault as StoreFault where saved.batches > 0 {
                ending = .store(fault)
            }
            await progress(reader.bytesRead)
        }
        func store() async throws {
            try await settle()
            if case .store = ending { return }
            guard !handler.drafts.isEmpty else { return }
            // Without a gap an import would have the lock again before another process has looked for it.
            if let lastEnd {
                let left = BatchPace.pause - (clock.elapsed - lastEnd)
                if left > .zero { try? await Task.sleep(for: left) }
            }
            let drafts = handler.take()
            // A task of its own: what is being stored is not undone by a cancellation.
            storing = Task { [matched, own = handler.own] in try await save(drafts, matched, own) }
        }

        do {
            while await isReady(reader), try Self.translating({ try reader.step(handler) }) {
                guard handler.drafts.count >= pace.messages || handler.weight >= BatchPace.bytes else { continue }
                guard !Task.isCancelled else { break }
                try await store()
                if ending != nil { break }
            }
            if Task.isCancelled, ending == nil { ending = .cancelled }
        } catch let fault as ImportFault {
            if let first = handler.faultBeforeRoot, saved.batches == 0, storing == nil { throw ImportFault(first) }
            let isNothing = handler.report.refusedCount == 0 && handler.drafts.isEmpty && storing == nil
            guard !isNothing || saved.batches > 0 else { throw fault }
            ending = .fault(fault)
        }
        if ending != .cancelled { try await store() }
        try await settle()

        var report = handler.report
        report.saved = saved
        report.bytes = reader.bytesRead
        report.line = reader.currentLine
        report.replacedCharacters = reader.repairs.replacedReferences + reader.repairs.replacedCharacters
        report.ending = ending
        return report
    }

    /// Waits for a pipe; false where the import is cancelled meanwhile.
    private func isReady(_ reader: XMLReader) async -> Bool {
        do { try await reader.ready() } catch { return false }
        return true
    }

    private func save(
        _ drafts: [MessageDraft], _ matched: MatchedMessages, _ own: Set<Address>
    ) async throws -> StoredBatch {
        var attempt = 1
        while true {
            do {
                let start = clock.elapsed
                let merged =
                    isCheck
                    ? try await dao.check(drafts, of: owner, matched: matched, own: own)
                    : try await dao.merge(drafts, of: owner, matched: matched, own: own)
                return StoredBatch(
                    rows: SavedRows(drafts, merged), matched: merged.matched, start: start, end: clock.elapsed)
            } catch StoreFault.busy where attempt < Self.attempts {
                attempt += 1
            }
        }
    }

    private static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let fault as XMLFault { throw ImportFault(fault) }
    }
}
