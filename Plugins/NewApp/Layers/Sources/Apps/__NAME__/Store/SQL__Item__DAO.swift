// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumSession
internal import AtriumStores
internal import AtriumSystems
internal import __NAME__Logic

/// A transaction on one owner’s rows.
///
/// SQLite and PostgreSQL have the same rows. Statements are cached by the connection: an operation that runs again does
/// not compile its SQL again.
final class SQL__Item__DAO: __Item__DAO {
    private static let columns = "id, title, added_at, done"
    private let database: SQLDatabase
    private let owner: UserID
    private(set) var log = ChangeLog<__Item__Change>()

    init(_ database: SQLDatabase, owner: UserID) {
        self.database = database
        self.owner = owner
    }

    func __item__(_ id: Int) throws -> __Item__? {
        let sql = "SELECT \(Self.columns) FROM __ID_____thing_id__ WHERE id = ?"
        return try database.rows(sql, [key(id)]).first.map(Self.__item__)
    }

    func __items__(after last: __Item__?, limit: Int) throws -> [__Item__] {
        let keys = RowKey.range(owner: owner.rawValue)
        let end = last.map { key($0.id) - 1 } ?? keys.upperBound
        return try database.rows(
            "SELECT \(Self.columns) FROM __ID_____thing_id__ WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?",
            [keys.lowerBound, end, limit]
        ).map(Self.__item__)
    }

    func count() throws -> Int {
        let keys = RowKey.range(owner: owner.rawValue)
        let sql = "SELECT count(*) FROM __ID_____thing_id__ WHERE id BETWEEN ? AND ?"
        return try database.rows(sql, [keys.lowerBound, keys.upperBound]).first?.count(0) ?? 0
    }

    func openCount() throws -> Int {
        let keys = RowKey.range(owner: owner.rawValue)
        let sql = "SELECT count(*) FROM __ID_____thing_id__ WHERE id BETWEEN ? AND ? AND done = 0"
        return try database.rows(sql, [keys.lowerBound, keys.upperBound]).first?.count(0) ?? 0
    }

    func nextNumber() throws -> Int {
        let numbered = try database.rows(
            """
            INSERT INTO __ID___owner (owner, last) VALUES (?, 1)
            ON CONFLICT (owner) DO UPDATE SET last = __ID___owner.last + 1 RETURNING last
            """, [owner.rawValue])
        return numbered.first?.count(0) ?? 0
    }

    func useNumbers(upTo last: Int) throws {
        try database.run(
            """
            INSERT INTO __ID___owner (owner, last) VALUES (?, ?)
            ON CONFLICT (owner) DO UPDATE SET last = excluded.last WHERE __ID___owner.last < excluded.last
            """, [owner.rawValue, last])
    }

    func put(_ change: __Item__Change) throws {
        if let __item__ = change.after {
            try database.run(
                "REPLACE INTO __ID_____thing_id__ (\(Self.columns)) VALUES (?, ?, ?, ?)",
                [key(__item__.id), __item__.title, __item__.addedAt.milliseconds, __item__.isDone])
        } else {
            try database.run("DELETE FROM __ID_____thing_id__ WHERE id = ?", [key(change.id)])
        }
        log.add(change)
    }

    private var changes: JournalRows {
        JournalRows(database, table: "__ID___change", owner: owner.rawValue)
    }

    func journal(limit: Int) throws -> [JournalEntry] { try changes.entries(limit: limit) }

    func put(_ entry: JournalEntry) throws { try changes.put(entry) }

    func forgetNumbers() throws {
        try database.run("DELETE FROM __ID___owner WHERE owner = ?", [owner.rawValue])
        try changes.removeAll()
        log.erases = true
    }

    private static func __item__(_ row: SQLRow) -> __Item__ {
        __Item__(
            id: RowKey(rawValue: row.number(0)).number, title: row.text(1),
            addedAt: Timestamp(milliseconds: row.number(2)), isDone: row.number(3) != 0)
    }

    private func key(_ id: Int) -> Int64 { RowKey(owner: owner.rawValue, number: id).rawValue }
}

extension SQLSchema {
    /// The tables of the app, in a SQLite file and on a server alike.
    ///
    /// The keys of __things__ are row keys.
    static let __items__ = SQLSchema(
        "__ID__",
        sql: """
            CREATE TABLE __ID___owner (owner INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
            CREATE TABLE __ID_____thing_id__ (
                id INTEGER PRIMARY KEY, title TEXT NOT NULL, added_at INTEGER NOT NULL, done INTEGER NOT NULL
            ) STRICT;

            """ + JournalRows.schema(of: "__ID___change"))
}
