// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import GRDB

/// The part of a `StoreTransaction` in a SQLite file: a connection of its own, since other tasks go on with the writer’s.
final class SQLiteTransaction: TransactionParticipant {
    private let system: SQLiteSystem
    private let queue: DatabaseQueue

    /// - Throws: `StoreFault`.
    init(_ system: SQLiteSystem) throws {
        self.system = system
        var configuration = Configuration()
        configuration.label = "sqlite.transaction"
        configuration.busyMode = .timeout(Double(BusyTimeout.length) / 1000)
        // It is left open between one write and the next.
        configuration.allowsUnsafeTransactions = true
        do {
            queue = try DatabaseQueue(path: system.path, configuration: configuration)
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = \(system.isDurable ? "FULL" : "OFF")")
                try database.execute(sql: "PRAGMA secure_delete = ON")
            }
        } catch {
            throw StoreFault(error, path: system.path)
        }
    }

    /// Changes data; if `body` throws, nothing of this write is left.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        let permit = WritePermit.current
        do {
            return try await queue.writeWithoutTransaction { [path = system.path] database in
                do {
                    if !database.isInsideTransaction { try database.beginTransaction(.immediate) }
                    try permit?.check()
                    var result: Result?
                    try database.inSavepoint {
                        result = try body(database)
                        return .commit
                    }
                    guard let result else { throw CancellationError() }
                    return result
                } catch {
                    throw StoreFault.translating(error, path: path, in: database)
                }
            }
        } catch {
            throw StoreFault.translating(error, path: system.path)
        }
    }

    /// Reads what the transaction has written.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do { return try queue.writeWithoutTransaction(body) } catch {
            throw StoreFault.translating(error, path: system.path)
        }
    }

    func commit() async throws {
        do {
            try await queue.writeWithoutTransaction { [path = system.path] database in
                guard database.isInsideTransaction else { return }
                do { try database.commit() } catch {
                    throw StoreFault.translating(error, path: path, in: database, isCommit: true)
                }
            }
        } catch {
            throw StoreFault.translating(error, path: system.path)
        }
        try? queue.close()
        system.feeds.postUnknown()
        // The log still has the pages as they were; it is emptied again with the next write that erases.
        try? await system.emptyLog()
    }

    func rollBack() async {
        // Closing does it, also for a task that was cancelled.
        try? queue.close()
    }
}
