// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import SMSLogDomain
import GRDB
import Session
import Systems

extension SQLiteMessageDAO {
    func save(_ drafts: [MessageDraft], of owner: UserID) async throws -> [Int] {
        try await system.write { database in
            let writer = try MessageWriter(database, owner: owner)
            let numbers = try drafts.map { try writer.add($0) }
            try writer.finish()
            return numbers
        }
    }

    func merge(_ drafts: [MessageDraft], of owner: UserID, matched: MatchedMessages) async throws -> MergedMessages {
        try await system.write { database in
            // A batch of an import touches most pages of the indices: with SQLite’s 2 MB each would be written and read
            // again many times in one transaction. In KiB, for the writer’s connection and as long as it is open.
            if drafts.count >= 1000 { try database.execute(sql: "PRAGMA cache_size = -24576") }
            let writer = try MessageWriter(database, owner: owner)
            let matcher = try MessageMatcher(database, owner: owner, matched: matched)
            let numbers = try drafts.map { try writer.merge($0, with: matcher) }
            try writer.finish()
            return MergedMessages(numbers: numbers, matched: matcher.matched)
        }
    }

    func save(_ contact: Contact, of owner: UserID) async throws {
        try await system.write { database in
            let writer = try MessageWriter(database, owner: owner)
            try writer.save(contact)
            try writer.finish()
        }
    }

    func markRead(_ address: Address, of owner: UserID) async throws -> Int {
        try await system.write { database in
            guard let thread = try Self.thread(address, of: owner, in: database) else { return 0 }
            try database.cachedStatement(sql: "UPDATE sms_message SET is_read = 1 WHERE thread = ? AND is_read = 0")
                .execute(arguments: [thread])
            let count = database.changesCount
            guard count > 0 else { return 0 }
            try database.cachedStatement(sql: "UPDATE sms_thread SET unread = 0 WHERE id = ?")
                .execute(arguments: [thread])
            return count
        }
    }

    func markRead(_ ids: [Int], of owner: UserID) async throws -> Int {
        try await system.write { database in
            var threads: [Int64: Int] = [:]
            let mark = try database.cachedStatement(
                sql: "UPDATE sms_message SET is_read = 1 WHERE id = ? AND is_read = 0 RETURNING thread")
            for id in ids {
                let key = RowKey(owner: owner.rawValue, number: id).rawValue
                if let thread = try Int64.fetchOne(mark, arguments: [key]) { threads[thread, default: 0] += 1 }
            }
            for (thread, count) in threads {
                try database.cachedStatement(sql: "UPDATE sms_thread SET unread = unread - ? WHERE id = ?")
                    .execute(arguments: [count, thread])
            }
            return threads.values.reduce(0, +)
        }
    }

    func markUnread(_ address: Address, of owner: UserID) async throws -> Int {
        try await system.write { database in
            guard let thread = try Self.thread(address, of: owner, in: database) else { return 0 }
            try database.cachedStatement(
                sql: """
                    UPDATE sms_message SET is_read = 0 WHERE is_read = 1 AND id = (
                        SELECT id FROM sms_message WHERE thread = ? AND direction = 0
                        ORDER BY date DESC, id DESC LIMIT 1)
                    """
            ).execute(arguments: [thread])
            let count = database.changesCount
            guard count > 0 else { return 0 }
            try database.cachedStatement(sql: "UPDATE sms_thread SET unread = unread + 1 WHERE id = ?")
                .execute(arguments: [thread])
            return count
        }
    }

    func change(_ id: Int, of owner: UserID, _ change: StatusChange) async throws -> Message? {
        try await system.write { database in
            guard let before = try Self.message(id, of: owner, in: database),
                change.applies(before.status, before.handover)
            else { return nil }
            try database.cachedStatement(
                sql: """
                    UPDATE sms_message SET status = ?, handover = ifnull(?, handover),
                        reference = ifnull(?, reference), failure = ? WHERE id = ?
                    """
            ).execute(arguments: [
                change.status.rawValue, change.handover?.rawValue, change.reference, change.failure,
                RowKey(owner: owner.rawValue, number: id).rawValue,
            ])
            try Self.count(-1, before.status, of: owner, in: database)
            try Self.count(1, change.status, of: owner, in: database)
            return try Self.message(id, of: owner, in: database)
        }
    }

    func remove(_ id: Int, of owner: UserID) async throws -> Message? {
        let removed = try await system.write { database in
            let removed = try Self.remove(id, of: owner, in: database)
            if removed != nil { try database.eraseRemovedWords(in: "sms_text") }
            return removed
        }
        // The log still has the pages as they were.
        if removed != nil { try await system.emptyLog() }
        return removed
    }

    static func remove(_ id: Int, of owner: UserID, in database: Database) throws -> Message? {
        guard let message = try Self.message(id, of: owner, in: database) else { return nil }
        let key = RowKey(owner: owner.rawValue, number: id).rawValue
        let row = try Row.fetchOne(
            database, sql: "SELECT moment, thread FROM sms_message WHERE id = ?", arguments: [key])
        guard let row else { return nil }
        let (moment, thread) = (row.number(0), row.number(1))
        // A table without content is told what it has to forget.
        try database.execute(
            sql: "INSERT INTO sms_text(sms_text, rowid, text) VALUES ('delete', ?, ?)",
            arguments: [moment, SearchText.indexText(of: message.content)])
        try database.execute(sql: "DELETE FROM sms_message WHERE id = ?", arguments: [key])
        try Self.count(-1, message.status, of: owner, in: database)
        let last = try Row.fetchOne(
            database,
            sql: Self.newestOfThread, arguments: [thread])
        try database.execute(
            sql: """
                UPDATE sms_thread SET count = count - 1, unread = unread - ?, last_date = ?, last_message = ?
                WHERE id = ?
                """,
            arguments: [message.isRead ? 0 : 1, last?.optionalNumber(0), last?.optionalNumber(1), thread])
        return message
    }

    /// Date and key of a thread’s newest message.
    static let newestOfThread = "SELECT date, id FROM sms_message WHERE thread = ? ORDER BY date DESC, id DESC LIMIT 1"

    private static func thread(_ address: Address, of owner: UserID, in database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM sms_thread WHERE owner = ? AND address = ?"),
            arguments: [owner.rawValue, address.text])
    }

    /// Adds to the number of messages that have come so far.
    static func count(_ number: Int, _ status: SendStatus, of owner: UserID, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_tally(owner, status, count) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET count = count + excluded.count
                """
        ).execute(arguments: [owner.rawValue, status.rawValue, number])
    }
}
