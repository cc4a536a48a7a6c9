// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import Foundation
public import GRDB
import GRDBSQLite

/// The rows of a statement, one after the other.
///
/// They are read from the statement itself, by number. GRDB’s own rows look up the names of their columns whenever a
/// statement is run, which for one message takes longer than to read it. The statement comes from the database’s cache:
/// while its rows are read, no other one with the same SQL may be.
public final class StoredRows {
    private let database: Database?
    private let statement: Statement?
    private var isOver = false
    /// The rows of a server; `nil` in SQLite.
    private let result: PostgreSQLResult?
    private var index = 0

    /// Begins to run a statement.
    ///
    /// - Throws: `DatabaseError`.
    public init(_ database: Database, sql: String, _ arguments: StatementArguments) throws {
        self.database = database
        let statement = try database.cachedStatement(sql: sql)
        self.statement = statement
        result = nil
        try statement.setArguments(arguments)
    }

    /// The same on a database of either system; a server sends all rows at once.
    public init(_ database: SQLDatabase, sql: String, _ arguments: SQLArguments) throws {
        switch database.base {
        case .sqlite(let database):
            self.database = database
            let statement = try database.cachedStatement(sql: sql)
            self.statement = statement
            result = nil
            try statement.binding(arguments)
        case .postgreSQL(let transaction):
            (self.database, statement) = (nil, nil)
            result = try transaction.rows(transaction.statement(sql), arguments)
        }
    }

    deinit { if let statement { sqlite3_reset(statement.sqliteStatement) } }

    /// The next row, which is valid until the following one is read; `nil` after the last one.
    ///
    /// - Throws: `DatabaseError`.
    public func next() throws -> StoredRow? {
        guard let database, let statement else {
            guard let result, index < result.count else { return nil }
            defer { index += 1 }
            return StoredRow(result, index)
        }
        // SQLite would begin anew.
        guard !isOver else { return nil }
        isOver = try !database.step(statement.sqliteStatement)
        return isOver ? nil : StoredRow(statement: statement.sqliteStatement)
    }

    /// The results of the body for each row, in order.
    public func map<Value>(_ body: (StoredRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try body(row)) }
        return values
    }
}

/// The row at which a statement is.
///
/// It holds nothing by itself, so that it costs nothing to pass on: the rows that gave it hold the statement, or the result.
public struct StoredRow: StoredColumns {
    private let statement: SQLiteStatement?
    /// The result of a server, and the row in it; `nil` in SQLite.
    private let result: Unmanaged<PostgreSQLResult>?
    private let index: Int

    fileprivate init(statement: SQLiteStatement) { (self.statement, result, index) = (statement, nil, 0) }

    fileprivate init(_ result: PostgreSQLResult, _ index: Int) {
        (statement, self.result, self.index) = (nil, Unmanaged.passUnretained(result), index)
    }

    private var server: PostgreSQLRow? {
        result.map { PostgreSQLRow(result: $0.takeUnretainedValue(), index: index) }
    }

    /// The whole number of a column; `nil` for none.
    public func optionalNumber(_ index: Int) -> Int64? {
        guard let statement else { return server?.number(index) }
        let value = StoredValue(statement, CInt(index))
        return value.type == SQLITE_NULL ? nil : StoredNumber(value).number
    }

    /// The whole number of a column; 0 for none.
    public func number(_ index: Int) -> Int64 {
        guard let statement else { return server?.number(index) ?? 0 }
        return sqlite3_column_int64(statement, CInt(index))
    }

    /// Whether nothing stands there.
    public func isNull(_ index: Int) -> Bool {
        guard let statement else { return server?.isNull(index) ?? true }
        return sqlite3_column_type(statement, CInt(index)) == SQLITE_NULL
    }

    /// The text of a column; `nil` for none.
    public func optionalText(_ index: Int) -> String? {
        guard let statement else { return server?.text(index) }
        let value = StoredValue(statement, CInt(index))
        return value.type == SQLITE_NULL ? nil : StoredText(value).text
    }
}

extension Statement {
    /// Sets the values of the parameters, and returns the statement.
    ///
    /// GRDB makes several arrays of boxed values for each run, which for a small row takes longer than SQLite does.
    ///
    /// - Throws: `DatabaseError` if there are more or fewer parameters, or a value is above SQLite’s limit.
    @discardableResult
    func binding(_ arguments: SQLArguments) throws -> Statement {
        guard arguments.values.count == sqlite3_bind_parameter_count(sqliteStatement) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, sql: sql)
        }
        // GRDB requires a statement without a pending error, and treats the present bindings as its own.
        sqlite3_reset(sqliteStatement)
        setUncheckedArguments([])
        var index: CInt = 0
        for value in arguments.values {
            index += 1
            let code =
                switch value?.databaseValue.storage {
                case nil, .null: SQLITE_OK
                case .int64(let number): sqlite3_bind_int64(sqliteStatement, index, number)
                case .double(let number): sqlite3_bind_double(sqliteStatement, index, number)
                case .string(let text): BulkStatement.bind(text, to: sqliteStatement, at: index)
                case .blob(let data):
                    // A missing address would be NULL.
                    data.withUnsafeBytes { bytes in
                        bytes.isEmpty
                            ? sqlite3_bind_zeroblob(sqliteStatement, index, 0)
                            : sqlite3_bind_blob(
                                sqliteStatement, index, bytes.baseAddress, CInt(clamping: bytes.count),
                                BulkStatement.copying)
                    }
                }
            // A text above the limit would else be NULL.
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
        }
        return self
    }

    /// The values of the next row; `nil` after the last one.
    ///
    /// A row of GRDB’s looks up the names of its columns.
    func nextValues() throws -> [DatabaseValue]? {
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW:
            (0..<sqlite3_column_count(sqliteStatement)).map {
                DatabaseValue(sqliteStatement: sqliteStatement, index: $0)
            }
        case SQLITE_DONE: nil
        case let code:
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: String(cString: sqlite3_errmsg(sqlite3_db_handle(sqliteStatement))))
        }
    }
}

extension Database {
    /// Moves a statement to its next row, if there is one.
    func step(_ statement: SQLiteStatement) throws -> Bool {
        let code = sqlite3_step(statement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
        }
    }
}

/// The values of a row, of any type.
///
/// Another program may have written a text in place of a number, or a meaningless number. GRDB’s own
/// subscripts end the process then.
public protocol StoredColumns {
    /// A whole number; `nil` for NULL.
    func optionalNumber(_ index: Int) -> Int64?

    /// A text; `nil` for NULL.
    func optionalText(_ index: Int) -> String?

    /// A whole number; 0 for NULL, and what SQLite takes anything else for.
    func number(_ index: Int) -> Int64

    /// Whether nothing stands there.
    func isNull(_ index: Int) -> Bool
}

extension StoredColumns {
    /// A whole number; 0 for NULL, and what SQLite takes anything else for.
    public func number(_ index: Int) -> Int64 { optionalNumber(index) ?? 0 }

    /// Whether nothing stands there.
    public func isNull(_ index: Int) -> Bool { optionalText(index) == nil }

    /// A whole number, or the nearest limit.
    public func number(_ index: Int, within limits: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(number(index), limits.lowerBound), limits.upperBound)
    }

    /// A count, a version, or a number of something: not below 0, and far from any overflow by addition.
    public func count(_ index: Int) -> Int { Int(number(index, within: 0...1 << 40)) }

    /// A text; of bytes, what they say in UTF-8.
    public func text(_ index: Int) -> String { optionalText(index) ?? "" }
}

extension Row: StoredColumns {
    /// A whole number; `nil` for NULL.
    public func optionalNumber(_ index: Int) -> Int64? { (self[index] as StoredNumber?)?.number }

    /// A text; `nil` for NULL.
    public func optionalText(_ index: Int) -> String? { (self[index] as StoredText?)?.text }

    /// Whether a number of something stands there that can be meant.
    public func isCount(_ index: Int) -> Bool { (self[index] as DatabaseValue).isCount }

    /// Bytes; of a text, its UTF-8.
    public func bytes(_ index: Int) -> [UInt8] { optionalBytes(index) ?? [] }

    /// Bytes; `nil` for NULL.
    public func optionalBytes(_ index: Int) -> [UInt8]? { (self[index] as DatabaseValue).optionalBytes }
}

/// A value that was read from a row.
extension DatabaseValue {
    var optionalNumber: Int64? { StoredNumber.fromDatabaseValue(self)?.number }

    var optionalText: String? { StoredText.fromDatabaseValue(self)?.text }

    var optionalBytes: [UInt8]? {
        if case .blob(let data) = storage { Array(data) } else { optionalText.map { Array($0.utf8) } }
    }

    /// Whether it is a number of something that can be meant.
    var isCount: Bool {
        if case .int64(let number) = storage { (0...1 << 40).contains(number) } else { false }
    }
}

/// A value of the row at which a statement is.
///
/// It is asked for once: the functions that ask a column for its type and then for its number look for the value each
/// time, and a page of messages has a thousand. SQLite calls it unprotected, since another thread must not use the
/// connection meanwhile; GRDB lends a connection to one at a time.
struct StoredValue {
    let value: OpaquePointer?

    init(_ statement: SQLiteStatement, _ index: CInt) { value = sqlite3_column_value(statement, index) }

    /// The type of the value before any conversion.
    var type: CInt { sqlite3_value_type(value) }
}

/// A whole number, or what SQLite takes another value for as one (`CAST` to `INTEGER`).
///
/// It comes from the statement itself, which costs a third of what a `DatabaseValue` does: a page of messages has a
/// thousand values.
struct StoredNumber: DatabaseValueConvertible, StatementColumnConvertible {
    let number: Int64

    init(sqliteStatement: SQLiteStatement, index: CInt) { self.init(StoredValue(sqliteStatement, index)) }

    init(_ value: StoredValue) { number = sqlite3_value_int64(value.value) }

    private init(_ number: some BinaryInteger) { self.number = Int64(number) }

    var databaseValue: DatabaseValue { number.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredNumber? {
        switch value.storage {
        case .null: nil
        case .int64(let number): StoredNumber(number)
        case .double(let number): StoredNumber(Int64(clamping: number))
        case .string(let text): StoredNumber(strtoll(text, nil, 10))
        case .blob(let data): StoredNumber(strtoll(String(decoding: data, as: UTF8.self), nil, 10))
        }
    }
}

/// A text, or what a value says as one; from the statement itself, too.
struct StoredText: DatabaseValueConvertible, StatementColumnConvertible {
    let text: String

    init(sqliteStatement: SQLiteStatement, index: CInt) { self.init(StoredValue(sqliteStatement, index)) }

    init(_ value: StoredValue) {
        text =
            switch value.type {
            case SQLITE_INTEGER: String(sqlite3_value_int64(value.value))
            case SQLITE_FLOAT: String(sqlite3_value_double(value.value))
            default:
                // Bytes are taken as they are; the count is right only behind the call that gives the place.
                String(
                    decoding: UnsafeRawBufferPointer(
                        start: sqlite3_value_blob(value.value), count: Int(sqlite3_value_bytes(value.value))),
                    as: UTF8.self)
            }
    }

    private init(_ text: String) { self.text = text }

    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        switch value.storage {
        case .null: nil
        case .string(let text): StoredText(text)
        case .int64(let number): StoredText(String(number))
        case .double(let number): StoredText(String(number))
        case .blob(let data): StoredText(String(decoding: data, as: UTF8.self))
        }
    }
}

extension Int64 {
    /// The nearest number; 0 for an invalid one.
    fileprivate init(clamping number: Double) {
        self = number.isNaN ? 0 : number >= 0x1p63 ? .max : number < -0x1p63 ? .min : Int64(number)
    }
}

/// A row’s primary key in a table that all users share: the owner above, the owner’s own number below.
///
/// One user’s rows are one range of keys, so that reading them never meets another user’s. The number is the short one
/// that the user sees; 40 bits hold a million millions of them.
public struct RowKey: Hashable, Sendable, RawRepresentable {
    private static let numberBits: Int64 = 40
    /// The number of bits below the owner.
    public static let ownerShift = 40

    /// The largest number that a row can have.
    public static let largest = 1 << Int(numberBits) - 1

    /// The key as the database stores it.
    public let rawValue: Int64

    /// A key that the database holds.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The key of an owner’s row.
    ///
    /// A number that no row can have, negative or above 40 bits, becomes 0, which no row has.
    public init(owner: Int64, number: Int) {
        let isNumber = number >= 0 && Int64(number) < 1 << Self.numberBits
        rawValue = owner << Self.numberBits | (isNumber ? Int64(number) : 0)
    }

    /// Whose row it is.
    public var owner: Int64 { rawValue >> Self.numberBits }

    /// The owner’s number of the row.
    public var number: Int { Int(rawValue & (1 << Self.numberBits - 1)) }

    /// The keys of all rows that an owner can have.
    public static func range(owner: Int64) -> ClosedRange<Int64> {
        let first = owner << numberBits
        return first...(first | (1 << numberBits - 1))
    }
}
