// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumStores
import Foundation
public import GRDB
import Synchronization

/// One SQLite file in a folder of its own, with readers beside a single writer (write-ahead log), or a database in memory.
///
/// Write transactions are IMMEDIATE and wait up to five seconds for another process; a deferred one that reads before
/// it writes would fail at once under contention, whatever the timeout. A commit reaches the disk before it returns.
public final class SQLiteSystem: Sendable {
    /// “Atrm”: marks the file as ours (SQLite’s `application_id`, at offset 68 of the file).
    static let applicationID: Int32 = 0x4174_726D

    /// The database file.
    public let path: String
    /// Its name in faults.
    private let place: String
    /// Whether a commit waits for the disk.
    public var isDurable: Bool { medium == .durableFile }
    /// The folder of the file, in which a store may keep its other files.
    public var folder: String { (path as NSString).deletingLastPathComponent }

    /// The fault of a disk that takes no changes; `nil` for a store that was opened as usual.
    public let refusal: StoreFault?

    private let medium: SQLiteMedium
    private let writer: WriterConnection
    private let readers: ReaderPool
    /// The connection that holds the file; `nil` in memory, and for a file without a name.
    private let last: LastConnection?
    let feeds = ChangeFeeds()
    private let prepared = Mutex<[String: SQLiteSchema]>([:])
    private let foreignCommits: ForeignCommits
    private let keepsModes: Bool
    /// Whether an unfinished copy of another store may be opened here, to finish it.
    private let takesCopy: Bool
    private let companions = Mutex<[Companion]>([])
    private let busyTimeout = BusyTimeout()
    private let hasWritten = Atomic(false)
    /// The last transaction of a store in this process, with the states of the log before and after it.
    private let lastWrite = Mutex<(store: String, before: LogState, after: LogState)?>(nil)
    private let isClosed = Atomic(false)

    /// Opens the file, or makes it, with mode 0600 in a folder of mode 0700; an existing folder keeps its mode.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isDurable: Whether a commit waits for the disk; `false` only for a file that need not survive a crash of the
    ///     machine, such as a test’s. A crash of the process loses nothing either way.
    ///   - keepsModes: Whether an existing file, and those opened beside it, keep their modes: for an examination that
    ///     changes nothing.
    /// - Throws: `StoreFault`; a file that is not ours or is damaged is left untouched.
    public convenience init(path: String, isDurable: Bool = true, keepsModes: Bool = false) throws {
        try self.init(path: path, isDurable: isDurable, keepsModes: keepsModes, takesCopy: false)
    }

    /// Opens a file, and one on a full disk or one mounted read-only for reading.
    ///
    /// In the latter rows that need not last (see `SQLSchema`) are kept in memory, and other changes are refused.
    ///
    /// - Parameter path: The file.
    /// - Throws: As `init`.
    public static func opened(_ path: String) throws -> SQLiteSystem {
        do { return try SQLiteSystem(path: path) } catch let fault as StoreFault where fault.isOfWriting {
            guard FileStatus(path) != nil else { throw fault }
            do {
                try SQLiteFile(path: path).look(forWriting: false)
                let access = try SQLiteSnapshot(path: path).access
                return try SQLiteSystem(opening: path, in: .takenFile(access), refusal: fault)
            } catch { throw fault }
        }
    }

    /// The same for the copy of another store.
    ///
    /// - Parameter takesCopy: Whether the file may be an unfinished copy, which is to be finished.
    package convenience init(
        path: String, isDurable: Bool = true, keepsModes: Bool = false, takesCopy: Bool
    ) throws {
        do { try SQLiteFile(path: path).prepare(isDurable: isDurable, keepsModes: keepsModes) } catch {
            throw StoreFault(error, path: path)
        }
        try self.init(
            opening: path, in: isDurable ? .durableFile : .file, keepsModes: keepsModes, takesCopy: takesCopy)
    }

    /// A new database in memory, which is removed with this value and never written to the disk.
    ///
    /// Its size is that of the memory. Readers wait for a transaction in progress.
    ///
    /// - Throws: `StoreFault`.
    public static func inMemory() throws -> SQLiteSystem {
        // Connections of one process share a database of this VFS by its name, which begins with a slash.
        try SQLiteSystem(opening: "file:/\(UUID().uuidString)?vfs=memdb", in: .memory)
    }

    /// A new database in a file without a name, which is removed with this value, and with the process in any case.
    ///
    /// The file is in the operating system’s folder for temporary files; only the user may read it. Readers
    /// wait for writers.
    ///
    /// - Throws: `StoreFault`.
    public static func temporary() throws -> SQLiteSystem {
        // “Temporary Databases”, https://www.sqlite.org/inmemorydb.html
        try SQLiteSystem(opening: "", in: .unnamedFile)
    }

    /// The same with the present content of a file of this user, which takes no changes.
    ///
    /// - Parameter path: The file.
    /// - Throws: `StoreFault`.
    public static func temporary(copying path: String) throws -> SQLiteSystem {
        try SQLiteFile(path: path).look(forWriting: false)
        let (snapshot, system) = (try SQLiteSnapshot(path: path), try temporary())
        try system.writer.open().writeWithoutTransaction { try snapshot.copy(into: $0) }
        return system
    }

    /// Another system, which its users may have closed before.
    private struct Companion: Sendable {
        weak let system: SQLiteSystem?
    }

    /// Opens another file, which is closed with this one at the latest.
    ///
    /// - Throws: As `init`.
    public func openCompanion(at path: String) throws -> SQLiteSystem {
        let system = try SQLiteSystem(path: path, isDurable: isDurable, keepsModes: keepsModes)
        companions.withLock { companions in
            companions.removeAll { $0.system == nil }
            companions.append(Companion(system: system))
        }
        return system
    }

    private init(
        opening path: String, in medium: SQLiteMedium, keepsModes: Bool = false, takesCopy: Bool = false,
        refusal: StoreFault? = nil
    ) throws {
        self.path = path
        self.keepsModes = keepsModes
        self.takesCopy = takesCopy
        self.refusal = refusal
        let place = medium.place(of: path)
        self.place = place
        self.medium = medium
        let last = medium.hasLog ? try LastConnection(path: path, isDurable: medium == .durableFile) : nil
        let commits = ForeignCommits(last?.log)
        let writer = WriterConnection(
            path: path, named: place, in: medium, after: last, busyTimeout: busyTimeout, prepare: commits.begin)
        readers =
            medium.isSingle
            ? ReaderPool(sharing: try writer.open(), named: place) : ReaderPool(path: path, named: place)
        // Only the writer knows the commits of others if there is no log.
        if last?.log.state == nil { _ = try writer.open() }
        self.writer = writer
        self.last = last
        foreignCommits = commits
    }

    /// Brings the tables of a store up to date; the second call for the same store costs nothing.
    ///
    /// - Throws: `StoreFault.newer` when a newer version of the program has written them; `StoreFault.unfinished` for a copy
    ///   that is not whole.
    public func prepare(_ schema: SQLiteSchema) throws {
        guard !prepared.withLock({ $0[schema.name] != nil }) else { return }
        // Another process may be taking the same steps: then one of ours fails since it is done already, and the next
        // look finds it so. Each step is a transaction, so that nothing is half done.
        var left = schema.version + 1
        do {
            while true {
                let (found, isUnfinished) = try readers.read(schema.state(in:))
                guard takesCopy || !isUnfinished else {
                    throw try readers.read { try SystemMove.unfinished(SQLDatabase($0), at: place) }
                }
                guard found <= schema.version else {
                    throw StoreFault.newer(
                        path: place, schema: schema.name, found: String(found), known: String(schema.version))
                }
                guard found < schema.version else { break }
                hasWritten.store(true, ordering: .relaxed)
                let queue = try writer.open()
                do { try schema.migrator.migrate(queue) } catch  where left > 0 { left -= 1 }
            }
            if refusal != nil { try keepInMemory(schema.passing) }
        } catch {
            throw StoreFault(error, path: place)
        }
        prepared.withLock { $0[schema.name] = schema }
    }

    /// Copies tables to memory, where they hide those of the file: SQLite looks there first.
    private func keepInMemory(_ tables: [String]) throws {
        guard !tables.isEmpty else { return }
        try writer.open().writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            for table in tables {
                let sql = try String.fetchOne(
                    database, sql: "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?",
                    arguments: [table])
                guard let sql else { continue }
                // It begins with CREATE TABLE.
                try database.execute(sql: "CREATE TEMP" + sql.dropFirst("CREATE".count))
                try database.execute(sql: "INSERT INTO temp.\(table) SELECT * FROM main.\(table)")
            }
        }
    }

    /// The names of the stores that have been prepared.
    package var stores: Set<String> { prepared.withLock { Set($0.keys) } }

    /// The bytes of a new file with the tables of this one, all empty: many such files
    /// are made faster from one than each from its first step.
    ///
    /// - Parameter path: The temporary place of the file, in a folder that its caller removes.
    /// - Throws: `StoreFault`.
    package func emptyFile(at path: String) throws -> [UInt8] {
        let system = try SQLiteSystem(path: path, isDurable: false)
        for schema in prepared.withLock({ $0.values.sorted { $0.name < $1.name } }) { try system.prepare(schema) }
        system.close()
        do throws(FileFault) { return try FileReader(path).bytes(limit: 1 << 26) } catch {
            throw StoreFault.unreachable(path: path, reason: error.reason.number)
        }
    }

    /// Reads one consistent state, on the caller’s thread: for what an index answers in microseconds.
    ///
    /// - Throws: `StoreFault`, and the errors of `body`.
    public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let transaction { return try transaction.read(body) }
        return try readers.read(body)
    }

    /// Reads with a single statement, which is one consistent state by itself: half the cost of `read`, for data needed
    /// before every command.
    public func look<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let transaction { return try transaction.read(body) }
        return try readers.look(body)
    }

    /// A connection besides the writer’s, on which a transaction goes on from one write to the next.
    func makeWriter() -> WriterConnection {
        WriterConnection(
            path: path, named: place, in: medium, after: last, busyTimeout: BusyTimeout(), isOpenBetweenWrites: true
        ) { _ in }
    }

    /// Whether a transaction over several stores includes this file.
    var takesPart: Bool { last != nil }

    /// The part of the present task’s transaction in this file, if it has written here.
    private var transaction: SQLiteTransaction? { StoreTransaction.current?.participant(of: path) }

    /// The state of the file’s log; while it is the same, there was no commit.
    ///
    /// It shows whether data may have changed since it was read. It costs no system call.
    ///
    /// - Returns: `nil` if it cannot be read: then everything may have changed.
    public var state: LogState? { last?.log.state }

    /// The same; `nil` within a `StoreTransaction` too, which sees changes that are not committed.
    public var committedState: LogState? { StoreTransaction.current == nil ? state : nil }

    /// Changes data in one IMMEDIATE transaction on the writer’s queue, so that waiting for another process never
    /// blocks the caller’s thread.
    ///
    /// The first one opens the connection, on the caller’s thread.
    ///
    /// The permit of the present task is checked within the transaction: the end of a login is a transaction, too.
    ///
    /// - Parameters:
    ///   - store: The store whose rows alone are changed; `nil` if others may be.
    ///   - body: Changes them.
    /// - Throws: `StoreFault`, after which nothing of it was kept, except for `StoreFault.unsure`; errors of `body`.
    public func write<Result: Sendable>(
        of store: String? = nil, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        hasWritten.store(true, ordering: .relaxed)
        if let open = StoreTransaction.current {
            if last != nil {
                return try await open.participant(of: path) { SQLiteTransaction(self) }
                    .write(body)
            }
            open.noteLoneWrite()
        }
        let (permit, isHurried) = (WritePermit.current, Waiting.isOver)
        // Readers of a database without a log wait for its writer; but no other process has it.
        if last == nil { try permit?.check() }
        do {
            return try await writer.work { [self] database in
                let before = database.totalChangesCount
                var begun: LogState?
                let result = try busyTimeout.waiting(isHurried ? .short : .full) {
                    try transaction(database) { database in
                        begun = state
                        if last != nil { try permit?.check() }
                        return try body(database)
                    }
                }
                // Others may have committed since, but not as the next after that state, if this has written any page.
                if let store, let begun, database.totalChangesCount > before, let after = state,
                    after.change == begun.change &+ 1
                {
                    lastWrite.withLock { $0 = (store, begun, after) }
                }
                shortenLog(database, after: database.totalChangesCount - before)
                return result
            }
        } catch {
            throw StoreFault.translating(error, path: place)
        }
    }

    /// Whether a store’s rows may have changed from one state of the log to another; `false` if nothing was committed
    /// between them, or only one transaction of another store in this process.
    public func mayHaveChanged(_ store: String, from old: LogState, to new: LogState) -> Bool {
        guard old != new else { return false }
        return lastWrite.withLock { last in
            guard let last, (last.before, last.after) == (old, new) else { return true }
            return last.store == store
        }
    }

    /// Works on the writer’s connection, without a transaction around it.
    ///
    /// - Throws: `StoreFault`, and what the body throws.
    func withConnection<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        hasWritten.store(true, ordering: .relaxed)
        try WritePermit.current?.check()
        do {
            return try await writer.work { [place] database in
                do { return try body(database) } catch {
                    throw StoreFault.translating(error, path: place, in: database)
                }
            }
        } catch {
            throw StoreFault.translating(error, path: place)
        }
    }

    /// The same on the caller’s thread, which may wait.
    func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
        hasWritten.store(true, ordering: .relaxed)
        do { return try writer.open().writeWithoutTransaction(body) } catch {
            throw StoreFault.translating(error, path: place)
        }
    }

    private func transaction<Result>(_ database: Database, _ body: (Database) throws -> Result) throws -> Result {
        var isDone = false
        do {
            // As GRDB does it, but compiled once.
            try database.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
            let result = try body(database)
            isDone = true
            try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
            return result
        } catch {
            // Before anything else is done, which would be what the system tells of.
            let fault = StoreFault.translating(error, path: place, in: database, isCommit: isDone)
            if database.isInsideTransaction { try? database.rollback() }
            throw fault
        }
    }

    /// Shortens a long log, as far as it goes without waiting for others.
    private func shortenLog(_ database: Database, after rows: Int) {
        guard let length = state?.length else { return }
        // After a failure here the data is safe in the log.
        busyTimeout.waiting(.none) { try? LogLength.shorten(length, after: rows, in: database) }
    }

    /// Moves the write-ahead log into the file and empties it, so that no removed data can be read there.
    ///
    /// A reader in another process keeps the log from being emptied; the next call does it then.
    ///
    /// - Throws: `StoreFault`, of which `unsure` says that the log’s content was committed, and is still there or not.
    public func emptyLog() async throws {
        do {
            try await writer.open().writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        } catch let error as DatabaseError {
            throw StoreFault.unsure(path: place, code: error.extendedResultCode.rawValue)
        }
    }

    /// Writes the log back into the file, so that a copy of the one file has everything, and closes it.
    ///
    /// Nothing can be read or written afterwards, and closing it again does nothing. A mere reader writes nothing.
    public func close() {
        // SQLite does not check whether a connection is open before closing it.
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        for companion in companions.withLock({ $0 }) { companion.system?.close() }
        let queue = writer.end()
        readers.close()
        if hasWritten.load(ordering: .relaxed) {
            // As far as it goes without waiting for other processes, which do the rest when they close. After a failure
            // the data is safe in the log.
            _ = try? queue?.writeWithoutTransaction { try $0.checkpoint(.passive) }
        }
        // The last one of all processes removes the log; a writer knows whether that has to wait for the disk.
        last?.close()
        try? queue?.close()
    }

    /// The feed of the changes of one store on this system, made anywhere in this process.
    ///
    /// - Parameter store: Its name; always requested with the same kind of changes.
    public func feed<Change>(of store: String) -> ChangeFeed<Change> { feeds.feed(of: store) }

    /// Notifies every observer if another process has changed the file since the last call, or since it was opened.
    ///
    /// Costs less than a microsecond without commits, so an interactive program calls it several times a second.
    ///
    /// - Throws: `StoreFault` if the file cannot be read.
    public func noticeForeignChanges() async throws {
        do {
            if try await foreignCommits.look(from: { writer.opened }) { feeds.postUnknown() }
        } catch {
            throw StoreFault.translating(error, path: place)
        }
    }
}

extension SQLiteSystem {
    /// Copies the rows of a store’s tables in another system, as they are at one moment.
    ///
    /// The tables are empty here, and the other system’s are those of the same version. Writers there do not
    /// wait.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the tables’ names.
    ///   - index: A table that is left empty, with all others of this prefix.
    ///   - bytes: Columns that are left empty, by their tables.
    ///   - other: The system that has the rows.
    /// - Throws: `StoreFault`.
    public func takeTables(
        _ prefix: String, but index: String, leavingOut bytes: [String: String], of other: SQLiteSystem
    ) async throws {
        let path = other.path
        try await withConnection { database in
            // Not in a transaction, in which nothing can be attached.
            try database.execute(sql: "ATTACH DATABASE ? AS other", arguments: [path])
            defer { try? database.execute(sql: "DETACH DATABASE other") }
            try database.inTransaction {
                let tables = try String.fetchAll(
                    database,
                    sql: """
                        SELECT name FROM main.sqlite_schema
                        WHERE type = 'table' AND name GLOB ? || '*' AND NOT name GLOB ? || '*'
                        """, arguments: [prefix, index])
                for table in tables { try Self.take(table, leavingOut: bytes[table], in: database) }
                return .commit
            }
        }
    }

    private static func take(_ table: String, leavingOut bytes: String?, in database: Database) throws {
        // Without those that SQLite makes of the others.
        let columns = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
        let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM pragma_table_xinfo(?)", arguments: [table])
        guard bytes != nil || columns.count != all else {
            // Said so, SQLite copies the rows as they are, and the indices with them.
            return try database.execute(sql: "INSERT INTO main.\(table) SELECT * FROM other.\(table)")
        }
        let values = columns.map { $0 == bytes ? "x''" : $0 }
        try database.execute(
            sql: """
                INSERT INTO main.\(table)(\(columns.joined(separator: ", ")))
                SELECT \(values.joined(separator: ", ")) FROM other.\(table)
                """)
    }
}

extension SQLiteSystem {
    /// Reads a file as it is: neither its tables nor its mode change.
    ///
    /// - Throws: `StoreFault`, for instance for a foreign file, and the errors of `body`.
    public static func look<Result>(at path: String, _ body: (Database) throws -> Result) throws -> Result {
        try SQLiteFile(path: path).look()
        let readers = ReaderPool(path: path)
        defer { readers.close() }
        return try readers.read(body)
    }
}
