// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
public import AtriumSession
public import AtriumStores
import Foundation
import Synchronization

/// A database on a PostgreSQL server, which processes on several machines share.
///
/// Transactions that write are READ COMMITTED, and begin with the owner’s row of `atrium_change`, which holds up other
/// writers of the same rows until the end: rules that read before they write hold, and owners do not wait for each other.
/// SERIALIZABLE would try two of five again when several write, and `ON CONFLICT` alone knows no rule but uniqueness.
/// The same row counts the changes, by which other processes notice them.
///
/// A transaction has a key of its own, written with it. If the connection is lost while it is committed, the key says
/// whether it was kept: see `settle(_:)`. The server’s own number of a transaction (`pg_xact_status`) is another one’s
/// after a failover.
public final class PostgreSQLSystem: Sendable {
    /// The owner in whose name a transaction sees all rows.
    public static let allOwners = UserID(rawValue: -1)

    /// The address, as the user wrote it.
    package let address: String
    /// The address without a password, for faults.
    public let place: String
    /// The passwords of the address, and the parts that a fault of libpq may name.
    let secrets: [String]
    /// The folder on this machine for what is not in the database, such as a kept login.
    public let folder: String
    /// The schema of the tables.
    public let schema: String
    let makesTables: Bool
    /// Whether an unfinished copy of another store may be opened here, to finish it.
    let takesCopy: Bool
    /// Names this process among those of all machines.
    let holder = "\(ProcessInfo.processInfo.processIdentifier) \(UUID().uuidString)"

    private let hosts: PostgreSQLHosts
    private let pool: PostgreSQLPool
    private let open: @Sendable () throws -> PostgreSQLConnection
    /// Whether it is a companion, whose connections know no logins.
    let isCompanion: Bool
    let dialect = SQLDialect()
    /// The connection for questions that wait on the caller’s thread, one at a time.
    let lookup: PostgreSQLLookup
    private let looker = PostgreSQLThread()
    /// The connection for changes that wait on the caller’s thread.
    private let change: PostgreSQLLookup
    let prepared = Mutex<[String: SQLSchema]>([:])
    let feeds = ChangeFeeds()
    let known = Mutex(Known())
    private let companions = Mutex<[String: PostgreSQLSystem]>([:])

    /// The changes that are known of.
    struct Known {
        /// The sum of the numbers of changes; `nil` before the first look.
        var sum: Int64?
        /// The transactions of this process.
        var own: Int64 = 0
        /// The transactions of this process at the last look.
        var ownThen: Int64 = 0
        var isOnline = true
        /// Whether the role has the rows of one user alone.
        var isForOneUser = false
    }

    /// A database at an address of libpq’s; nothing is asked of the server yet.
    ///
    /// - Parameters:
    ///   - address: The address of the database, such as `postgres://host/name`.
    ///   - folder: The folder on this machine for what is not in the database.
    ///   - schema: The schema of the tables.
    ///   - makesTables: Whether to make missing tables, which is otherwise a fault.
    public convenience init(
        _ address: String, folder: String, schema: String = "atrium", makesTables: Bool = false
    ) {
        self.init(address, folder: folder, schema: schema, makesTables: makesTables) { _ in }
    }

    /// The same for the copy of another store, which makes missing tables, and may find an unfinished copy.
    package convenience init(copyAt address: String, folder: String, schema: String = "atrium") {
        self.init(address, folder: folder, schema: schema, makesTables: true, takesCopy: true) { _ in }
    }

    /// The same, with hosts that another database may share, and as the companion of the one in the schema `home`; `observe`
    /// sees each new connection.
    init(
        _ address: String, folder: String, schema: String = "atrium", makesTables: Bool = false,
        takesCopy: Bool = false, hosts: PostgreSQLHosts = PostgreSQLHosts(), of home: String? = nil,
        observe: @escaping @Sendable (PostgreSQLConnection) -> Void
    ) {
        self.address = address
        self.folder = folder
        self.schema = schema
        self.makesTables = makesTables
        self.takesCopy = takesCopy
        self.hosts = hosts
        self.home = home ?? schema
        isCompanion = home != nil
        let shown = ServerAddress(address)
        (place, secrets) = (shown.place, shown.secrets)
        let backOff = BackOff()
        open = {
            try backOff.trying {
                let connection = try PostgreSQLConnection(
                    address, settings: Self.settings(schema: schema), hosts: hosts)
                observe(connection)
                return connection
            }
        }
        pool = PostgreSQLPool(open)
        change = PostgreSQLLookup(open)
        // Its questions are of one statement each, before which nothing is to be set.
        lookup = PostgreSQLLookup { [open] in
            let connection = try open()
            let setting = Self.ownerSetting(Self.allOwners, isLocal: false)
            // Read at once: a statement that fails takes back what was sent together with it.
            _ = try connection.rows(setting.sql, setting.values)
            return connection
        }
    }

    /// Whether an address is a server’s.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    private static func settings(schema: String) -> [(name: String, value: String)] {
        [
            ("search_path", schema), ("statement_timeout", "'60s'"), ("lock_timeout", "'5s'"),
            // A connection that is gone must not hold up others.
            ("idle_in_transaction_session_timeout", "'60s'"),
            // A commit that is acknowledged is on the disk.
            ("synchronous_commit", "on"), ("standard_conforming_strings", "on"), ("bytea_output", "hex"),
            // To start helpers, or to compile a statement, takes longer than the few rows that are wanted.
            ("max_parallel_workers_per_gather", "0"), ("jit", "off"),
        ]
    }

    /// The same database with tables of its own in another schema, closed with this one at the latest.
    public func companion(_ name: String) -> PostgreSQLSystem {
        companions.withLock { companions in
            if let companion = companions[name] { return companion }
            let companion = PostgreSQLSystem(
                address, folder: folder, schema: "\(schema)_\(name)", makesTables: makesTables, hosts: hosts,
                of: schema
            ) { _ in }
            companions[name] = companion
            return companion
        }
    }

    /// Whether the role of the address has the rows of one user alone, as far as tables have been prepared.
    public var isForOneUser: Bool { known.withLock { $0.isForOneUser } }

    /// The schema of the database that this is a companion of, or its own: that has the roles.
    let home: String

    /// The tables of the stores that have been opened here.
    var schemas: [SQLSchema] { prepared.withLock { $0.values.sorted { $0.name < $1.name } } }

    /// The databases beside this one that have been opened, by name.
    var opened: [(key: String, value: PostgreSQLSystem)] {
        companions.withLock { $0.filter { !$0.value.schemas.isEmpty }.sorted { $0.key < $1.key } }
    }

    /// Removes the tables of this database, and those of its companions, and closes it.
    ///
    /// - Throws: `StoreFault`.
    package func discard() async throws {
        for companion in companions.withLock({ Array($0.values) }) { try await companion.discard() }
        _ = try await transaction { [schema] in try $0.rows("DROP SCHEMA IF EXISTS \(schema) CASCADE").count }
        close()
    }

    /// Closes all connections.
    public func close() {
        for companion in companions.withLock({ $0.values }) { companion.close() }
        pool.close()
        lookup.close()
        change.close()
    }

    /// The feed of the changes of one store on this system, made anywhere in this process.
    ///
    /// - Parameter store: Its name; always requested with the same kind of changes.
    public func feed<Change>(of store: String) -> ChangeFeed<Change> { feeds.feed(of: store) }
}

/// Keeps a server that cannot be reached from being asked again at once.
private final class BackOff: Sendable {
    private struct Failure {
        let fault: PostgreSQLFault
        let pause: Duration
        let end: ContinuousClock.Instant
    }

    private static let (first, longest) = (Duration.milliseconds(100), Duration.seconds(1))
    private let last = Mutex<Failure?>(nil)

    /// Connects, or throws the last fault if that was a moment ago.
    func trying(_ connect: () throws -> PostgreSQLConnection) throws -> PostgreSQLConnection {
        let failure = last.withLock { $0 }
        if let failure, failure.end > .now { throw failure.fault }
        do {
            let connection = try connect()
            last.withLock { $0 = nil }
            return connection
        } catch let fault as PostgreSQLFault {
            let pause = failure.map { min($0.pause * 2, Self.longest) } ?? Self.first
            last.withLock { $0 = Failure(fault: fault, pause: pause, end: .now + pause) }
            throw fault
        }
    }
}

// MARK: - Transactions

/// A transaction on a server.
final class PostgreSQLTransaction {
    let connection: PostgreSQLConnection
    let place: String
    /// Whether the role has the rows of one user alone.
    let isForOneUser: Bool
    private let dialect: SQLDialect

    init(_ connection: PostgreSQLConnection, of system: PostgreSQLSystem) {
        self.connection = connection
        place = system.place
        isForOneUser = system.isForOneUser
        dialect = system.dialect
    }

    func statement(_ sql: String) -> ServerSQL { dialect.statement(sql) }

    func rows(_ sql: ServerSQL, _ arguments: SQLArguments) throws -> PostgreSQLResult {
        try connection.rows(sql.text, sql.values(arguments.postgreSQL))
    }
}

extension PostgreSQLSystem {
    /// Reads one consistent state of an owner’s rows.
    ///
    /// A lost connection is made anew once: nothing was changed.
    ///
    /// - Throws: `StoreFault`; the errors of `body`.
    public func read<Result: Sendable>(
        of owner: UserID, _ body: @Sendable (SQLDatabase) throws -> Result
    ) async throws -> Result {
        if let transaction: PostgreSQLWholeTransaction = StoreTransaction.current?.participant(of: participantName) {
            return try await transaction.read(of: owner, body)
        }
        return try await translating {
            try await pool.work { [self] connection in
                do { return try read(of: owner, on: connection, body) } catch PostgreSQLFault.lost {
                    return try read(of: owner, on: reopened(connection), body)
                }
            }
        }
    }

    /// Runs one statement on the rows of all owners, on the caller’s thread: for what has to be known before every command.
    ///
    /// It sees one state by itself, and costs no transaction around it.
    public func look<Result>(_ body: (SQLDatabase) throws -> Result) throws -> Result {
        do {
            return try lookup.work { connection, isLent in
                // A transaction that lends its connection may have to wait for another writer.
                connection.patience = isLent ? nil : Self.patience
                defer { connection.patience = nil }
                return try body(SQLDatabase(PostgreSQLTransaction(connection, of: self)))
            }
        } catch {
            throw fault(error)
        }
    }

    /// The time that a look has: a user waits for it.
    private static let patience = Duration.seconds(5)

    /// The same on a thread of its own: a silent server, and one that is to be found again, take seconds.
    public func lookAside<Result: Sendable>(_ body: @Sendable (SQLDatabase) throws -> Result) async throws -> Result {
        try await looker.work { try look(body) }
    }

    /// Reads one consistent state of the rows of all owners, on the caller’s thread.
    func reading<Result>(_ body: (SQLDatabase) throws -> Result) throws -> Result {
        do {
            return try lookup.work { try read(of: Self.allOwners, on: $0, body) }
        } catch {
            throw fault(error)
        }
    }

    /// Changes the rows of all owners in one transaction, on the caller’s thread.
    func writing(_ body: (SQLDatabase) throws -> Void) throws {
        do {
            try change.work { connection in
                try connection.inTransaction {
                    try setOwner(Self.allOwners, on: connection)
                    try body(SQLDatabase(PostgreSQLTransaction(connection, of: self)))
                }
            }
        } catch {
            throw fault(error)
        }
    }

    private func reopened(_ connection: PostgreSQLConnection) throws -> PostgreSQLConnection {
        try connection.reopen()
        return connection
    }

    private func read<Result>(
        of owner: UserID, on connection: PostgreSQLConnection, _ body: (SQLDatabase) throws -> Result
    ) throws -> Result {
        try connection.inTransaction(isReading: true) {
            try setOwner(owner, on: connection)
            return try body(SQLDatabase(PostgreSQLTransaction(connection, of: self)))
        }
    }

    private func setOwner(_ owner: UserID, on connection: PostgreSQLConnection) throws {
        let setting = Self.ownerSetting(owner, isLocal: true)
        try connection.send(setting.sql, setting.values)
    }

    /// The statement that sets whose rows are visible, for a transaction or for a connection, and its values.
    private static func ownerSetting(_ owner: UserID, isLocal: Bool) -> (sql: String, values: [PostgreSQLValue]) {
        let (first, last) = owner == allOwners ? (0, OwnerSetting.highest) : (owner.rawValue, owner.rawValue)
        let sql = """
            SELECT set_config('\(OwnerSetting.first)', $1, \(isLocal)), set_config('\(OwnerSetting.last)', $2, \(isLocal))
            """
        return (sql, [.text(String(first)), .text(String(last))])
    }

    /// Changes an owner’s rows in one transaction.
    ///
    /// If the connection is lost before all is done, or the transaction turns out not to be kept, it is run once more.
    ///
    /// - Parameters:
    ///   - store: The store’s name, whose changes are counted.
    ///   - owner: The owner of the rows; `allOwners` for all rows.
    ///   - body: Changes the rows; may be called twice.
    /// - Throws: `StoreFault`, after which nothing of it was kept, except for `.unsure` and `.unconfirmed`; errors of `body`.
    public func write<Result: Sendable>(
        _ store: String, of owner: UserID, _ body: @escaping @Sendable (SQLDatabase) throws -> Result
    ) async throws -> Result {
        if let open = StoreTransaction.current {
            return try await open.participant(of: participantName) { PostgreSQLWholeTransaction(self) }
                .write(store, of: owner, body)
        }
        let (leave, isHurried) = (WriteLeave(), Waiting.isOver)
        return try await translating {
            try await pool.work { [self] connection in
                var isSecond = false
                while true {
                    let key = UUID()
                    do {
                        try connection.begin(isReading: false)
                        if isHurried { try connection.send("SET LOCAL lock_timeout = '200ms'") }
                        try Self.note(key, on: connection)
                        let result = try change(store, of: owner, on: connection, leave, isAlone: true, body)
                        try commit(key, on: connection)
                        known.withLock { $0.own += 1 }
                        return result
                    } catch PostgreSQLFault.lost where !isSecond && !Task.isCancelled {
                        isSecond = true
                        try connection.reopen()
                    } catch {
                        connection.rollback()
                        throw error
                    }
                }
            }
        }
    }

    /// The permit and the lease of a task that writes.
    private struct WriteLeave: Sendable {
        let permit = WritePermit.current
        let lease = PostgreSQLLease.current

        func check(on connection: PostgreSQLConnection, at place: String) throws {
            try permit?.check()
            if permit?.isForRecord != true { try lease?.check(on: connection, at: place) }
        }
    }

    /// Changes an owner’s rows, and counts that, in a transaction that has begun.
    ///
    /// - Parameter isAlone: Whether the transaction has changed nothing else.
    private func change<Result>(
        _ store: String, of owner: UserID, on connection: PostgreSQLConnection, _ leave: WriteLeave, isAlone: Bool,
        _ body: (SQLDatabase) throws -> Result
    ) throws -> Result {
        try setOwner(owner, on: connection)
        try count(store, owner, on: connection)
        if isAlone, !isCompanion {
            // Together with what was sent: the server looks at it once the wait for other writers is over.
            try lookup.lending(connection) { try leave.check(on: connection, at: place) }
        } else {
            // The login may have ended in this transaction.
            try connection.settle()
            try leave.check(on: connection, at: place)
        }
        return try body(SQLDatabase(PostgreSQLTransaction(connection, of: self)))
    }

    private var participantName: String { "\(address) \(schema)" }

    /// The part of a `StoreTransaction` on a server: a connection of its own.
    private final class PostgreSQLWholeTransaction: TransactionParticipant {
        private struct State {
            /// The connection on which it has begun; another one has nothing of it.
            var connection: ObjectIdentifier?
            var writes: Int64 = 0
        }

        private let system: PostgreSQLSystem
        private let worker: PostgreSQLWorker
        private let key = UUID()
        private let state = Mutex(State())

        init(_ system: PostgreSQLSystem) {
            self.system = system
            worker = PostgreSQLWorker(system.open)
        }

        func write<Result: Sendable>(
            _ store: String, of owner: UserID, _ body: @escaping @Sendable (SQLDatabase) throws -> Result
        ) async throws -> Result {
            let leave = WriteLeave()
            return try await work { [system] connection in
                try connection.send("SAVEPOINT atrium_part")
                do {
                    let result = try system.change(
                        store, of: owner, on: connection, leave, isAlone: false, body)
                    try connection.send("RELEASE SAVEPOINT atrium_part")
                    self.state.withLock { $0.writes += 1 }
                    return result
                } catch PostgreSQLFault.lost {
                    throw PostgreSQLFault.lost
                } catch {
                    try connection.send("ROLLBACK TO SAVEPOINT atrium_part")
                    throw error
                }
            }
        }

        func read<Result: Sendable>(
            of owner: UserID, _ body: @Sendable (SQLDatabase) throws -> Result
        ) async throws -> Result {
            try await work { [system] connection in
                try system.setOwner(owner, on: connection)
                return try body(SQLDatabase(PostgreSQLTransaction(connection, of: system)))
            }
        }

        private func work<Result: Sendable>(
            _ body: @Sendable (PostgreSQLConnection) throws -> Result
        ) async throws -> Result {
            try await system.translating {
                try await worker.work { connection in
                    let begun = self.state.withLock { $0.connection }
                    if begun == nil {
                        try connection.begin(isReading: false)
                        try PostgreSQLSystem.note(self.key, on: connection)
                        self.state.withLock { $0.connection = ObjectIdentifier(connection) }
                    } else if begun != ObjectIdentifier(connection) {
                        throw PostgreSQLFault.lost
                    }
                    return try body(connection)
                }
            }
        }

        func commit() async throws {
            try await work { [system, key] connection in
                try system.commit(key, on: connection)
                system.known.withLock { $0.own += self.state.withLock { $0.writes } }
            }
            await worker.close()
            system.feeds.postUnknown()
        }

        // The server takes back what a connection has not committed.
        func rollBack() async { await worker.close() }
    }

    /// Runs a short transaction without an owner’s rows; if its answer is lost, once more.
    ///
    /// - Parameter body: Has the same effect if it is repeated after its transaction was kept.
    func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Result
    ) async throws -> Result {
        try await translating {
            try await pool.work { connection in
                do {
                    return try connection.inTransaction { try body(connection) }
                } catch PostgreSQLFault.lost, PostgreSQLFault.unknownOutcome, PostgreSQLFault.unconfirmed {
                    do {
                        try connection.reopen()
                        return try connection.inTransaction { try body(connection) }
                    } catch PostgreSQLFault.unknownOutcome, PostgreSQLFault.unconfirmed {
                        // The user has nothing to look for.
                        throw PostgreSQLFault.lost
                    }
                }
            }
        }
    }

    /// Counts a change, and waits for others who write an owner’s rows of a store.
    private func count(_ store: String, _ owner: UserID, on connection: PostgreSQLConnection) throws {
        try connection.send(
            """
            INSERT INTO atrium_change (store, owner, number) VALUES ($1, $2, 1)
            ON CONFLICT (store, owner) DO UPDATE SET number = atrium_change.number + 1
            """, [.text(store), .integer(owner.rawValue)])
    }

    /// Waits some seconds for a lock that one process of all machines has at a time, on a connection of its own.
    public func turn(_ lock: Int64) async throws -> PostgreSQLTurn {
        let worker = PostgreSQLWorker(open)
        let isHeld = try await translating {
            try await worker.work { connection in
                do throws(PostgreSQLFault) {
                    _ = try connection.rows("SELECT pg_advisory_lock($1)", [.integer(lock)])
                    return true
                } catch {
                    guard case .refused("55P03", _) = error else { throw error }
                    return false
                }
            }
        }
        return PostgreSQLTurn(worker: worker, hasWaited: !isHeld)
    }
}

/// A lock that ends with its connection.
public struct PostgreSQLTurn: Sendable {
    let worker: PostgreSQLWorker
    let hasWaited: Bool

    /// Runs `body`, and gives the lock to others.
    ///
    /// - Parameter body: Receives whether another process did not give the lock in time.
    public func held<Result>(_ body: (_ hasWaited: Bool) async throws -> Result) async rethrows -> Result {
        do {
            let result = try await body(hasWaited)
            await worker.close()
            return result
        } catch {
            await worker.close()
            throw error
        }
    }
}
