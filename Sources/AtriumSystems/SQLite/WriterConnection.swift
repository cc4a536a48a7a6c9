// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// The only connection of a database that writes, opened when it is first needed: most commands only read.
final class WriterConnection: Sendable {
    private enum State {
        case unopened
        case open(DatabaseQueue)
        case closed

        var queue: DatabaseQueue? { if case .open(let queue) = self { queue } else { nil } }
    }

    private let path: String
    private let place: String
    private let medium: SQLiteMedium
    private let last: LastConnection?
    private let configuration: Configuration
    private let prepare: @Sendable (Database) throws -> Void
    private let state = Mutex(State.unopened)

    /// - Parameters:
    ///   - path: The file, or SQLite’s address of a database in memory.
    ///   - place: The name in faults.
    ///   - last: The connection that holds the file.
    ///   - isOpenBetweenWrites: Whether a transaction may go on from one write to the next.
    ///   - prepare: Called with the connection before anything is written.
    init(
        path: String, named place: String, in medium: SQLiteMedium, after last: LastConnection?,
        busyTimeout: BusyTimeout, isOpenBetweenWrites: Bool = false,
        prepare: @escaping @Sendable (Database) throws -> Void
    ) {
        self.path = path
        self.place = place
        self.medium = medium
        self.last = last
        self.prepare = prepare
        var configuration = Configuration()
        configuration.busyMode = .callback(busyTimeout.goesOn)
        configuration.label = "sqlite.writer"
        configuration.allowsUnsafeTransactions = isOpenBetweenWrites
        configuration.readonly = !medium.access.isWritable
        configuration.prepareDatabase { database in
            for statement in medium.access.preparation { try database.execute(sql: statement) }
        }
        self.configuration = configuration
    }

    /// The connection; `nil` before its first use.
    var opened: DatabaseQueue? { state.withLock { $0.queue } }

    /// The connection, which is opened by the first call.
    ///
    /// - Throws: `StoreFault`; the next call tries again.
    func open() throws -> DatabaseQueue {
        try state.withLock { state in
            switch state {
            case .open(let queue): return queue
            case .closed: throw StoreFault.other(path: place, code: ResultCode.SQLITE_MISUSE.rawValue)
            case .unopened:
                let queue = try make()
                state = .open(queue)
                return queue
            }
        }
    }

    private func make() throws -> DatabaseQueue {
        // GRDB would recreate a missing file.
        try checkPlace()
        do {
            let queue = try DatabaseQueue(path: medium.access.place(of: path), configuration: configuration)
            try queue.writeWithoutTransaction { database in
                do {
                    // A commit that does not wait for the disk would lose acknowledged notes in a power cut.
                    try database.execute(sql: "PRAGMA synchronous = \(medium == .durableFile ? "FULL" : "OFF")")
                    if medium == .unnamedFile || medium == .memory {
                        try database.execute(sql: "PRAGMA journal_mode = MEMORY")
                    }
                    if medium == .memory { try SQLiteMedium.keepInMemory(database) }
                    try LogLength.limit(database)
                    // Removed data is overwritten with zeros; not every build of SQLite does so by itself.
                    try database.execute(sql: "PRAGMA secure_delete = ON")
                    try prepare(database)
                } catch {
                    throw StoreFault.translating(error, path: place, in: database)
                }
            }
            return queue
        } catch {
            throw StoreFault(error, path: place)
        }
    }

    /// Works on the connection, on its queue.
    ///
    /// - Throws: As `open`; `StoreFault.moved`; the errors of `body`.
    func work<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await open().writeWithoutTransaction { [self] database in
            try checkPlace()
            return try body(database)
        }
    }

    /// Refuses to write if the path now leads to another file, or to none: the data would be lost there.
    ///
    /// - Throws: `StoreFault.moved`.
    private func checkPlace() throws {
        guard last?.hasMoved != true else { throw StoreFault.moved(path: place) }
    }

    /// Releases the connection.
    ///
    /// - Returns: The connection to close.
    func end() -> DatabaseQueue? {
        state.withLock { state in
            defer { state = .closed }
            return state.queue
        }
    }
}

/// The connection that holds a file from the first moment to the last: SQLite removes the log when the last connection
/// with write access is closed.
///
/// It reads no table, and so takes a tenth of the time of one that does.
final class LastConnection: Sendable {
    private let connection: Mutex<BareConnection?>
    /// The state of the file’s log.
    let log: LogIndex

    /// Opens an existing file, and gives it a write-ahead log if it has none.
    ///
    /// - Parameter isDurable: Whether that has reached the disk when this returns.
    /// - Throws: `StoreFault`.
    init(path: String, isDurable: Bool) throws {
        let connection = try BareConnection(
            place: path, path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, patience: BusyTimeout.length)
        // Setting the mode looks at the schema, and is done once.
        if try connection.logIndex() == nil {
            if !isDurable { try connection.execute("PRAGMA synchronous = OFF") }
            try connection.execute("PRAGMA journal_mode = WAL")
        }
        guard let index = try connection.logIndex() else { throw StoreFault.notWritable(path) }
        log = LogIndex(at: index)
        self.connection = Mutex(connection)
    }

    /// Whether the path now leads to another file, or to none; `false` once all is closed.
    var hasMoved: Bool { connection.withLock { $0?.hasMoved ?? false } }

    func close() {
        log.close()
        connection.withLock {
            $0?.close()
            $0 = nil
        }
    }
}

/// The time that a writer waits for another process.
///
/// Five seconds in all, looking often: SQLite’s own waiting sleeps up to 100 ms between looks, and misses the short gaps
/// that another process’s import leaves.
final class BusyTimeout: Sendable {
    /// In milliseconds.
    static let length = Patience.full.rawValue
    private static let pause: Int32 = 5

    private let patience = Atomic(Patience.full.rawValue)

    /// The time that a writer waits, in milliseconds.
    enum Patience: Int32 {
        case full = 5000
        /// For work that can be done later as well: long enough for the small write of another process.
        case short = 200
        case none = 0
    }

    /// Waits a moment more; SQLite calls it with how often it has waited already.
    ///
    /// - Returns: whether to look again.
    @Sendable
    func goesOn(_ tries: Int) -> Bool {
        let most = patience.load(ordering: .relaxed) / Self.pause
        guard most > 0 else { return false }
        usleep(UInt32(Self.pause) * 1000)
        return tries < most
    }

    /// Runs `body`, waiting for the locks of others for so long.
    func waiting<Result>(_ patience: Patience, _ body: () throws -> Result) rethrows -> Result {
        self.patience.store(patience.rawValue, ordering: .relaxed)
        defer { self.patience.store(Patience.full.rawValue, ordering: .relaxed) }
        return try body()
    }
}
