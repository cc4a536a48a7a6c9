// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

/// The tables of one store, as SQLite has them; `SQLDialect` says what they are on a server.
public struct SQLSchema: Sendable {
    /// The index of words of a store.
    public struct Words: Sendable {
        /// The table.
        public let table: String
        /// The number of bits below the owner in the key of a row on a server.
        public let ownerShift: Int

        /// The index in a table.
        public init(_ table: String, ownerShift: Int = RowKey.ownerShift) {
            self.table = table
            self.ownerShift = ownerShift
        }
    }

    /// Names the store.
    public let name: String
    /// The statements that make the tables, each with a semicolon behind it.
    let sql: String
    let words: Words?
    /// Whether each row is an owner’s, which a server then guards.
    let hasOwners: Bool

    /// Tables of this SQL.
    ///
    /// - Parameter hasOwners: Whether each table has a column `owner`, or a first column that is a `RowKey`.
    public init(_ name: String, sql: String, words: Words? = nil, hasOwners: Bool = true) {
        self.name = name
        self.sql = sql
        self.words = words
        self.hasOwners = hasOwners
    }

    /// The version that this program knows.
    public var version: Int { sqlite.version }

    /// The same for a SQLite file.
    public var sqlite: SQLiteSchema {
        SQLiteSchema(name, steps: [{ [sql] in try $0.execute(sql: sql) }])
    }

    /// The names of the tables.
    var tables: [String] { statements.compactMap { $0.firstMatch(of: /^CREATE TABLE (\w+)/).map { String($0.1) } } }

    /// The statements, without comments around them.
    var statements: [String] {
        sql.split(separator: ";").map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
    }
}

extension Substring {
    fileprivate func trimming(while isUnwanted: (Character) -> Bool) -> String {
        let start = drop(while: isUnwanted)
        let end = start.lastIndex { !isUnwanted($0) }
        return end.map { String(start[...$0]) } ?? ""
    }
}
