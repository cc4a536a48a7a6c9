// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumStores
public import GRDB

/// A store in a SQLite file.
///
/// Reading is a synchronous function that meets an asynchronous requirement: an index answers in microseconds, less than
/// a hop to another thread takes.
public struct SQLiteStore<Reader, Writer, Change: Hashable & Sendable>: Store {
    /// The file.
    public let system: SQLiteSystem
    private let feed: ChangeFeed<Change>
    private let reader: @Sendable (Database) -> Reader
    private let writer: @Sendable (Database) -> Writer
    private let finish: @Sendable (Writer) throws -> ChangeLog<Change>
    private let name: String
    private let schema: SQLiteSchema
    private let held: (any Sendable)?

    /// Opens a store, and creates its tables if there are none.
    ///
    /// - Parameters:
    ///   - system: The file.
    ///   - name: The store’s name in the system, by which the stores of all owners share their observers.
    ///   - schema: The tables.
    ///   - reader: Makes the questions of one connection.
    ///   - writer: Makes a transaction of the connection that writes.
    ///   - finish: Completes a transaction before its commit, and returns its changes.
    ///   - held: Lives as long as the store.
    /// - Throws: `StoreFault`, for instance if a newer version has written the tables.
    public init(
        on system: SQLiteSystem, named name: String, schema: SQLiteSchema,
        reader: @escaping @Sendable (Database) -> Reader, writer: @escaping @Sendable (Database) -> Writer,
        finish: @escaping @Sendable (Writer) throws -> ChangeLog<Change>, holding held: (any Sendable)? = nil
    ) throws {
        self.system = system
        self.reader = reader
        self.writer = writer
        self.finish = finish
        self.name = name
        self.schema = schema
        self.held = held
        feed = system.feed(of: name)
        try system.prepare(schema)
    }

    /// The same store in another file, without its rows.
    ///
    /// - Throws: As `init`.
    public func copied(to file: SQLiteSystem, holding held: (any Sendable)? = nil) throws -> SQLiteStore {
        try SQLiteStore(
            on: file, named: name, schema: schema, reader: reader, writer: writer, finish: finish, holding: held)
    }

    /// Reads one consistent state.
    public func read<Result: Sendable>(_ body: @Sendable (Reader) throws -> Result) throws -> Result {
        try system.read { try body(reader($0)) }
    }

    /// Writes one transaction.
    public func write<Result: Sendable>(_ body: @escaping @Sendable (Writer) throws -> Result) async throws -> Result {
        let (result, log) = try await system.write(of: name) { [writer, finish] database in
            let transaction = writer(database)
            let result = try body(transaction)
            return (result, try finish(transaction))
        }
        // A transaction over several stores tells of its changes at the end.
        guard StoreTransaction.current == nil || !system.takesPart else {
            return result
        }
        feed.post(log.changes)
        // The log still has the pages as they were.
        if log.erases { try await system.emptyLog() }
        return result
    }

    /// An observer of each change from now on.
    public func changes() -> ChangeObserver<Change> { feed.observe() }
}
