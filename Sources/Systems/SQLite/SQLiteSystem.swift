import Foundation
import GRDB
import Synchronization

/// One SQLite file in a folder of its own, with readers beside a single writer (write-ahead log).
///
/// Write transactions are IMMEDIATE and wait up to five seconds for another process; a deferred one that reads before
/// it writes would fail at once under contention, whatever the timeout. A commit reaches the disk before it returns.
public final class SQLiteSystem: Sendable {
    /// “Atrm”: marks the file as ours (SQLite’s `application_id`, at offset 68 of the file).
    static let applicationID: Int32 = 0x4174_726D

    /// The database file.
    public let path: String
    /// The folder that holds it, where a store may keep its other files.
    public var folder: String { (path as NSString).deletingLastPathComponent }

    private let pool: DatabasePool
    private let feed = ChangeFeed()
    private let prepared = Mutex<[String: SQLiteSchema]>([:])
    private let foreignChanges = Mutex<Int64?>(nil)

    /// Opens the file, or makes it, with mode 0600 in a folder of mode 0700.
    ///
    /// - Parameter isDurable: Whether a commit waits for the disk; false only for a file that nobody wants back after a
    ///   crash of the machine, such as a test’s. A crash of the process loses nothing either way.
    /// - Throws: `SystemFault`; a file that is not ours or is damaged is left untouched.
    public init(path: String, isDurable: Bool = true) throws {
        self.path = path
        do {
            try SQLiteFile(path: path).prepare()
            var configuration = Configuration()
            // Five seconds in all, looking often: SQLite’s own waiting sleeps up to 100 ms between looks, and misses the
            // short gaps that another process’s import leaves.
            configuration.busyMode = .callback { tries in
                usleep(5000)
                return tries < 1000
            }
            configuration.label = "atrium"
            configuration.maximumReaderCount = 3
            if !isDurable {
                // Before GRDB sets up the log, which it does with several waits for the disk.
                configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
            }
            pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                // GRDB’s NORMAL would lose acknowledged notes in a power cut.
                try database.execute(sql: "PRAGMA synchronous = \(isDurable ? "FULL" : "OFF")")
                // What was removed is overwritten with zeros; not every build of SQLite does so by itself.
                try database.execute(sql: "PRAGMA secure_delete = ON")
                if try Int32.fetchOne(database, sql: "PRAGMA application_id") == 0 {
                    try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
                }
            }
        } catch {
            throw SystemFault(error, path: path)
        }
        let feed = feed
        pool.add(transactionObserver: CommitObserver { feed.post($0) }, extent: .databaseLifetime)
    }

    /// Brings the tables of a store up to date; the second call for the same store costs nothing.
    ///
    /// - Throws: `SystemFault.newer` when a newer version of the program has written them.
    package func prepare(_ schema: SQLiteSchema) throws {
        guard !prepared.withLock({ $0[schema.name] != nil }) else { return }
        // Another process may be taking the same steps: then one of ours fails since it is done already, and the next
        // look finds it so. Each step is a transaction, so that nothing is half done.
        var left = schema.version + 1
        do {
            while true {
                let found = try pool.read(schema.version(in:))
                guard found <= schema.version else {
                    throw SystemFault.newer(
                        path: path, schema: schema.name, found: String(found), known: String(schema.version))
                }
                guard found < schema.version else { break }
                do { try schema.migrator.migrate(pool) } catch  where left > 0 { left -= 1 }
            }
        } catch {
            throw SystemFault(error, path: path)
        }
        prepared.withLock { $0[schema.name] = schema }
    }

    /// The names of the stores that have been prepared.
    package var stores: Set<String> { prepared.withLock { Set($0.keys) } }

    /// The bytes of a new file with the tables that this one has been asked for, and nothing in them: many such files
    /// are made faster from one than each from its first step.
    ///
    /// - Parameter path: where the file is made meanwhile, in a folder that its caller removes.
    /// - Throws: `SystemFault`.
    package func emptyFile(at path: String) throws -> [UInt8] {
        let system = try SQLiteSystem(path: path, isDurable: false)
        for schema in prepared.withLock({ $0.values.sorted { $0.name < $1.name } }) { try system.prepare(schema) }
        do {
            try system.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try system.pool.close()
            return try Array(Data(contentsOf: URL(filePath: path)))
        } catch {
            throw SystemFault(error, path: path)
        }
    }

    /// Reads one consistent state, on the caller’s thread: for what an index answers in microseconds.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do { return try pool.read(body) } catch { throw SystemFault.translating(error, path: path) }
    }

    /// Reads with a single statement, which is one consistent state by itself: half the cost of `read`, for what is asked
    /// before every command.
    package func look<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do { return try pool.unsafeRead(body) } catch { throw SystemFault.translating(error, path: path) }
    }

    /// Changes data in one IMMEDIATE transaction on the writer’s queue, so that waiting for another process never
    /// blocks the caller’s thread.
    package func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        do { return try await pool.write(body) } catch { throw SystemFault.translating(error, path: path) }
    }

    /// Moves the write-ahead log into the file and empties it, so that nothing removed can be read there.
    ///
    /// Another process that reads at the moment keeps the log from being emptied; the next call does it then.
    package func emptyLog() async throws {
        do {
            try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        } catch {
            throw SystemFault.translating(error, path: path)
        }
    }

    /// Writes the log back into the file, so that whoever copies the one file has everything, and closes it.
    ///
    /// Nothing can be read or written afterwards.
    public func close() {
        // As far as it goes without waiting for other processes, who do the rest when they close. What fails here is
        // safe in the log.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
        try? pool.close()
    }

    func changes(of tables: Set<String>) -> AsyncStream<Void> { feed.changes(of: tables) }

    /// Tells every observer when another process has changed the file since the last call.
    ///
    /// SQLite tells nobody of other processes’ commits; `PRAGMA data_version` of a connection changes with them.
    /// Costs a few microseconds, so an interactive program calls it several times a second.
    public func noticeForeignChanges() async throws {
        let version: Int64?
        do {
            version = try await pool.writeWithoutTransaction { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
        } catch {
            throw SystemFault.translating(error, path: path)
        }
        let changed = foreignChanges.withLock { last in
            defer { last = version }
            return last != nil && last != version
        }
        if changed { feed.post(nil) }
    }
}
