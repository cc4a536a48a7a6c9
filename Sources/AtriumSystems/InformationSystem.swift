// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumStores
import GRDB
import Synchronization

/// The place of an app's data: the caller of a store chooses one, and each store has a DAO for every case.
///
/// An enumeration and not a protocol, so that adding a system is a compile error in every store that lacks a DAO for
/// it.
public enum InformationSystem: Sendable {
    /// Plain Swift collections that go with the process.
    case memory(MemorySystem)
    /// One SQLite file, shared by processes.
    case sqlite(SQLiteSystem)
    /// A database on a server, shared by machines.
    case postgreSQL(PostgreSQLSystem)
}

extension InformationSystem {
    /// The feed of one store on this system, in which its changes are posted.
    ///
    /// - Parameter store: Its name; always asked for with the same kind of changes.
    public func feed<Change>(of store: String) -> ChangeFeed<Change> {
        switch self {
        case .memory(let system): system.feed(of: store)
        case .sqlite(let system): system.feed(of: store)
        case .postgreSQL(let system): system.feed(of: store)
        }
    }

    /// Notifies every observer if another process has changed something since the last call.
    ///
    /// - Throws: `StoreFault`; of a server that cannot be reached, once for each time.
    public func noticeForeignChanges() async throws {
        switch self {
        case .memory: break
        case .sqlite(let system): try await system.noticeForeignChanges()
        case .postgreSQL(let system): try await system.noticeForeignChanges()
        }
    }

    /// The owners of the rows of a table whose `id` is a `RowKey`; none if there is no such table, or in memory.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - schema: The schema that has it.
    /// - Throws: `StoreFault`.
    public func owners(byNumberIn table: String, of schema: SQLSchema) async throws -> Set<UserID> {
        switch self {
        case .memory: return []
        case .sqlite(let system):
            return try system.read { file in
                let database = SQLDatabase(file)
                return try database.hasTable(table) ? database.owners(byNumberIn: table) : []
            }
        case .postgreSQL(let system):
            do { try system.prepare(schema) } catch StoreFault.unprepared { return [] }
            return try await system.read(of: PostgreSQLSystem.allOwners) { try $0.owners(byNumberIn: table) }
        }
    }

    /// Ends the use of the system; nothing can be read or written afterwards.
    public func close() {
        switch self {
        case .memory: break
        case .sqlite(let system): system.close()
        case .postgreSQL(let system): system.close()
        }
    }
}

extension SQLDatabase {
    fileprivate func owners(byNumberIn table: String) throws -> Set<UserID> {
        // From owner to owner: a million rows are not read.
        let next = try cachedStatement(
            sql: "SELECT id >> \(RowKey.ownerShift) FROM \(table) WHERE id >= ? ORDER BY id LIMIT 1")
        var (owners, first): (Set<UserID>, Int64) = ([], .min)
        while let owner = try Int64.fetchOne(next, arguments: [first]) {
            owners.insert(UserID(rawValue: owner))
            first = (owner + 1) << RowKey.ownerShift
        }
        return owners
    }
}

/// The feeds of the stores on one system, each of which has changes of its own kind.
final class ChangeFeeds: Sendable {
    private struct Entry: Sendable {
        let feed: any Sendable
        let postUnknown: @Sendable () -> Void
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// The feed of this store, made on first use; always asked for with the same kind of changes.
    func feed<Change>(of store: String) -> ChangeFeed<Change> {
        entries.withLock { entries in
            if let feed = entries[store]?.feed as? ChangeFeed<Change> { return feed }
            let feed = ChangeFeed<Change>()
            entries[store] = Entry(feed: feed) { feed.post(.unknown) }
            return feed
        }
    }

    /// Notifies the observers of every store that anything may have changed.
    func postUnknown() {
        for entry in entries.withLock({ Array($0.values) }) { entry.postUnknown() }
    }
}

/// An information system of plain Swift collections, shared by all its owners and gone with the process.
public final class MemorySystem: Sendable {
    private let feeds = ChangeFeeds()
    private let tables = Mutex<[String: any Sendable]>([:])

    /// An empty system.
    public init() {}

    /// The table of this name, made empty on first use.
    ///
    /// - Parameters:
    ///   - name: names the table; always asked for with the same `Rows`.
    ///   - empty: the rows of a new table.
    public func table<Rows: Sendable>(_ name: String, empty: Rows) -> MemoryTable<Rows> {
        tables.withLock { tables in
            if let table = tables[name] as? MemoryTable<Rows> { return table }
            let table = MemoryTable(rows: empty)
            tables[name] = table
            return table
        }
    }

    /// The feed of the changes of one store on this system.
    ///
    /// - Parameter store: Its name; always requested with the same kind of changes.
    public func feed<Change>(of store: String) -> ChangeFeed<Change> { feeds.feed(of: store) }
}

/// Rows in memory with the transactions of a database: a write happens wholly or not at all.
///
/// Writers wait for each other; readers wait for none and see the result of the last finished write, so that a long
/// write on another thread holds up no reader.
public final class MemoryTable<Rows: Sendable>: Sendable {
    private let rows: Mutex<Rows>
    private let writing = Mutex(())

    init(rows: Rows) {
        self.rows = Mutex(rows)
    }

    /// Reads one consistent state.
    public func read<Result: Sendable>(_ body: (Rows) throws -> Result) rethrows -> Result {
        try body(rows.withLock { $0 })
    }

    /// Changes the rows; if `body` throws they stay as they were.
    ///
    /// - Throws: `StoreFault.loginEnded` if the present task may not write any more; the errors of `body`.
    public func write<Result: Sendable>(_ body: (inout Rows) throws -> Result) throws -> Result {
        try writing.withLock { _ in
            try WritePermit.current?.check()
            var draft = rows.withLock { $0 }
            let result = try body(&draft)
            rows.withLock { $0 = draft }
            return result
        }
    }
}

/// The former rows of an owner in memory, for a transaction over several stores.
private struct MemoryParticipant: TransactionParticipant {
    let announce: @Sendable () -> Void
    let restore: @Sendable () -> Void

    func commit() { announce() }
    func rollBack() {
        restore()
        announce()
    }
}

/// A store in plain Swift collections: each owner’s rows are a value.
public struct MemoryStore<Rows: Sendable, Reader, Writer, Change: Hashable & Sendable>: Store {
    /// A transaction on a copy of the rows.
    public struct Transaction {
        let reader: Reader
        let writer: Writer
        let finish: () throws -> (rows: Rows, log: ChangeLog<Change>)

        /// A transaction with its two sides.
        ///
        /// - Parameters:
        ///   - reader: The questions.
        ///   - writer: The changes.
        ///   - finish: Completes the transaction, and returns the rows that it leaves and its changes.
        public init(
            reader: Reader, writer: Writer, finish: @escaping () throws -> (rows: Rows, log: ChangeLog<Change>)
        ) {
            self.reader = reader
            self.writer = writer
            self.finish = finish
        }
    }

    private let name: String
    private let table: MemoryTable<[UserID: Rows]>
    private let feed: ChangeFeed<Change>
    private let owner: UserID
    private let empty: Rows
    private let begin: @Sendable (Rows) -> Transaction

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - system: The system that keeps the rows.
    ///   - name: The store’s name in the system; always used with the same types.
    ///   - owner: The owner of the rows.
    ///   - empty: The rows of an owner who has none.
    ///   - begin: Begins a transaction.
    public init(
        on system: MemorySystem, named name: String, of owner: UserID, empty: Rows,
        begin: @escaping @Sendable (Rows) -> Transaction
    ) {
        self.name = name
        self.owner = owner
        self.empty = empty
        self.begin = begin
        feed = system.feed(of: name)
        table = system.table(name, empty: [:])
    }

    /// The same rows in a system of their own.
    ///
    /// - Throws: `StoreFault.loginEnded`.
    public func copied() throws -> MemoryStore {
        let copy = MemoryStore(on: MemorySystem(), named: name, of: owner, empty: empty, begin: begin)
        try table.read { rows in try copy.table.write { $0 = rows } }
        return copy
    }

    /// Reads one consistent state.
    public func read<Result: Sendable>(_ body: @Sendable (Reader) throws -> Result) throws -> Result {
        try body(begin(table.read { $0[owner] } ?? empty).reader)
    }

    /// Writes one transaction.
    public func write<Result: Sendable>(_ body: @escaping @Sendable (Writer) throws -> Result) throws -> Result {
        keepFormer()
        let (result, changes) = try table.write { rows in
            let transaction = begin(rows[owner] ?? empty)
            let result = try body(transaction.writer)
            let (after, log) = try transaction.finish()
            rows[owner] = after
            return (result, log.changes)
        }
        if StoreTransaction.current == nil { feed.post(changes) }
        return result
    }

    /// Keeps the owner’s rows for a transaction over several stores, before its first write here.
    private func keepFormer() {
        guard let open = StoreTransaction.current else { return }
        let key = "\(ObjectIdentifier(table)) \(owner.rawValue)"
        _ = open.participant(of: key) { [table, feed, owner] in
            let former = table.read { $0[owner] }
            return MemoryParticipant(
                announce: { feed.post(.unknown) }, restore: { try? table.write { $0[owner] = former } })
        }
    }

    /// An observer of each change from now on.
    public func changes() -> ChangeObserver<Change> { feed.observe() }
}
