// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
public import AtriumSession
import Foundation
import GRDB

extension SQLiteSystem {
    /// Copies an owner’s rows of a store on a server, as they are at one moment, into the same tables here, which are empty.
    ///
    /// - Parameters:
    ///   - schema: The tables of the store.
    ///   - index: A table that is left empty.
    ///   - bytes: Columns that are left empty, by their tables.
    ///   - server: The server that has the rows.
    ///   - owner: The owner of the rows.
    /// - Throws: `StoreFault`.
    public func takeTables(
        of schema: SQLSchema, but index: String, leavingOut bytes: [String: String], of server: PostgreSQLSystem,
        _ owner: UserID
    ) async throws {
        try await server.read(of: owner) { source in
            try writing { target in
                try target.inTransaction {
                    for table in schema.tables where table != index {
                        try Self.take(table, leavingOut: bytes[table], from: source, into: target)
                    }
                    return .commit
                }
            }
        }
    }

    private static func take(
        _ table: String, leavingOut bytes: String?, from source: SQLDatabase, into target: Database
    ) throws {
        // Without those that are made of the others.
        let columns = try String.fetchAll(target, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
        let values = columns.map { $0 == bytes ? "CAST('' AS bytea)" : "\"\($0)\"" }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let marks = repeatElement("?", count: columns.count).joined(separator: ", ")
        let insertion = try target.cachedStatement(sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))")
        let rows = try source.cursor("SELECT \(values.joined(separator: ", ")) FROM \(table)")
        while let row = try rows.next() {
            guard case .postgreSQL(let row) = row.base else { return }
            // A number in digits is stored as the number: the columns say so.
            let values: [(any DatabaseValueConvertible)?] = columns.indices.map { column in
                row.isOfBytes(column) ? row.bytes(column).map { Data($0) } : row.text(column)
            }
            try insertion.execute(arguments: StatementArguments(values))
        }
    }
}
