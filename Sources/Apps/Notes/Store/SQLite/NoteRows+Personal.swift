// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import NotesDomain
import Session
import Systems

/// What an owner has beside notes: a key, unfinished texts and saved queries.
extension NoteRows {
    func key() throws -> WrappedKey? {
        let select = try database.cachedStatement(
            sql: "SELECT salt, passes, memory, sealed FROM note_key WHERE owner = ?")
        return try Row.fetchOne(select, arguments: [owner.rawValue]).map {
            WrappedKey(salt: $0.bytes(0), passes: $0.count(1), memory: $0.count(2), sealed: $0.bytes(3))
        }
    }

    func put(_ key: WrappedKey) throws {
        log?.add(.key)
        try database.cachedStatement(
            sql: "REPLACE INTO note_key (owner, salt, passes, memory, sealed) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [owner.rawValue, Data(key.salt), key.passes, key.memory, Data(key.sealed)])
    }

    func unfinished() throws -> [UnfinishedNote] {
        let keys = RowKey.range(owner: owner.rawValue)
        let select = try database.cachedStatement(
            sql: """
                SELECT id, content, saved FROM note_unfinished WHERE id BETWEEN ? AND ? ORDER BY saved DESC, id DESC
                """)
        return try Row.fetchAll(select, arguments: [keys.lowerBound, keys.upperBound]).map {
            UnfinishedNote(id: RowKey(rawValue: $0.number(0)).number, content: $0.text(1), savedAt: $0.time(2))
        }
    }

    func put(_ unfinished: UnfinishedNote?, as id: Int) throws {
        log?.add(.unfinished(id))
        guard let unfinished else {
            return try database.cachedStatement(sql: "DELETE FROM note_unfinished WHERE id = ?")
                .execute(arguments: [key(id)])
        }
        try database.cachedStatement(sql: "REPLACE INTO note_unfinished (id, content, saved) VALUES (?, ?, ?)")
            .execute(arguments: [key(id), unfinished.content, unfinished.savedAt.milliseconds])
    }

    func savedQueries() throws -> [SavedQuery] {
        let select = try database.cachedStatement(
            sql: "SELECT name, query FROM note_query WHERE owner = ? ORDER BY key")
        return try Row.fetchAll(select, arguments: [owner.rawValue]).map {
            SavedQuery(name: $0.text(0), query: $0.text(1))
        }
    }

    func put(_ query: SavedQuery?, as key: String) throws {
        log?.add(.query(key))
        guard let query else {
            return try database.cachedStatement(sql: "DELETE FROM note_query WHERE owner = ? AND key = ?")
                .execute(arguments: [owner.rawValue, key])
        }
        try database.cachedStatement(sql: "REPLACE INTO note_query (owner, key, name, query) VALUES (?, ?, ?, ?)")
            .execute(arguments: [owner.rawValue, key, query.name, query.query])
    }
}
