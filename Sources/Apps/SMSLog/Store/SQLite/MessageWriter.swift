// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import PhoneNumbers
import SMSLogDomain
import Session
import Systems

/// Adds messages to the tables in one transaction.
///
/// What is shared by many messages, threads and sums, is held here until the end and written once.
final class MessageWriter {
    let database: Database
    let owner: UserID
    private let moments: MessageMoment
    private let insertion: BulkStatement
    private var lastMessage: Int
    var lastThread: Int
    var threads: [MessageThread] = []
    var indices: [String: Int] = [:]
    /// Where the threads with these keys are held, and those that stand for the numbers with these spellings for all.
    var keys: [Int64: Int] = [:]
    var persons: [String: Int] = [:]
    /// How numbers are read; nil where spellings stay apart.
    lazy var numbering = PhoneNumbering(kept: region)
    private let region: String?
    private var counts: [TallyKey: Int] = [:]
    var texts: [(moment: Int64, text: String)] = []
    /// The moments that messages of one date took last: the search for a free one goes on there.
    private var displaced: [Int64: Int64] = [:]

    init(_ database: Database, owner: UserID, region: String?) throws {
        self.database = database
        self.region = region
        self.owner = owner
        moments = MessageMoment(owner: owner.rawValue)
        // A moment that is taken is no error, but asks for the next one.
        insertion = try BulkStatement(
            database,
            sql: """
                INSERT OR IGNORE INTO sms_message(id, thread, date, moment, direction, status, is_read, kind, content,
                    raw_address, imported_name, parts, hash, sender, handover, sent, sim, centre, locked, delivered,
                    network_id, subject, call, failure, undated)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        lastMessage = try Self.last("last_message", in: "sms_message", of: owner, database)
        lastThread = try Self.last("last_thread", in: "sms_thread", of: owner, database)
    }

    /// The owner’s highest number: what was counted, or what is there, should another program have set back the count.
    private static func last(
        _ counter: String, in table: String, of owner: UserID, _ database: Database
    ) throws -> Int {
        let keys = RowKey.range(owner: owner.rawValue)
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT (SELECT \(counter) FROM sms_owner WHERE owner = ?),
                        (SELECT max(id) FROM \(table) WHERE id BETWEEN ? AND ?)
                    """), arguments: [owner.rawValue, keys.lowerBound, keys.upperBound])
        guard let row else { return 0 }
        return max(row.count(0), RowKey(rawValue: row.number(1)).number)
    }

    /// The contact of the conversation of an address.
    func contact(_ address: Address) throws -> Contact? { try leading(address).flatMap { threads[$0].contact } }

    /// What a number is called.
    func givenName(of address: Address) throws -> GivenName? {
        guard let index = try numbered(address), let contact = threads[index].contact else { return nil }
        return GivenName(contact: contact, namedAt: threads[index].namedAt)
    }

    /// Whether a person with several numbers has the conversation of an address.
    func hasSeveralNumbers(_ address: Address) throws -> Bool {
        guard let leader = try leading(address) else { return false }
        return try MessageRows.hasSeveralNumbers(threads[leader].id, in: database)
    }

    /// What the user has said of the conversation with an address.
    func marks(of address: Address) throws -> ConversationMarks {
        try leading(address).map { threads[$0].marks } ?? []
    }

    /// The date of the newest message of the conversation with an address.
    func newest(of address: Address) throws -> Timestamp? {
        try leading(address).flatMap { threads[$0].lastDate }.map(Timestamp.init(milliseconds:))
    }

    /// Puts what the user says of the conversation with an address; returns the one that stands for it.
    func setMarks(_ marks: ConversationMarks, of address: Address) throws -> Address {
        let index = try leader(of: address)
        threads[index].marks = marks
        threads[index].isChanged = true
        return threads[index].address
    }

    /// Puts what the user has begun to write to an address, or nothing; returns the one that stands for the conversation,
    /// or nil where it was the same before.
    func setDraft(_ draft: ConversationDraft?, for address: Address) throws -> Address? {
        guard try draft != nil || leading(address) != nil else { return nil }
        let index = try leader(of: address)
        guard threads[index].draft != draft else { return nil }
        threads[index].draft = draft
        threads[index].isChanged = true
        return threads[index].address
    }

    /// The thread in which a message is, if it is anywhere.
    ///
    /// Nothing newer than a thread’s newest message can be there: that is most of a file in order of date.
    func thread(of identity: MessageIdentity) throws -> Int64? {
        guard let index = try existing(identity.address), threads[try lead(index)].reaches(identity.date) else {
            return nil
        }
        return threads[index].id
    }

    /// The thread of an address; nil where there never was one.
    func thread(with address: Address) throws -> Int64? { try existing(address).map { threads[$0].id } }

    /// Stores one message, and returns its number.
    func add(_ draft: MessageDraft) throws -> Int {
        let index = try index(of: draft.address)
        lastMessage += 1
        let key = RowKey(owner: owner.rawValue, number: lastMessage).rawValue
        let moment = try insert(draft, key: key, thread: threads[index].id)
        texts.append((moment, MessageSearchText.index(of: MessageSearchText.of(draft))))
        if !draft.parts.isEmpty || !draft.participants.isEmpty {
            try PartRows.insert(draft, as: key, of: owner, in: database)
        }
        counts[TallyKey(draft.status, draft.call), default: 0] += 1
        threads[try lead(index)].add(date: draft.date, key: key, isUnread: draft.isUnread)
        return lastMessage
    }

    /// Stores a contact in place of the one of a number, or none; `namedAt` where a file names it.
    ///
    /// - Returns: The address that stands for the conversation.
    func save(_ contact: Contact?, for address: Address, namedAt: Timestamp?) throws -> Address {
        let index = try numbered(address) ?? index(of: address)
        threads[index].contact = contact?.of(threads[index].address)
        threads[index].namedAt = namedAt
        threads[index].isChanged = true
        return threads[try lead(index)].address
    }

    /// Writes what was held back; the writer is of no use afterwards.
    func finish() throws {
        for thread in threads where thread.isChanged || thread.isNew { try write(thread) }
        for (key, count) in counts { try MessageRows.count(count, key, of: owner, in: database) }
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_owner(owner, last_message, last_thread) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET last_message = excluded.last_message, last_thread = excluded.last_thread
                """
        ).execute(arguments: [owner.rawValue, lastMessage, lastThread])
        // FTS5 writes a new piece of its index whenever a row number falls: in order, that is once.
        texts.sort { $0.moment < $1.moment }
        let indexing = try BulkStatement(database, sql: "INSERT INTO sms_text(rowid, text) VALUES (?, ?)")
        for (moment, text) in texts {
            indexing.bind(moment, at: 1)
            indexing.bind(text, at: 2)
            try indexing.run()
        }
    }
}

extension MessageWriter {
    /// Inserts the row at the first free moment from its date on, and returns that.
    private func insert(_ draft: MessageDraft, key: Int64, thread: Int64) throws -> Int64 {
        let parts = draft.parts.isEmpty ? nil : ContentHash.of(draft.attachments)
        let wished = moments.key(of: draft.date)
        var moment = displaced[wished].map { $0 + 1 } ?? wished
        insertion.bind(key, at: 1)
        insertion.bind(thread, at: 2)
        insertion.bind(draft.date.milliseconds, at: 3)
        insertion.bind(draft.direction.rawValue, at: 5)
        insertion.bind(draft.status.rawValue, at: 6)
        insertion.bind(draft.isRead ? 1 : 0, at: 7)
        insertion.bind(draft.kind.rawValue, at: 8)
        insertion.bind(draft.content, at: 9)
        insertion.bind(draft.rawAddress == draft.address.text ? nil : draft.rawAddress, at: 10)
        insertion.bind(draft.importedName, at: 11)
        insertion.bind(parts, at: 12)
        insertion.bind(draft.sender?.text, at: 14)
        insertion.bind(draft.handover.rawValue, at: 15)
        insertion.bind(draft.details.sent?.milliseconds, at: 16)
        insertion.bind(draft.details.sim, at: 17)
        insertion.bind(draft.details.centre, at: 18)
        insertion.bind(draft.details.isLocked ? 1 : 0, at: 19)
        insertion.bind(draft.details.delivered?.milliseconds, at: 20)
        insertion.bind(draft.details.networkID, at: 21)
        insertion.bind(draft.subject, at: 22)
        insertion.bind(draft.call.map(MessageColumns.number(of:)), at: 23)
        insertion.bind(draft.failure, at: 24)
        func hash() -> Int64 { ContentHash.of(draft.content, parts: parts, sender: draft.sender?.text) }
        insertion.bind(draft.details.isUndated ? hash() : nil, at: 25)
        while true {
            insertion.bind(moment, at: 4)
            insertion.bind(moment == wished ? nil : hash(), at: 13)
            try insertion.run()
            if database.changesCount > 0 { break }
            moment = try free(from: moment)
        }
        if moment != wished { displaced[wished] = moment }
        return moment
    }

    /// The first free moment after one that is taken.
    private func free(from start: Int64) throws -> Int64 {
        var free = start
        let taken = try Int64.fetchCursor(
            database.cachedStatement(sql: "SELECT moment FROM sms_message WHERE moment >= ? ORDER BY moment"),
            arguments: [start])
        while let moment = try taken.next(), moment == free { free += 1 }
        // Then something else of the row is taken, which no other moment would mend.
        guard free > start else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return free
    }
}
