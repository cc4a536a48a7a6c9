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
    let insertion: MessageInsertion
    private var lastMessage: Int
    var lastThread: Int
    var threads: [MessageThread] = []
    var indices: [String: Int] = [:]
    /// Where the thread of the address is held that was asked for last: a message asks for its own several times.
    var found: Int?
    /// Where the threads with these keys are held, and those that stand for the numbers with these spellings for all.
    var keys: [Int64: Int] = [:]
    var persons: [String: Int] = [:]
    /// How numbers are read; nil where spellings stay apart.
    lazy var numbering = PhoneNumbering(kept: region)
    private let region: String?
    private var counts: [TallyKey: Int] = [:]

    init(_ database: Database, owner: UserID, region: String?) throws {
        self.database = database
        self.region = region
        self.owner = owner
        insertion = try MessageInsertion(database, MessageMoment(owner: owner.rawValue))
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

    /// What is known of an address.
    func known(_ address: Address) throws -> KnownAddress? {
        guard let number = try numbered(address) else { return nil }
        let leader = try lead(number)
        return KnownAddress(
            number: threads[number].address, leader: threads[leader].address, contact: threads[leader].contact,
            state: threads[leader].state, count: threads[leader].count,
            hasSeveralNumbers: threads[leader].hasSeveralNumbers)
    }

    /// What a number is called.
    func givenName(of address: Address) throws -> GivenName? {
        guard let index = try numbered(address), let contact = threads[index].contact else { return nil }
        return GivenName(contact: contact, namedAt: threads[index].namedAt, local: threads[index].local)
    }

    /// The date of the newest message of the conversation with an address.
    func newest(of address: Address) throws -> Timestamp? {
        try leading(address).flatMap { threads[$0].lastDate }.map(Timestamp.init(milliseconds:))
    }

    /// Puts what there is of the conversation with an address; returns the one that stands for it.
    func setState(_ state: ConversationState, of address: Address) throws -> Address {
        let index = try leading(address) ?? index(of: address)
        threads[index].state = state
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
        try insertion.add(draft, key: key, thread: threads[index].id)
        if !draft.parts.isEmpty || !draft.participants.isEmpty {
            try PartRows.insert(draft, as: key, of: owner, in: database)
        }
        counts[TallyKey(draft.status, draft.call), default: 0] += 1
        threads[try lead(index)].add(date: draft.date, key: key, isUnread: draft.isUnread)
        return lastMessage
    }

    /// Puts what a number is called, or nothing; returns the address that stands for the conversation.
    func setGivenName(_ name: GivenName?, of address: Address) throws -> Address {
        let index = try numbered(address) ?? index(of: address)
        let name = name?.of(threads[index].address)
        (threads[index].contact, threads[index].local) = (name?.contact, name?.local)
        threads[index].namedAt = name?.namedAt
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
        try insertion.finish()
    }
}
