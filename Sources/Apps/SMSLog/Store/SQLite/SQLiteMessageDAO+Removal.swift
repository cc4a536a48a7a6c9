// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Session
import Systems

/// Removing all that an owner has.
extension SQLiteMessageDAO {
    /// How many messages are removed in one transaction: others wait for no more than these.
    private static let step = 500

    /// Removes some messages; 0 where none is left.
    func removeSome(of owner: UserID) async throws -> Int {
        try await system.write { database in
            let keys = RowKey.range(owner: owner.rawValue)
            let ids = try Int64.fetchAll(
                database.cachedStatement(
                    sql: "SELECT id FROM sms_message WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"),
                arguments: [keys.lowerBound, keys.upperBound, Self.step])
            for id in ids { _ = try Self.remove(RowKey(rawValue: id).number, of: owner, in: database) }
            return ids.count
        }
    }

    /// Removes what an owner without messages has: contacts, conversations, counts.
    func removeRest(of owner: UserID) async throws {
        try await system.write { database in
            for table in ["sms_thread", "sms_tally", "sms_owner"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE owner = ?", arguments: [owner.rawValue])
            }
            try database.eraseRemovedWords(in: "sms_text")
        }
        // The log still has the pages as they were.
        try await system.emptyLog()
    }
}
