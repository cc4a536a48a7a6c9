// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import GRDB

/// The part of a `StoreTransaction` in a SQLite file: a connection of its own, since other tasks go on with the writer’s.
final class SQLiteTransaction: TransactionParticipant {
    private let system: SQLiteSystem
    private let writer: WriterConnection

    init(_ system: SQLiteSystem) {
        self.system = system
        writer = system.makeWriter()
    }

    /// Changes data; if `body` throws, nothing of this write is left.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        let permit = WritePermit.current
        return try await work { database in
            if !database.isInsideTransaction { try database.beginTransaction(.immediate) }
            try permit?.check()
            var result: Result?
            try database.inSavepoint {
                result = try body(database)
                return .commit
            }
            guard let result else { throw CancellationError() }
            return result
        }
    }

    /// Reads what the transaction has written.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do { return try writer.open().writeWithoutTransaction(body) } catch {
            throw StoreFault.translating(error, path: system.path)
        }
    }

    func commit() async throws {
        try await work(isCommit: true) { if $0.isInsideTransaction { try $0.commit() } }
        close()
        system.feeds.postUnknown()
        // The log still has the pages as they were; it is emptied again with the next write that erases.
        try? await system.emptyLog()
    }

    // Closing does it, also for a task that was cancelled.
    func rollBack() async { close() }

    private func work<Result: Sendable>(
        isCommit: Bool = false, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        do {
            return try await writer.work { [path = system.path] database in
                do { return try body(database) } catch {
                    throw StoreFault.translating(error, path: path, in: database, isCommit: isCommit)
                }
            }
        } catch {
            throw StoreFault.translating(error, path: system.path)
        }
    }

    private func close() { try? writer.end()?.close() }
}
