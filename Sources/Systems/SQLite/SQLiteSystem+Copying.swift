// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Stores

extension SQLiteSystem {
    /// Takes over the rows that another system has in the tables of a store, as they are at one moment.
    ///
    /// The tables are empty here, and the other system’s are those of the same version. Whoever writes there waits for
    /// nothing.
    ///
    /// - Parameters:
    ///   - prefix: How the names of the tables begin.
    ///   - index: A table that is left empty, with those whose names begin so.
    ///   - bytes: Columns in whose place nothing is taken, by their tables.
    /// - Throws: `StoreFault`.
    package func takeTables(
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
