// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogStore
import Session
import Stores

/// Stores what a file of messages has, as it is read.
///
/// While one batch is being stored the next one is read. A batch is one transaction: what an import has stored when it
/// is cancelled or its file breaks off stays stored. Between two batches others may write.
struct MessageImporter {
    /// How often a batch is tried while others hold the lock; the store waits each time before it gives up.
    private static let attempts = 3

    let dao: any MessageDAO
    let owner: UserID
    let clock: any WallClock
    /// Whether the bytes of parts are stored; a copy that nobody wants back can do without.
    var isKeepingBytes = true

    /// What is to be filled by a source, with what is known before.
    func rows() async throws -> ImportedRows { ImportedRows(own: try await dao.ownAddresses(of: owner)) }

    /// Imports what a source reads; `progress` is told how many bytes of it were read, after each batch.
    ///
    /// - Throws: `ImportFault` when there was nothing before the fault; `StoreFault` when nothing was stored.
    func run(
        _ source: any ImportSource, progress: @Sendable (_ bytes: Int) async -> Void
    ) async throws -> ImportReport {
        let rows = source.rows
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
            await progress(source.bytesRead)
        }
        func store() async throws {
            try await settle()
            if case .store = ending { return }
            guard !rows.isEmpty else { return }
            // Without a gap an import would have the lock again before another process has looked for it.
            if let lastEnd, pace.isPauseDue {
                let left = BatchPace.pause - (clock.elapsed - lastEnd)
                if left > .zero { try? await Task.sleep(for: left) }
                pace.paused()
            }
            let merge = rows.take(outside: matched)
            // A task of its own: what is being stored is not undone by a cancellation.
            storing = Task { try await save(merge) }
        }

        do {
            while await isReady(source), try source.step() {
                guard rows.drafts.count >= pace.messages || rows.weight >= BatchPace.bytes else { continue }
                guard !Task.isCancelled else { break }
                try await store()
                if ending != nil { break }
            }
            if Task.isCancelled, ending == nil { ending = .cancelled }
        } catch let fault as ImportFault {
            if let first = source.firstFault, saved.batches == 0, storing == nil { throw first }
            let isNothing = rows.report.refusedCount == 0 && rows.isEmpty && storing == nil
            guard !isNothing || saved.batches > 0 else { throw fault }
            ending = .fault(fault)
        }
        if ending != .cancelled { try await store() }
        try await settle()

        var report = rows.report
        report.saved = saved
        report.bytes = source.bytesRead
        report.line = source.line
        report.replacedCharacters = source.replacedCharacters
        report.ending = ending
        return report
    }

    /// Waits for a pipe; false where the import is cancelled meanwhile.
    private func isReady(_ source: any ImportSource) async -> Bool {
        do { try await source.ready() } catch { return false }
        return true
    }

    private func save(_ merge: MessageMerge) async throws -> StoredBatch {
        var attempt = 1
        while true {
            do {
                let start = clock.elapsed
                let merged = try await dao.merge(isKeepingBytes ? merge : merge.withoutBytes, of: owner)
                return StoredBatch(
                    rows: SavedRows(merge.drafts, merged), matched: merged.matched, start: start, end: clock.elapsed)
            } catch StoreFault.busy where attempt < Self.attempts {
                attempt += 1
            }
        }
    }
}

extension MessageMerge {
    /// The same with nothing in place of the bytes of parts.
    fileprivate var withoutBytes: MessageMerge {
        let drafts = drafts.map { draft in
            var draft = draft
            draft.data = draft.data.mapValues { _ in [] }
            return draft
        }
        return MessageMerge(drafts: drafts, contacts: contacts, people: people, own: own, matched: matched)
    }
}
