// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import GRDB
import ListsLogic

/// Lists in a SQLite file.
struct SQLiteItemDAO: ItemDAO {
    private static let schema = SQLiteSchema(
        "lists",
        steps: [
            { database in
                try database.execute(
                    sql: """
                        CREATE TABLE list_items (
                            user INTEGER NOT NULL,
                            id INTEGER NOT NULL,
                            text TEXT NOT NULL,
                            is_done INTEGER NOT NULL DEFAULT 0,
                            added_at INTEGER NOT NULL,
                            PRIMARY KEY (user, id)
                        ) STRICT, WITHOUT ROWID
                        """)
            }
        ])

    private let system: SQLiteSystem
    private let feed: ChangeFeed<ListChange>

    init(on system: SQLiteSystem) throws {
        self.system = system
        feed = system.feed(of: "lists")
        try system.prepare(Self.schema)
    }

    func items(of user: UserID, after id: Int?, limit: Int) async throws -> [ListItem] {
        try system.read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM list_items WHERE user = ? AND id > ? ORDER BY id LIMIT ?",
                arguments: [user.rawValue, id ?? 0, limit]
            ).map(ListItem.init)
        }
    }

    func openCount(of user: UserID) async throws -> Int {
        try system.read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM list_items WHERE user = ? AND NOT is_done",
                arguments: [user.rawValue]) ?? 0
        }
    }

    func item(_ id: Int, of user: UserID) async throws -> ListItem? {
        try system.read { try Self.item(id, of: user, in: $0) }
    }

    func add(_ text: String, at time: Timestamp, for user: UserID) async throws -> ListItem {
        let item = try await system.write { database in
            let last = try Int.fetchOne(
                database, sql: "SELECT max(id) FROM list_items WHERE user = ?", arguments: [user.rawValue])
            let item = ListItem(id: (last ?? 0) + 1, text: text, isDone: false, addedAt: time)
            try database.execute(
                sql: "INSERT INTO list_items (user, id, text, added_at) VALUES (?, ?, ?, ?)",
                arguments: [user.rawValue, item.id, text, time.milliseconds])
            return item
        }
        feed.post(.these([.item(user, item.id)]))
        return item
    }

    func finish(_ id: Int, of user: UserID) async throws -> ListItem? {
        let item = try await system.write { database in
            try database.execute(
                sql: "UPDATE list_items SET is_done = 1 WHERE user = ? AND id = ?", arguments: [user.rawValue, id])
            return try Self.item(id, of: user, in: database)
        }
        if item != nil { feed.post(.these([.item(user, id)])) }
        return item
    }

    func removeAll(of user: UserID) async throws -> Int {
        let count = try await system.write { database in
            try database.execute(sql: "DELETE FROM list_items WHERE user = ?", arguments: [user.rawValue])
            return database.changesCount
        }
        feed.post(.unknown)
        return count
    }

    func changes() -> ChangeObserver<ListChange> { feed.observe() }

    private static func item(_ id: Int, of user: UserID, in database: Database) throws -> ListItem? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM list_items WHERE user = ? AND id = ?", arguments: [user.rawValue, id]
        ).map(ListItem.init)
    }
}

extension ListItem {
    fileprivate init(_ row: Row) {
        self.init(
            id: row["id"], text: row["text"], isDone: row["is_done"],
            addedAt: Timestamp(milliseconds: row["added_at"]))
    }
}
