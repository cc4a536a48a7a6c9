// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import AtriumStores
public import Foundation
public import GRDB
import GRDBSQLite

/// A transaction on a database of either system: the rows of a store are the same in both.
///
/// Statements are written as SQLite has them; `SQLDialect` says what PostgreSQL calls the few things that it has by other
/// names. For SQLite each call goes on to GRDB as it is.
public struct SQLDatabase {
    enum Base {
        case sqlite(Database)
        case postgreSQL(PostgreSQLTransaction)
    }

    let base: Base

    /// A transaction on a SQLite file.
    public init(_ database: Database) { base = .sqlite(database) }

    init(_ transaction: PostgreSQLTransaction) { base = .postgreSQL(transaction) }

    /// SQLite’s connection; `nil` for another system.
    public var sqlite: Database? { if case .sqlite(let database) = base { database } else { nil } }

    /// The transaction on a server; `nil` in SQLite.
    var postgreSQL: PostgreSQLTransaction? {
        if case .postgreSQL(let transaction) = base { transaction } else { nil }
    }

    /// Whether a server answers, which plans each statement by what it knows of the rows.
    public var isServer: Bool { postgreSQL != nil }

    /// Whether a server’s role has the rows of one user alone; see `PostgreSQLSystem.grant(_:to:)`.
    public var isForOneUser: Bool { postgreSQL?.isForOneUser ?? false }

    /// The user of such a role, for statements.
    public static var roleUser: String { PostgreSQLSystem.roleUser(in: nil) }

    /// The fault of a task for which the role of one user does not suffice.
    public var oneUser: any Error { StoreFault.oneUser(path: postgreSQL?.place ?? "") }

    /// A statement, which the connection keeps compiled.
    public func cachedStatement(sql: String) throws -> SQLStatement {
        switch base {
        case .sqlite(let database): SQLStatement(base: .sqlite(try database.cachedStatement(sql: sql)))
        case .postgreSQL(let transaction): SQLStatement(base: .postgreSQL(transaction, transaction.statement(sql)))
        }
    }

    /// Runs a statement, which the connection keeps compiled, and leaves its rows.
    public func run(_ sql: String, _ arguments: SQLArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first row of a statement, which the connection keeps compiled; `nil` if there is none.
    public func row(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLRow? {
        try SQLRow.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The rows of a statement, which the connection keeps compiled.
    public func rows(_ sql: String, _ arguments: SQLArguments = []) throws -> [SQLRow] {
        try SQLRow.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The rows of such a statement, one after the other: a caller that stops early reads no others.
    public func cursor(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLRowCursor {
        try SQLRow.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Whether there is a table of this name.
    ///
    /// Not by GRDB’s `tableExists`, which remembers what it has found, while another connection makes the table.
    public func hasTable(_ name: String) throws -> Bool {
        let sql =
            isServer
            ? "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ?"
            : "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"
        return try row(sql, [name]) != nil
    }

    /// The rows of a statement, which a server plans for these values alone, or once for all values.
    ///
    /// - Parameters:
    ///   - sql: The statement, with a question mark for each value.
    ///   - arguments: The values of the question marks.
    ///   - isInOrder: Whether an index has the rows in their order. A server that multiplies the shares of conditions
    ///     that say the same, as those of an owner do, would expect few rows, and sort all.
    ///   - byOnePlan: Whether one plan is as good for all values. To plan a search takes longer than to find a rare word.
    public func plannedRows(
        sql: String, arguments: SQLArguments, isInOrder: Bool = false, byOnePlan: Bool = false
    ) throws -> [SQLRow] {
        guard case .postgreSQL(let transaction) = base else {
            return try rows(sql, arguments)
        }
        let statement = transaction.statement(sql)
        if isInOrder { try transaction.connection.send("SET LOCAL enable_sort = off") }
        defer { if isInOrder { try? transaction.connection.send("SET LOCAL enable_sort = on") } }
        let result = try transaction.connection.plannedRows(
            statement.text, statement.values(arguments.postgreSQL), byOnePlan: byOnePlan)
        return result.rows.map { SQLRow($0) }
    }

    /// Runs a statement that nothing runs again soon.
    public func execute(sql: String, arguments: SQLArguments = []) throws {
        switch base {
        case .sqlite(let database) where arguments.values.isEmpty: try database.execute(sql: sql)
        // GRDB ends the process at a value above SQLite’s limit.
        case .sqlite(let database): try database.makeStatement(sql: sql).binding(arguments).execute()
        case .postgreSQL: try run(sql, arguments)
        }
    }

    /// The number of rows that the last statement changed.
    public func changesCount() throws -> Int {
        switch base {
        case .sqlite(let database): database.changesCount
        case .postgreSQL(let transaction): try transaction.connection.changesCount()
        }
    }

    /// Inserts a row into a table that gives the key, and returns that.
    ///
    /// - Parameters:
    ///   - column: The name of the key.
    ///   - sql: The `INSERT` statement, without `RETURNING`.
    ///   - arguments: The values of its question marks.
    public func insertedKey(_ column: String, sql: String, arguments: SQLArguments) throws -> Int64 {
        switch base {
        case .sqlite(let database):
            try database.cachedStatement(sql: sql).binding(arguments).execute()
            return database.lastInsertedRowID
        case .postgreSQL:
            let key = try Int64.fetchOne(self, "\(sql) RETURNING \(column)", arguments)
            guard let key else { throw damaged }
            return key
        }
    }

    /// The fault of rows that contradict each other.
    public var damaged: any Error {
        switch base {
        case .sqlite: DatabaseError(resultCode: .SQLITE_CORRUPT)
        case .postgreSQL(let transaction): StoreFault.damaged(path: transaction.place)
        }
    }

    /// The fault of a change in a transaction that only reads.
    public var readOnly: any Error {
        switch base {
        case .sqlite: DatabaseError(resultCode: .SQLITE_READONLY)
        case .postgreSQL(let transaction): StoreFault.readOnly(path: transaction.place)
        }
    }
}

/// A value of a statement’s parameter.
public typealias SQLValue = DatabaseValueConvertible

/// The values of a statement’s parameters, in their order.
public struct SQLArguments: ExpressibleByArrayLiteral {
    let values: [(any SQLValue)?]

    /// These values; optional, as GRDB takes them: an array of others would be cast at run time.
    public init(_ values: [(any SQLValue)?]) { self.values = values }

    /// These values.
    public init(arrayLiteral elements: (any SQLValue)?...) { values = elements }

    var sqlite: StatementArguments { StatementArguments(values) }

    var postgreSQL: [PostgreSQLValue] {
        values.map { value in
            switch value?.databaseValue.storage {
            case nil, .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let data): .bytes(Array(data))
            }
        }
    }

    /// Both, one behind the other.
    public static func + (left: SQLArguments, right: SQLArguments) -> SQLArguments {
        SQLArguments(left.values + right.values)
    }

    /// Adds the others behind these.
    public static func += (left: inout SQLArguments, right: SQLArguments) { left = left + right }
}

/// A compiled statement.
public struct SQLStatement {
    enum Base {
        case sqlite(Statement)
        case postgreSQL(PostgreSQLTransaction, ServerSQL)
    }

    let base: Base

    /// Runs it, and leaves its rows.
    public func execute(arguments: SQLArguments = []) throws {
        switch base {
        case .sqlite(let statement): try statement.binding(arguments).execute()
        case .postgreSQL(let transaction, let sql):
            try transaction.connection.send(sql.text, sql.values(arguments.postgreSQL))
        }
    }
}

// MARK: - Rows

/// A row of a result.
public struct SQLRow: StoredColumns {
    enum Base {
        case sqlite(Row)
        case values([DatabaseValue])
        case postgreSQL(PostgreSQLRow)
    }

    let base: Base

    /// A row of SQLite’s.
    public init(_ row: Row) { base = .sqlite(row) }

    init(_ values: [DatabaseValue]) { base = .values(values) }

    init(_ row: PostgreSQLRow) { base = .postgreSQL(row) }

    /// The number of columns.
    public var width: Int {
        switch base {
        case .sqlite(let row): row.count
        case .values(let values): values.count
        case .postgreSQL(let row): row.width
        }
    }

    /// A whole number; `nil` for NULL.
    public func optionalNumber(_ index: Int) -> Int64? {
        switch base {
        case .sqlite(let row): row.optionalNumber(index)
        case .values(let values): values[index].optionalNumber
        case .postgreSQL(let row): row.number(index)
        }
    }

    /// A text; `nil` for NULL.
    public func optionalText(_ index: Int) -> String? {
        switch base {
        case .sqlite(let row): row.optionalText(index)
        case .values(let values): values[index].optionalText
        case .postgreSQL(let row): row.text(index)
        }
    }

    /// Bytes; of a text, its UTF-8; `nil` for NULL.
    public func optionalBytes(_ index: Int) -> [UInt8]? {
        switch base {
        case .sqlite(let row): row.optionalBytes(index)
        case .values(let values): values[index].optionalBytes
        case .postgreSQL(let row): row.bytes(index)
        }
    }

    /// Bytes; of a text, its UTF-8.
    public func bytes(_ index: Int) -> [UInt8] { optionalBytes(index) ?? [] }

    /// Whether a number of something stands there that can be meant.
    public func isCount(_ index: Int) -> Bool {
        switch base {
        case .sqlite(let row): row.isCount(index)
        case .values(let values): values[index].isCount
        case .postgreSQL(let row): row.number(index).map { (0...1 << 40).contains($0) } ?? false
        }
    }

    /// The first row of a statement; `nil` if there is none.
    public static func fetchOne(_ statement: SQLStatement, arguments: SQLArguments = []) throws -> SQLRow? {
        switch statement.base {
        case .sqlite(let statement):
            let statement = try statement.binding(arguments)
            defer { sqlite3_reset(statement.sqliteStatement) }
            return try statement.nextValues().map { SQLRow($0) }
        case .postgreSQL(let transaction, let sql):
            return try transaction.rows(sql, arguments).first.map { SQLRow($0) }
        }
    }

    /// The rows of a statement.
    public static func fetchAll(_ statement: SQLStatement, arguments: SQLArguments = []) throws -> [SQLRow] {
        switch statement.base {
        case .sqlite(let statement):
            let statement = try statement.binding(arguments)
            defer { sqlite3_reset(statement.sqliteStatement) }
            var rows: [SQLRow] = []
            while let values = try statement.nextValues() { rows.append(SQLRow(values)) }
            return rows
        case .postgreSQL(let transaction, let sql):
            return try transaction.rows(sql, arguments).rows.map { SQLRow($0) }
        }
    }

    /// The rows of a statement, one after the other: a caller that stops early reads no others.
    public static func fetchCursor(
        _ statement: SQLStatement, arguments: SQLArguments = []
    ) throws -> SQLRowCursor {
        switch statement.base {
        case .sqlite(let statement):
            SQLRowCursor(base: .sqlite(try Row.fetchCursor(statement.binding(arguments))))
        case .postgreSQL(let transaction, let sql):
            SQLRowCursor(
                base: .postgreSQL(
                    try PostgreSQLCursor(
                        transaction.connection, sql.text, sql.values(arguments.postgreSQL))))
        }
    }
}

/// The rows of a statement, one after the other; each is valid until the next one is read.
public struct SQLRowCursor {
    enum Base {
        case sqlite(RowCursor)
        case postgreSQL(PostgreSQLCursor)
    }

    let base: Base

    /// The next row; `nil` after the last one.
    public func next() throws -> SQLRow? {
        switch base {
        case .sqlite(let cursor): try cursor.next().map { SQLRow($0) }
        case .postgreSQL(let cursor): try cursor.next().map { SQLRow($0) }
        }
    }

    /// The results of the body for each row, in order.
    public func map<Value>(_ body: (SQLRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try body(row)) }
        return values
    }
}

/// A value that a statement’s first column may be.
public protocol SQLScalar: DatabaseValueConvertible & StatementColumnConvertible {
    /// The value of the first column; `nil` for NULL.
    init?(firstOf row: SQLRow)
}

extension SQLScalar {
    /// The first column of a statement’s first row; `nil` if there is none, or for NULL.
    public static func fetchOne(_ statement: SQLStatement, arguments: SQLArguments = []) throws -> Self? {
        switch statement.base {
        case .sqlite(let statement): try fetchOne(statement.binding(arguments))
        case .postgreSQL: try SQLRow.fetchOne(statement, arguments: arguments).flatMap { Self(firstOf: $0) }
        }
    }

    /// The first column of the first row of a statement, which the connection keeps compiled.
    public static func fetchOne(
        _ database: SQLDatabase, _ sql: String, _ arguments: SQLArguments = []
    ) throws -> Self? {
        try fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of the rows of a statement, which the connection keeps compiled, without NULL.
    public static func fetchAll(
        _ database: SQLDatabase, _ sql: String, _ arguments: SQLArguments = []
    ) throws -> [Self] {
        try fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of a statement’s rows, without NULL.
    public static func fetchAll(_ statement: SQLStatement, arguments: SQLArguments = []) throws -> [Self] {
        switch statement.base {
        case .sqlite(let statement): try fetchAll(statement.binding(arguments))
        case .postgreSQL: try SQLRow.fetchAll(statement, arguments: arguments).compactMap { Self(firstOf: $0) }
        }
    }
}

extension Int: SQLScalar {
    /// A whole number.
    public init?(firstOf row: SQLRow) {
        guard let number = row.optionalNumber(0) else { return nil }
        self.init(number)
    }
}

extension Int64: SQLScalar {
    /// A whole number.
    public init?(firstOf row: SQLRow) {
        guard let number = row.optionalNumber(0) else { return nil }
        self = number
    }
}

extension Bool: SQLScalar {
    /// Whether a number is not 0.
    public init?(firstOf row: SQLRow) {
        guard let number = row.optionalNumber(0) else { return nil }
        self = number != 0
    }
}

extension String: SQLScalar {
    /// A text.
    public init?(firstOf row: SQLRow) {
        guard let text = row.optionalText(0) else { return nil }
        self = text
    }
}

extension Data: SQLScalar {
    /// Bytes.
    public init?(firstOf row: SQLRow) {
        guard let bytes = row.optionalBytes(0) else { return nil }
        self.init(bytes)
    }
}
