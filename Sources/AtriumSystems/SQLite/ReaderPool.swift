// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Read-only connections, made when they are first needed.
///
/// GRDB’s own pool writes to the file whenever it is opened, and closes its readers last, which keeps SQLite from
/// removing the log: only a connection with write access can do that.
final class ReaderPool: Sendable {
    private static let limit = 3

    private let path: String
    private let name: String
    private let configuration: Configuration
    /// Whether the connection belongs to the writer.
    private let isSharing: Bool
    private let free: DispatchSemaphore
    private let idle: Mutex<[DatabaseQueue]>

    /// - Parameters:
    ///   - path: A file in write-ahead mode that a connection with write access has open.
    ///   - name: The name in faults; `nil` for its path.
    init(path: String, named name: String? = nil) {
        self.path = path
        self.name = name ?? path
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "sqlite.reader"
        // Readers wait only for processes that make or remove the log.
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = false
        // GRDB receives each column that a statement reads, for observers, which readers lack; that takes as long as
        // SQLite takes to compile the statement.
        configuration.prepareDatabase { sqlite3_set_authorizer($0.sqliteConnection, nil, nil) }
        self.configuration = configuration
        isSharing = false
        free = DispatchSemaphore(value: Self.limit)
        idle = Mutex([])
    }

    /// Reads on the writer’s connection, the only one that a database can have.
    init(sharing writer: DatabaseQueue, named name: String) {
        path = writer.path
        self.name = name
        configuration = writer.configuration
        isSharing = true
        free = DispatchSemaphore(value: 1)
        idle = Mutex([writer])
    }

    /// Reads one consistent state, while others write, on the caller’s thread.
    ///
    /// It works on one state as GRDB’s own `read` does, but that the statements around it are compiled once.
    ///
    /// - Throws: `StoreFault`, and what the body throws.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try look { database in
            try database.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
            defer {
                // Nothing was written: the transaction ends the same way, however the work went.
                try? database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
                if database.isInsideTransaction { try? database.rollback() }
            }
            return try body(database)
        }
    }

    /// Reads with a single statement, without a transaction around it.
    ///
    /// - Throws: `StoreFault`, and what the body throws.
    func look<Result>(_ body: (Database) throws -> Result) throws -> Result {
        free.wait()
        defer { free.signal() }
        do {
            let reader = try idle.withLock { $0.popLast() } ?? DatabaseQueue(path: path, configuration: configuration)
            defer { idle.withLock { $0.append(reader) } }
            return try reader.unsafeRead { database in
                do { return try body(database) } catch {
                    throw StoreFault.translating(error, path: name, in: database)
                }
            }
        } catch {
            throw StoreFault.translating(error, path: name)
        }
    }

    /// Closes the connections, none of which is in use, except the writer’s.
    ///
    /// They stay here: GRDB’s objects take longer to free than a command takes, and the program mostly ends with this.
    func close() {
        guard !isSharing else { return }
        for reader in idle.withLock({ $0 }) { try? reader.close() }
    }
}
