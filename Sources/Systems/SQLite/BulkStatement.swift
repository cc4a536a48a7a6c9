// SPDX-License-Identifier: GPL-3.0-or-later

public import GRDB
import GRDBSQLite

/// A statement that is run for each of very many rows.
///
/// GRDB makes an array of boxed values of the arguments of every run, which for a small row takes longer than SQLite
/// does; this binds them as they are. Observers do not see its writes: the transaction has to change one of the
/// tables that they watch through GRDB as well. It belongs to the transaction in which it was made.
public struct BulkStatement {
    private let database: Database
    /// Keeps the compiled statement alive.
    private let statement: Statement
    private let pointer: OpaquePointer

    /// Compiles the statement, or takes it from the database’s cache.
    public init(_ database: Database, sql: String) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
        // One from the cache may have been run to its end: it does not accept bindings then.
        sqlite3_reset(pointer)
    }

    /// Sets the parameter of this number, from 1.
    public func bind(_ number: Int64, at index: Int32) {
        sqlite3_bind_int64(pointer, index, number)
    }

    /// Sets the parameter of this number, from 1.
    public func bind(_ number: Int, at index: Int32) { bind(Int64(number), at: index) }

    /// Sets the parameter of this number, from 1; `nil` is NULL.
    public func bind(_ number: Int64?, at index: Int32) {
        if let number { bind(number, at: index) } else { sqlite3_bind_null(pointer, index) }
    }

    /// Sets the parameter of this number, from 1; `nil` is NULL.
    public func bind(_ text: String?, at index: Int32) {
        guard var text else {
            sqlite3_bind_null(pointer, index)
            return
        }
        text.withUTF8 { bytes in
            // SQLite takes a missing address for NULL, and an empty string may have none.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                sqlite3_bind_text(pointer, index, "", 0, Self.copying)
                return
            }
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                _ = sqlite3_bind_text(pointer, index, $0, Int32(clamping: bytes.count), Self.copying)
            }
        }
    }

    /// Runs the statement with its bindings, which stay bound.
    ///
    /// - Returns: Whether it gave a row; always `false` for a statement that changes rows.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func run() throws -> Bool {
        defer { sqlite3_reset(pointer) }
        return try database.step(pointer)
    }

    /// Runs the statement with this text as its parameter of this number, from 1, which stays where it is; nothing
    /// is copied.
    ///
    /// - Throws: `DatabaseError`.
    public func run(with text: String, at index: Int32) throws {
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
            sqlite3_bind_text(
                pointer, index, start.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count), nil)
            try run()
        }
    }

    /// The first wanted number among those in the first column of the rows, which are read no further.
    ///
    /// - Throws: `DatabaseError`.
    public func firstNumber(where isWanted: (Int64) -> Bool) throws -> Int64? {
        defer { sqlite3_reset(pointer) }
        while try database.step(pointer) {
            let number = sqlite3_column_int64(pointer, 0)
            if isWanted(number) { return number }
        }
        return nil
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift does not see: SQLite copies the text before the call returns.
    private static var copying: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
