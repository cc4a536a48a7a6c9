// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumStores

/// A store on a PostgreSQL server.
public struct PostgreSQLStore<Reader, Writer, Change: Hashable & Sendable>: Store {
    /// The server.
    public let system: PostgreSQLSystem
    private let name: String
    /// Whose rows a transaction sees.
    public let owner: UserID
    private let feed: ChangeFeed<Change>
    private let reader: @Sendable (SQLDatabase) -> Reader
    private let writer: @Sendable (SQLDatabase) -> Writer
    private let finish: @Sendable (Writer) throws -> ChangeLog<Change>

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - system: The server that keeps the rows.
    ///   - name: The store’s name in the system, by which the stores of all owners share their observers.
    ///   - owner: Whose rows a transaction may see; `nil` for those of all owners.
    ///   - schema: The tables of the store.
    ///   - reader: Makes the questions of one transaction.
    ///   - writer: Makes a transaction that writes.
    ///   - finish: Completes a transaction before its commit, and returns its changes.
    /// - Throws: `StoreFault`, for instance if the server does not have the tables yet.
    public init(
        on system: PostgreSQLSystem, named name: String, of owner: UserID?, schema: SQLSchema,
        reader: @escaping @Sendable (SQLDatabase) -> Reader, writer: @escaping @Sendable (SQLDatabase) -> Writer,
        finish: @escaping @Sendable (Writer) throws -> ChangeLog<Change>
    ) throws {
        self.system = system
        self.name = name
        self.owner = owner ?? PostgreSQLSystem.allOwners
        self.reader = reader
        self.writer = writer
        self.finish = finish
        feed = system.feed(of: name)
        try system.prepare(schema)
    }

    /// Reads one consistent state.
    public func read<Result: Sendable>(_ body: @Sendable (Reader) throws -> Result) async throws -> Result {
        try await system.read(of: owner) { try body(reader($0)) }
    }

    /// Writes one transaction.
    public func write<Result: Sendable>(_ body: @escaping @Sendable (Writer) throws -> Result) async throws -> Result {
        let (result, log) = try await system.write(name, of: owner) { [writer, finish] database in
            let transaction = writer(database)
            let result = try body(transaction)
            return (result, try finish(transaction))
        }
        // A transaction over several stores tells of its changes at the end.
        if StoreTransaction.current == nil { feed.post(log.changes) }
        return result
    }

    /// An observer of each change from now on.
    public func changes() -> ChangeObserver<Change> { feed.observe() }
}
