// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
public import GRDB
import GRDBSQLite

/// A statement that is run for each of very many rows.
///
/// GRDB makes an array of boxed values of the arguments of every run, which for a small row takes longer than SQLite
/// does; this binds them as they are. Observers do not see its writes: the transaction has to change one of the
/// tables that they watch through GRDB as well. It belongs to the transaction in which it was made.
public struct BulkStatement {
    private let database: Database?
    /// Keeps the compiled statement alive.
    private let statement: Statement?
    private let pointer: OpaquePointer?
    /// The statement on a server; `nil` in SQLite.
    private let server: ServerStatement?
    /// The refusal of a binding, which the next run throws.
    private let refusal = Refusal()

    /// The result of a binding that SQLite refused, such as that of a text above its limit.
    private final class Refusal {
        var code = SQLITE_OK
    }

    /// A statement on a server, with its values.
    private final class ServerStatement {
        let transaction: PostgreSQLTransaction
        let sql: ServerSQL
        /// Whether it gives rows, for which its caller waits.
        let hasRows: Bool
        private var values: [PostgreSQLValue] = []

        init(_ transaction: PostgreSQLTransaction, _ sql: String) {
            self.transaction = transaction
            self.sql = transaction.statement(sql)
            hasRows = sql.drop(while: \.isWhitespace).hasPrefix("SELECT")
        }

        func bind(_ value: PostgreSQLValue, at index: Int32) {
            while values.count < index { values.append(.null) }
            values[Int(index) - 1] = value
        }

        func send() throws { try transaction.connection.send(sql.text, sql.values(values)) }

        func rows() throws -> PostgreSQLResult { try transaction.connection.rows(sql.text, sql.values(values)) }
    }

    /// Compiles the statement, or takes it from the database’s cache.
    public init(_ database: Database, sql: String) throws {
        self.database = database
        let statement = try database.cachedStatement(sql: sql)
        self.statement = statement
        pointer = statement.sqliteStatement
        server = nil
        // One from the cache may have been run to its end: it does not accept bindings then.
        sqlite3_reset(pointer)
    }

    /// The same on a database of either system.
    public init(_ database: SQLDatabase, sql: String) throws {
        switch database.base {
        case .sqlite(let database): try self.init(database, sql: sql)
        case .postgreSQL(let transaction): self.init(ServerStatement(transaction, sql))
        }
    }

    private init(_ server: ServerStatement) {
        (database, statement, pointer) = (nil, nil, nil)
        self.server = server
    }

    /// Sets the parameter of this number, from 1.
    public func bind(_ number: Int64, at index: Int32) {
        if let server { return server.bind(.integer(number), at: index) }
        bound(sqlite3_bind_int64(pointer, index, number))
    }

    /// Sets the parameter of this number, from 1.
    public func bind(_ number: Int, at index: Int32) { bind(Int64(number), at: index) }

    /// Sets the parameter of this number, from 1; `nil` is NULL.
    public func bind(_ number: Int64?, at index: Int32) {
        if let server { return server.bind(number.map { .integer($0) } ?? .null, at: index) }
        if let number { bind(number, at: index) } else { bound(sqlite3_bind_null(pointer, index)) }
    }

    /// Sets the parameter of this number, from 1; `nil` is NULL.
    public func bind(_ text: String?, at index: Int32) {
        if let server { return server.bind(text.map { .text($0) } ?? .null, at: index) }
        bound(text.map { Self.bind($0, to: pointer, at: index) } ?? sqlite3_bind_null(pointer, index))
    }

    /// Sets a parameter of SQLite’s to a text, which is copied, and returns the result.
    static func bind(_ text: String, to pointer: OpaquePointer?, at index: Int32) -> CInt {
        var text = text
        return text.withUTF8 { bytes in
            // SQLite takes a missing address for NULL, and an empty string may have none.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_text(pointer, index, "", 0, copying)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text(pointer, index, $0, Int32(clamping: bytes.count), copying)
            }
        }
    }

    private func bound(_ code: CInt) { if code != SQLITE_OK { refusal.code = code } }

    /// The database and the statement, all of whose bindings were accepted; `nil` on a server.
    ///
    /// - Throws: `DatabaseError`.
    private func ready() throws -> (Database, OpaquePointer)? {
        guard let database, let pointer else { return nil }
        defer { refusal.code = SQLITE_OK }
        guard refusal.code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: refusal.code)) }
        return (database, pointer)
    }

    /// Runs the statement with its bindings, which stay bound.
    ///
    /// - Returns: Whether it gave a row; always `false` for a statement that changes rows.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func run() throws -> Bool {
        if let server {
            guard server.hasRows else {
                try server.send()
                return false
            }
            return try server.rows().count > 0
        }
        guard let (database, pointer) = try ready() else { return false }
        defer { sqlite3_reset(pointer) }
        return try database.step(pointer)
    }

    /// Runs the statement with this text as its parameter of this number, from 1, which stays where it is; nothing
    /// is copied.
    ///
    /// - Throws: `DatabaseError`.
    public func run(with text: String, at index: Int32) throws {
        guard server == nil else {
            bind(text, at: index)
            try run()
            return
        }
        var text = text
        try text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                bind("", at: index)
                try run()
                return
            }
            // The text may be gone afterwards.
            defer { sqlite3_bind_null(pointer, index) }
            bound(
                sqlite3_bind_text(
                    pointer, index, start.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count), nil))
            try run()
        }
    }

    /// The first wanted number among those in the first column of the rows, which are read no further.
    ///
    /// - Throws: `DatabaseError`.
    public func firstNumber(where isWanted: (Int64) -> Bool) throws -> Int64? {
        if let server { return try server.rows().rows.lazy.compactMap { $0.number(0) }.first(where: isWanted) }
        guard let (database, pointer) = try ready() else { return nil }
        defer { sqlite3_reset(pointer) }
        while try database.step(pointer) {
            let number = sqlite3_column_int64(pointer, 0)
            if isWanted(number) { return number }
        }
        return nil
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift does not see: SQLite copies the text before the call returns.
    static var copying: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
