// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import SMSLogLogic

/// Changes of messages and contacts.
extension MessageRows {
    func match(
        _ drafts: [MessageDraft], _ extent: MatchExtent, outside matched: MatchedMessages
    ) throws -> [MessageMatch?] {
        try changes().match(drafts, extent, outside: matched)
    }

    func insert(_ drafts: [MessageDraft]) throws -> [Int] { try changes().insert(drafts) }

    func use(numbersUpTo number: Int) throws { try changes().writer().use(numbersUpTo: number) }

    func update(_ edits: [MessageEdit]) throws -> Int {
        var seen = 0
        for edit in edits {
            try changes().log.add(edit)
            switch edit {
            case .text(let id, let old, let new):
                try changes().writer().complete(key(id), read: old, with: new)
            case .state(let old, let new): try update(old, new)
            case .date(let date, let id): try setDate(date, of: id)
            case .seen(let isRead, .numbers(let ids)): seen += try setRead(isRead, ids)
            case .seen(let isRead, .conversation(let address)): seen += try setRead(isRead, address)
            case .queued(let entry, let id): try setQueueEntry(entry, of: id)
            case .remembered(let message): try remember(message)
            case .forgotten(let number, _):
                try database.run("DELETE FROM sms_removed WHERE id = ?", [key(number)])
            case .moved(let address, let other): try moveMessages(of: address, to: other)
            }
        }
        return seen
    }

    private func update(_ old: Message, _ new: MessageUpdate) throws {
        try flush()
        try database.run(
            """
            UPDATE sms_message
            SET status = ?, handover = ?, reference = ifnull(?, reference), failure = ?, is_read = ?, subject = ?
            WHERE id = ?
            """,
            [
                new.status.rawValue, new.handover.rawValue, new.reference, new.failure, new.isRead, new.subject,
                key(old.id),
            ])
        if let details = new.details {
            try database.run(
                """
                UPDATE sms_message SET sent = ?, delivered = ?, sim = ?, centre = ?, network_id = ?, locked = ?
                WHERE id = ?
                """,
                [
                    details.sent?.milliseconds, details.delivered?.milliseconds, details.sim, details.centre,
                    details.networkID, details.isLocked, key(old.id),
                ])
        }
        if old.subject != new.subject {
            let text = MessageSearchText.of(old.content, new.subject, old.attachments)
            try reindex(old.id, from: MessageSearchText.of(old), to: text)
        }
        if old.status != new.status {
            try Self.count(-1, TallyKey(old.status, old.call), of: owner, in: database)
            try Self.count(1, TallyKey(new.status, old.call), of: owner, in: database)
        }
        guard old.isRead != new.isRead, let leader = try conversation(of: old.address)?.leader else { return }
        try countUnread(new.isRead ? -1 : 1, leader)
    }

    private func reindex(_ id: Int, from old: String, to new: String) throws {
        let moment = try Int64.fetchOne(database, "SELECT moment FROM sms_message WHERE id = ?", [key(id)])
        guard let moment else { return }
        try words.delete(MessageSearchText.index(of: old), at: moment)
        try words.insert(MessageSearchText.index(of: new), at: moment)
    }

    private func moveMessages(of old: Address, to new: Address) throws {
        try flush()
        try changes().writer().moveMessages(of: old, to: new)
        try flush()
        for address in [old, new] {
            guard let leader = try conversation(of: address)?.leader else { continue }
            try ConversationThreads.sum(leader, in: database)
        }
    }

    private func setRead(_ isRead: Bool, _ ids: [Int]) throws -> Int {
        try flush()
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
        try flush()
        guard let conversation = try conversation(of: address) else { return 0 }
        var count = 0
        for thread in conversation.all {
            try database.run(
                "UPDATE sms_message SET is_read = ?1 WHERE thread = ?2 AND is_read <> ?1", [isRead, thread.id])
            count += try database.changesCount()
        }
        guard count > 0 else { return 0 }
        try countUnread(isRead ? -count : count, conversation.leader)
        try changes().log.add(.seen(conversation.known.leader))
        return count
    }

    private func countUnread(_ difference: Int, _ thread: Int64) throws {
        try database.run("UPDATE sms_thread SET unread = unread + ? WHERE id = ?", [difference, thread])
    }

    private func remember(_ message: Message) throws {
        try flush()
        // Only a number is kept of its content.
        let row = try database.row(
            "SELECT thread, parts, network_id, undated, dated FROM sms_message WHERE id = ?", [key(message.id)])
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
        // So a file with whole seconds has it.
        if message.date != message.date.wholeSecond { dates.append(message.date.wholeSecond.milliseconds) }
        for date in dates {
            try insertion.execute(arguments: [
                key(message.id), row.number(0), date, hash, message.direction.rawValue, message.kind.rawValue,
                row.optionalText(2),
            ])
        }
    }

    func remove(_ removal: MessageRemoval) throws {
        try flush()
        switch removal {
        case .messages(let messages): try delete(messages)
        case .erased(let messages):
            try delete(messages)
            try erase()
        case .rest:
            try deleteRest()
            try erase()
        }
    }

    private func delete(_ messages: [Message]) throws {
        var removed: [Int64: (count: Int, unread: Int)] = [:]
        for message in messages {
            let row = try database.row("SELECT moment, thread FROM sms_message WHERE id = ?", [key(message.id)])
            guard let row else { continue }
            let (moment, thread) = (row.number(0), row.number(1))
            try changes().log.add(.message(message.id, .removed))
            try words.delete(MessageSearchText.index(of: MessageSearchText.of(message)), at: moment)
            try PartRows.delete(of: key(message.id), owner, in: database)
            try setQueueEntry(nil, of: message.id)
            try database.run("DELETE FROM sms_message WHERE id = ?", [key(message.id)])
            try Self.count(-1, TallyKey(message.status, message.call), of: owner, in: database)
            removed[thread, default: (0, 0)].count += 1
            if !message.isRead { removed[thread, default: (0, 0)].unread += 1 }
        }
        for (thread, sums) in removed {
            let leader = try leader(of: thread)
            let last = try ConversationThreads.newest(of: leader, in: database)
            try database.run(
                """
                UPDATE sms_thread SET count = count - ?, unread = unread - ?, last_date = ?, last_message = ?
                WHERE id = ?
                """, [sums.count, sums.unread, last?.date, last?.message, leader])
        }
    }

    private func erase() throws {
        try changes().log.erases = true
        try words.eraseRemoved()
    }

    func tidy() throws -> Bool { try words.merge() }

    func setJournaled() { held?.isJournaled = true }

    func finish() throws -> ChangeLog<MessageChange> {
        let changes = try changes()
        try changes.flush()
        try journalRest(of: changes.log, isJournaled: changes.isJournaled)
        return changes.log
    }

    func put(_ entry: JournalEntry) throws { try journalRows.put(entry) }

    private func deleteRest() throws {
        try changes().log.addUnknown()
        let tables = [
            "sms_thread", "sms_tally", "sms_owner", "sms_data", "sms_kept", Self.journalTable,
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
    static func count(_ number: Int, _ key: TallyKey, of owner: UserID, in database: SQLDatabase) throws {
        try database.run(
            """
            INSERT INTO sms_tally(owner, status, count) VALUES (?, ?, ?)
            ON CONFLICT (owner, status) DO UPDATE SET count = sms_tally.count + excluded.count
            """, [owner.rawValue, key.rawValue, number])
    }
}
