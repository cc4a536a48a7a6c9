// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import GRDB
import Session
import Systems

/// Unfinished texts and saved queries.
extension NoteRows {
    func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp) throws -> Int {
        let keys = RowKey.range(owner: owner.rawValue)
        if let id {
            try database.cachedStatement(sql: "UPDATE note_unfinished SET content = ?, saved = ? WHERE id = ?")
                .execute(arguments: [content, time.milliseconds, key(id)])
            if database.changesCount > 0 { return id }
        }
        let select = try database.cachedStatement(
            sql: "SELECT max(id) FROM note_unfinished WHERE id BETWEEN ? AND ?")
        let last = try Int64.fetchOne(select, arguments: [keys.lowerBound, keys.upperBound])
        let number = UnfinishedNote.number(after: last.map { RowKey(rawValue: $0).number }, at: time)
        try database.cachedStatement(sql: "INSERT INTO note_unfinished (id, content, saved) VALUES (?, ?, ?)")
            .execute(arguments: [key(number), content, time.milliseconds])
        return number
    }

    func dropUnfinished(_ id: Int) throws {
        try database.cachedStatement(sql: "DELETE FROM note_unfinished WHERE id = ?").execute(arguments: [key(id)])
    }

    func unfinished() throws -> [UnfinishedNote] {
        let keys = RowKey.range(owner: owner.rawValue)
        let select = try database.cachedStatement(
            sql: """
                SELECT id, content, saved FROM note_unfinished WHERE id BETWEEN ? AND ? ORDER BY saved DESC, id DESC
                """)
        return try Row.fetchAll(select, arguments: [keys.lowerBound, keys.upperBound]).map {
            UnfinishedNote(
                id: RowKey(rawValue: $0.number(0)).number, content: $0.text(1), savedAt: $0.time(2))
        }
    }

    func saveQuery(_ query: String?, as name: String) throws -> Bool {
        guard let query else {
            try database.cachedStatement(sql: "DELETE FROM note_query WHERE owner = ? AND key = ?")
                .execute(arguments: [owner.rawValue, NameKey.of(name)])
            return database.changesCount > 0
        }
        try database.cachedStatement(sql: "REPLACE INTO note_query (owner, key, name, query) VALUES (?, ?, ?, ?)")
            .execute(arguments: [owner.rawValue, NameKey.of(name), name, query])
        return true
    }

    func savedQueries() throws -> [SavedQuery] {
        let select = try database.cachedStatement(
            sql: "SELECT name, query FROM note_query WHERE owner = ? ORDER BY key")
        return try Row.fetchAll(select, arguments: [owner.rawValue]).map {
            SavedQuery(name: $0.text(0), query: $0.text(1))
        }
    }
}
