// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Stores
import Systems

/// Changes of messages and contacts.
extension MessageRows {
    func match(_ identity: MessageIdentity, isRemoved: Bool, outside matched: MatchedMessages) throws -> Int? {
        isRemoved
            ? try changes().matchRemoved(identity, outside: matched) : try changes().match(identity, outside: matched)
    }

    func match(inSecondOf identity: MessageIdentity, outside matched: MatchedMessages) throws -> Int? {
        try changes().match(inSecondOf: identity, outside: matched)
    }

    func match(networkID: String, isRemoved: Bool, outside matched: MatchedMessages) throws -> Int? {
        let keys = RowKey.range(owner: owner.rawValue)
        let table = isRemoved ? "sms_removed" : "sms_message"
        let found = try Int64.fetchCursor(
            database.cachedStatement(
                sql: "SELECT id FROM \(table) WHERE network_id = ? AND id BETWEEN ? AND ? ORDER BY id"),
            arguments: [networkID, keys.lowerBound, keys.upperBound])
        while let key = try found.next() {
            let number = RowKey(rawValue: key).number
            if !matched.contains(number) { return number }
        }
        return nil
    }

    func endFile() throws { try changes().endFile() }

    func mayHaveUndated() throws -> Bool { try changes().mayHaveUndated() }

    func isBehind(_ id: Int, _ draft: MessageDraft) throws -> Bool { try changes().isBehind(key(id), draft) }

    func insert(_ draft: MessageDraft) throws -> Int { try changes().insert(draft) }

    func update(_ id: Int, from old: MessageIdentity, to new: MessageDraft) throws {
        try changes().log.add(.message(id, .changed(.text)))
        try changes().writer().complete(key(id), read: old, with: new)
    }

    func update(_ old: Message, _ new: MessageUpdate) throws {
        try flush()
        try database.cachedStatement(
            sql: """
                UPDATE sms_message
                SET status = ?, handover = ?, reference = ifnull(?, reference), failure = ?, is_read = ?, subject = ?
                WHERE id = ?
                """
        ).execute(arguments: [
            new.status.rawValue, new.handover.rawValue, new.reference, new.failure, new.isRead, new.subject,
            key(old.id),
        ])
        if let details = new.details {
            try database.cachedStatement(
                sql: """
                    UPDATE sms_message SET sent = ?, delivered = ?, sim = ?, centre = ?, network_id = ?, locked = ?
                    WHERE id = ?
                    """
            ).execute(arguments: [
                details.sent?.milliseconds, details.delivered?.milliseconds, details.sim, details.centre,
                details.networkID, details.isLocked, key(old.id),
            ])
        }
        try changes().log.add(.message(old.id, .changed(.status)))
        if old.subject != new.subject {
            let text = MessageSearchText.of(old.content, new.subject, old.attachments)
            try reindex(old.id, from: MessageSearchText.of(old), to: text)
        }
        if old.status != new.status {
            try Self.count(-1, TallyKey(old.status, old.call), of: owner, in: database)
            try Self.count(1, TallyKey(new.status, old.call), of: owner, in: database)
        }
        guard old.isRead != new.isRead, let leader = try conversation(of: old.address)?.leader else { return }
        try changes().log.add(.message(old.id, .changed(.seen)))
        try countUnread(new.isRead ? -1 : 1, leader)
    }

    private func reindex(_ id: Int, from old: String, to new: String) throws {
        let moment = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT moment FROM sms_message WHERE id = ?"), arguments: [key(id)])
        guard let moment else { return }
        try IndexedText.delete(MessageSearchText.index(of: old), at: moment, in: database)
        try IndexedText.insert(MessageSearchText.index(of: new), at: moment, in: database)
    }

    func setGivenName(_ name: GivenName?, of address: Address) throws {
        let leader = try changes().writer().setGivenName(name, of: address)
        try changes().log.add(.contact(leader))
    }

    func addOwn(_ address: Address) throws {
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO sms_own(owner, address) VALUES (?, ?)")
            .execute(arguments: [owner.rawValue, address.text])
    }

    func moveMessages(of old: Address, to new: Address) throws {
        try flush()
        try changes().writer().moveMessages(of: old, to: new)
        try changes().log.addUnknown()
        try flush()
        for address in [old, new] {
            guard let leader = try conversation(of: address)?.leader else { continue }
            try ConversationThreads.sum(leader, in: database)
        }
    }

    func setRead(_ isRead: Bool, _ messages: MessageSelection) throws -> Int {
        try flush()
        switch messages {
        case .numbers(let ids): return try setRead(isRead, ids)
        case .conversation(let address): return try setRead(isRead, address)
        }
    }

    private func setRead(_ isRead: Bool, _ ids: [Int]) throws -> Int {
        var threads: [Int64: Int] = [:]
        let mark = try database.cachedStatement(
            sql: "UPDATE sms_message SET is_read = ?1 WHERE id = ?2 AND is_read <> ?1 RETURNING thread")
        for id in ids {
            guard let thread = try Int64.fetchOne(mark, arguments: [isRead, key(id)]) else { continue }
            threads[thread, default: 0] += 1
            try changes().log.add(.message(id, .changed(.seen)))
        }
        for (thread, count) in threads { try countUnread(isRead ? -count : count, leader(of: thread)) }
        return threads.values.reduce(0, +)
    }

    private func setRead(_ isRead: Bool, _ address: Address) throws -> Int {
        guard let conversation = try conversation(of: address) else { return 0 }
        var count = 0
        for thread in conversation.all {
            try database.cachedStatement(
                sql: "UPDATE sms_message SET is_read = ?1 WHERE thread = ?2 AND is_read <> ?1"
            ).execute(arguments: [isRead, thread.id])
            count += database.changesCount
        }
        guard count > 0 else { return 0 }
        try countUnread(isRead ? -count : count, conversation.leader)
        try changes().log.add(.seen(leader(of: address)))
        return count
    }

    private func countUnread(_ difference: Int, _ thread: Int64) throws {
        try database.cachedStatement(sql: "UPDATE sms_thread SET unread = unread + ? WHERE id = ?")
            .execute(arguments: [difference, thread])
    }

    func remember(_ message: Message) throws {
        try flush()
        // Nothing is kept of what it said but a number.
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT thread, parts, network_id, undated, dated FROM sms_message WHERE id = ?"),
            arguments: [key(message.id)])
        guard let row else { return }
        let hash = ContentHash.of(message.content, parts: row.optionalNumber(1), sender: message.sender?.text)
        let insertion = try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO sms_removed(id, thread, date, hash, direction, kind, network_id)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        var dates = [message.date.milliseconds]
        if row.optionalNumber(3) != nil { dates.append(MessageMatcher.noDate) }
        if row.optionalNumber(4) != nil { dates.append(MessageMatcher.noDateBefore) }
        if dates.count > 1 { try changes().hasUndated = true }
        // So a file with whole seconds has it.
        if message.date != message.date.wholeSecond { dates.append(message.date.wholeSecond.milliseconds) }
        for date in dates {
            try insertion.execute(arguments: [
                key(message.id), row.number(0), date, hash, message.direction.rawValue, message.kind.rawValue,
                row.optionalText(2),
            ])
        }
    }

    func forget(_ number: Int, removedAs draft: MessageDraft) throws {
        try database.cachedStatement(sql: "DELETE FROM sms_removed WHERE id = ?").execute(arguments: [key(number)])
    }

    func delete(_ message: Message) throws {
        try flush()
        try changes().log.add(.message(message.id, .removed))
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT moment, thread FROM sms_message WHERE id = ?"),
            arguments: [key(message.id)])
        guard let row else { return }
        let (moment, thread) = (row.number(0), row.number(1))
        try IndexedText.delete(MessageSearchText.index(of: MessageSearchText.of(message)), at: moment, in: database)
        try PartRows.delete(of: key(message.id), owner, in: database)
        try setQueueEntry(nil, of: message.id)
        try database.cachedStatement(sql: "DELETE FROM sms_message WHERE id = ?").execute(arguments: [key(message.id)])
        try Self.count(-1, TallyKey(message.status, message.call), of: owner, in: database)
        let leader = try leader(of: thread)
        let last = try ConversationThreads.newest(of: leader, in: database)
        try database.cachedStatement(
            sql: """
                UPDATE sms_thread SET count = count - 1, unread = unread - ?, last_date = ?, last_message = ?
                WHERE id = ?
                """
        ).execute(arguments: [
            message.isRead ? 0 : 1, last?.date, last?.message, leader,
        ])
    }

    func erase() throws {
        try flush()
        try changes().log.erases = true
        try database.eraseRemovedWords(in: "sms_text")
    }

    func setJournaled() { held?.isJournaled = true }

    func finish() throws -> ChangeLog<MessageChange> {
        let changes = try changes()
        try changes.flush()
        if !changes.isJournaled, !changes.log.changes.isEmpty { try record([], isLasting: true) }
        return changes.log
    }

    func put(_ entry: JournalEntry) throws { try journalRows.put(entry) }

    func deleteRest() throws {
        try flush()
        try changes().log.addUnknown()
        let tables = [
            "sms_thread", "sms_tally", "sms_owner", "sms_own", "sms_data", "sms_gateway", "sms_export", "sms_signing",
            "sms_template", "sms_apart", Self.journalTable,
        ]
        for table in tables {
            try database.execute(sql: "DELETE FROM \(table) WHERE owner = ?", arguments: [owner.rawValue])
        }
        let keys = RowKey.range(owner: owner.rawValue)
        try database.execute(
            sql: "DELETE FROM sms_removed WHERE id BETWEEN ? AND ?", arguments: [keys.lowerBound, keys.upperBound])
        try database.execute(
            sql: "DELETE FROM sms_former WHERE thread BETWEEN ? AND ?", arguments: [keys.lowerBound, keys.upperBound])
    }

    /// Adds to the number of messages that have come so far.
    static func count(_ number: Int, _ key: TallyKey, of owner: UserID, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_tally(owner, status, count) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET count = count + excluded.count
                """
        ).execute(arguments: [owner.rawValue, key.rawValue, number])
    }
}
