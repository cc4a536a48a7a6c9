// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Stores
import Systems
import __NAME__Logic

/// A transaction on one owner’s rows.
///
/// SQLite and PostgreSQL have the same rows. Statements are cached by the connection: an operation that runs again does not compile its SQL again.
final class SQLiteItemDAO: ItemDAO {
    private static let columns = "id, title, added_at"
    private let database: SQLDatabase
    private let owner: UserID
    private(set) var log = ChangeLog<ItemChange>()

    init(_ database: SQLDatabase, owner: UserID) {
        self.database = database
        self.owner = owner
    }

    func item(_ id: Int) throws -> Item? {
        let sql = "SELECT \(Self.columns) FROM __ID___item WHERE id = ?"
        return try rows(sql, [key(id)]).first.map(Self.item)
    }

    func items(after last: Item?, limit: Int) throws -> [Item] {
        let keys = RowKey.range(owner: owner.rawValue)
        let end = last.map { key($0.id) - 1 } ?? keys.upperBound
        return try rows(
            "SELECT \(Self.columns) FROM __ID___item WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?",
            [keys.lowerBound, end, limit]
        ).map(Self.item)
    }

    func count() throws -> Int {
        let keys = RowKey.range(owner: owner.rawValue)
        let sql = "SELECT count(*) FROM __ID___item WHERE id BETWEEN ? AND ?"
        return try rows(sql, [keys.lowerBound, keys.upperBound]).first?.count(0) ?? 0
    }

    func insert(title: String, addedAt: Timestamp) throws -> Item {
        let numbered = try rows(
            """
            INSERT INTO __ID___owner (owner, last) VALUES (?, 1)
            ON CONFLICT (owner) DO UPDATE SET last = __ID___owner.last + 1 RETURNING last
            """, [owner.rawValue])
        let item = Item(id: numbered.first?.count(0) ?? 0, title: title, addedAt: addedAt)
        try run(
            "INSERT INTO __ID___item (\(Self.columns)) VALUES (?, ?, ?)",
            [key(item.id), title, addedAt.milliseconds])
        log.add(.added(item))
        return item
    }

    func delete(_ item: Item) throws {
        try run("DELETE FROM __ID___item WHERE id = ?", [key(item.id)])
        log.add(.removed(item))
        log.erases = true
    }

    func forgetNumbers() throws {
        try run("DELETE FROM __ID___owner WHERE owner = ?", [owner.rawValue])
    }

    private static func item(_ row: SQLRow) -> Item {
        Item(
            id: RowKey(rawValue: row.number(0)).number, title: row.text(1),
            addedAt: Timestamp(milliseconds: row.number(2)))
    }

    private func key(_ id: Int) -> Int64 { RowKey(owner: owner.rawValue, number: id).rawValue }

    private func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
        try SQLRow.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    private func run(_ sql: String, _ arguments: SQLArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension SQLSchema {
    /// The tables of the app, in a SQLite file and on a server alike.
    ///
    /// The keys of items are row keys.
    static let items = SQLSchema(
        "__ID__",
        sql: """
            CREATE TABLE __ID___owner (owner INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
            CREATE TABLE __ID___item (
                id INTEGER PRIMARY KEY, title TEXT NOT NULL, added_at INTEGER NOT NULL
            ) STRICT;
            """)
}
