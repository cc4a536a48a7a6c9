// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSession
import AtriumSystems
import Foundation
import SMSLogLogic

/// Adds messages to the tables in one transaction.
///
/// Threads and sums, which many messages share, are held here until the end and written once.
final class MessageWriter {
    /// The number of threads that are read one by one.
    private static let few = 3

    let database: SQLDatabase
    let owner: UserID
    let insertion: MessageInsertion
    private var lastMessage: Int
    var lastThread: Int
    var threads: [MessageThread] = []
    var indices: [String: Int] = [:]
    /// The index of the thread of the last requested address: a message asks for its own several times.
    var found: Int?
    /// Addresses of which there is no thread.
    private var missing: Set<Address> = []
    /// The indices of the threads with these keys, and of those that stand for the numbers with these spellings.
    var keys: [Int64: Int] = [:]
    var persons: [String: Int] = [:]
    /// The numbering; `nil` if spellings stay apart.
    lazy var numbering = PhoneNumbering(kept: region)
    private let region: String?
    private var counts: [TallyKey: Int] = [:]

    init(_ database: SQLDatabase, owner: UserID, region: String?) throws {
        self.database = database
        self.region = region
        self.owner = owner
        insertion = try MessageInsertion(database, MessageMoment(owner: owner.rawValue))
        lastMessage = try Self.last("last_message", in: "sms_message", of: owner, database)
        lastThread = try Self.last("last_thread", in: "sms_thread", of: owner, database)
    }

    /// The owner’s highest number: the counted one, or the highest stored one if another program set back the count.
    private static func last(
        _ counter: String, in table: String, of owner: UserID, _ database: SQLDatabase
    ) throws -> Int {
        let keys = RowKey.range(owner: owner.rawValue)
        let row = try database.row(
            """
            SELECT (SELECT \(counter) FROM sms_owner WHERE owner = ?),
                (SELECT max(id) FROM \(table) WHERE id BETWEEN ? AND ?)
            """, [owner.rawValue, keys.lowerBound, keys.upperBound])
        guard let row else { return 0 }
        return max(row.count(0), RowKey(rawValue: row.number(1)).number)
    }

    /// The facts about addresses.
    func known(_ addresses: [Address]) throws -> [KnownAddress] {
        try hold(addresses)
        return try addresses.compactMap(known)
    }

    private func known(_ address: Address) throws -> KnownAddress? {
        let own = try existing(address)
        guard let number = try numbered(address) else { return nil }
        let leader = try threads[lead(number)]
        let joined = JoinedAddress(
            address, person: threads[own ?? number].person, number: threads[number].address, leader: leader.address,
            former: own.flatMap { threads[$0].former })
        return KnownAddress(
            joined: joined,
            name: threads[number].contact.map {
                GivenName(contact: $0, namedAt: threads[number].namedAt, local: threads[number].local)
            },
            contact: leader.contact, state: leader.state, count: leader.count,
            newest: leader.lastDate.map(Timestamp.init(milliseconds:)), hasSeveralNumbers: leader.hasSeveralNumbers)
    }

    /// Sets the state of the conversation with an address; returns its leading address.
    func setState(_ state: ConversationState, of address: Address) throws -> Address {
        let index = try leading(address) ?? index(of: address)
        threads[index].state = state
        threads[index].isChanged = true
        return threads[index].address
    }

    /// The thread in which a message is, if it is anywhere.
    ///
    /// No message newer than a thread’s newest one can be there: that is most of a file in order of date.
    func thread(of identity: MessageIdentity) throws -> Int64? {
        guard let index = try existing(identity.address), threads[try lead(index)].reaches(identity.date) else {
            return nil
        }
        return threads[index].id
    }

    /// The thread of an address; `nil` if there never was one.
    func thread(with address: Address) throws -> Int64? { try existing(address).map { threads[$0].id } }

    /// Makes all numbers up to one count as used.
    func use(numbersUpTo number: Int) { lastMessage = max(lastMessage, number) }

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

    /// Sets or removes the name of a number; returns the leading address of the conversation.
    func setGivenName(_ name: GivenName?, of address: Address) throws -> Address {
        let index = try numbered(address) ?? index(of: address)
        let name = name?.of(threads[index].address)
        (threads[index].contact, threads[index].local) = (name?.contact, name?.local)
        threads[index].namedAt = name?.namedAt
        threads[index].isChanged = true
        return threads[try lead(index)].address
    }

    /// Writes the pending rows; the writer must not be used afterwards.
    func finish() throws {
        for thread in threads where thread.isChanged || thread.isNew { try write(thread) }
        for (key, count) in counts { try MessageRows.count(count, key, of: owner, in: database) }
        try database.run(
            """
            INSERT INTO sms_owner(owner, last_message, last_thread) VALUES (?, ?, ?)
            ON CONFLICT (owner) DO UPDATE SET last_message = excluded.last_message, last_thread = excluded.last_thread
            """, [owner.rawValue, lastMessage, lastThread])
        try insertion.finish()
    }
}

extension MessageWriter {
    /// Completes a message that was stored in a poorer form from the draft, its address included, and its date
    /// if no file had one.
    func complete(_ key: Int64, read reading: MessageIdentity, with draft: MessageDraft) throws {
        try insertion.run()
        let (old, new) = (try index(of: reading.address), try index(of: draft.address))
        let row = try database.row(
            "SELECT moment, is_read, subject, date, hash, undated, dated FROM sms_message WHERE id = ?", [key])
        guard let row else { return }
        let before = try MessageSearchText.of(
            reading.content, row.optionalText(2),
            PartRows.parts(of: key, in: database).filter(\.isAttachment))
        let isRead = row.number(1) != 0
        var (moment, date, isDisplaced) = (row.number(0), row.number(3), row.optionalNumber(4) != nil)
        let (wasWithout, wasBefore) = (row.optionalNumber(5) != nil, row.optionalNumber(6) != nil)
        let isDated = wasWithout && !draft.details.isUndated
        let former = moment
        if isDated {
            date = draft.date.milliseconds
            (moment, isDisplaced) = try MessageMoment(owner: owner.rawValue).place(
                of: draft.date, for: key, in: database)
        }
        let parts = ContentHash.of(draft.attachments)
        let hash = ContentHash.of(draft.content, parts: parts, sender: draft.sender?.text)
        try database.run(
            """
            UPDATE sms_message SET thread = ?, content = ?, parts = ?, sender = ?, subject = ?,
                hash = ?, raw_address = CASE WHEN ? THEN ? ELSE raw_address END, undated = ?, dated = ?, date = ?, moment = ?
            WHERE id = ?
            """,
            [
                threads[new].id, draft.content, parts, draft.sender?.text, draft.subject, isDisplaced ? hash : nil,
                old != new, draft.rawAddress == draft.address.text ? nil : draft.rawAddress,
                !isDated && !wasBefore && (wasWithout || draft.details.isUndated) ? hash : nil,
                isDated || wasBefore ? hash : nil, date, moment, key,
            ])
        try PartRows.delete(of: key, owner, in: database)
        try PartRows.insert(draft, as: key, of: owner, in: database)
        let after = MessageSearchText.of(draft)
        if isDated || !before.utf8.elementsEqual(after.utf8) {
            try SQLTextIndex(database, SMSLogSchema.words).delete(MessageSearchText.index(of: before), at: former)
            insertion.index(after, at: moment, isNew: false)
        }
        let (oldLead, newLead) = (try lead(old), try lead(new))
        guard isDated || oldLead != newLead else { return }
        let last = try ConversationThreads.newest(of: threads[oldLead].id, in: database)
        threads[oldLead].remove(isUnread: !isRead, lastDate: last?.date, lastMessage: last?.message)
        threads[newLead].add(date: Timestamp(milliseconds: date), key: key, isUnread: !isRead)
    }

    /// Moves all messages of an address to another one; sums of conversations are for who calls.
    func moveMessages(of address: Address, to other: Address) throws {
        let (old, new) = (try index(of: address), try index(of: other))
        let sole = threads[new].address
        // The only remaining correspondent needs no name beside every message.
        let displaced = try database.rows(
            """
            SELECT id, content, parts FROM sms_message
            WHERE thread = ? AND (hash IS NOT NULL OR undated IS NOT NULL OR dated IS NOT NULL) AND sender = ?
            """, [threads[old].id, sole.text])
        for row in displaced {
            let hash = ContentHash.of(row.text(1), parts: row.optionalNumber(2), sender: nil)
            try database.execute(
                sql: """
                    UPDATE sms_message SET hash = CASE WHEN hash IS NULL THEN hash ELSE ?1 END,
                        undated = CASE WHEN undated IS NULL THEN undated ELSE ?1 END,
                        dated = CASE WHEN dated IS NULL THEN dated ELSE ?1 END
                    WHERE id = ?2
                    """, arguments: [hash, row.number(0)])
        }
        try database.execute(
            sql: """
                UPDATE sms_message SET thread = ?1, raw_address = ifnull(raw_address, ?2), sender = nullif(sender, ?3)
                WHERE thread = ?4
                """, arguments: [threads[new].id, address.text, sole.text, threads[old].id])
        try database.execute(
            sql: "UPDATE sms_removed SET thread = ? WHERE thread = ?", arguments: [threads[new].id, threads[old].id])
    }
}

/// The threads of which something is held back.
extension MessageWriter {
    /// The index of the address’s thread.
    func index(of address: Address) throws -> Int {
        if let index = try existing(address) { return index }
        let number = try numbered(address)
        lastThread += 1
        let id = RowKey(owner: owner.rawValue, number: lastThread).rawValue
        let person = numbering?.person(address)
        let index = hold(
            MessageThread(
                id: id, address: address, number: number.map { threads[$0].id } ?? id,
                leader: number.map { threads[$0].leader } ?? id, person: person, isNew: true))
        if let person { persons[person.text] = number ?? index }
        // A request for all threads of the conversation has to find it.
        for new in [number, index].compactMap(\.self) where number != nil && threads[new].isNew {
            try write(threads[new])
            threads[new].isNew = false
        }
        return index
    }

    /// The index of the thread that leads the conversation of an address, which has none of its own if another spelling
    /// has one; `nil` if there is none.
    func leading(_ address: Address) throws -> Int? { try numbered(address).map(lead) }

    /// The index of the thread that stands for the number of an address; `nil` if there is none.
    func numbered(_ address: Address) throws -> Int? {
        if let index = try existing(address) {
            let number = threads[index].number
            return number == threads[index].id ? index : try held(number) ?? index
        }
        guard let person = numbering?.person(address) else { return nil }
        return try persons[person.text] ?? MessageRows.number(of: person, owner, in: database).flatMap(held)
    }

    /// The index of the thread that leads the conversation of one.
    func lead(_ index: Int) throws -> Int {
        let leader = threads[index].leader
        return leader == threads[index].id ? index : try held(leader) ?? index
    }

    private func held(_ key: Int64) throws -> Int? {
        if let index = keys[key] { return index }
        return try load("t.id = ?", [key]).first.map(hold)
    }

    /// The index of the address’s thread; `nil` if there is none.
    func existing(_ address: Address) throws -> Int? {
        if let found, threads[found].address == address { return found }
        if let index = indices[address.text] {
            found = index
        } else if missing.contains(address) {
            found = nil
        } else {
            found = try load("t.owner = ? AND t.address = ?", [owner.rawValue, address.text]).first.map(hold)
        }
        return found
    }

    /// Holds the threads of many addresses, which are read at once.
    func hold(_ addresses: [Address]) throws {
        let new = Set(addresses).filter { indices[$0.text] == nil && !missing.contains($0) }
        guard new.count > Self.few else { return }
        let names = try String(decoding: JSONEncoder().encode(new.map(\.text)), as: UTF8.self)
        for thread in try load(
            "t.owner = ? AND t.address IN (SELECT CAST(value AS TEXT) FROM json_each(?))", [owner.rawValue, names])
        where keys[thread.id] == nil { _ = hold(thread) }
        missing.formUnion(new.filter { indices[$0.text] == nil })
    }

    private func hold(_ thread: MessageThread) -> Int {
        threads.append(thread)
        indices[thread.address.text] = threads.count - 1
        keys[thread.id] = threads.count - 1
        return threads.count - 1
    }

    private func load(_ condition: String, _ arguments: SQLArguments) throws -> [MessageThread] {
        try StoredRows(
            database,
            sql: """
                SELECT t.id, t.name, t.kind, t.work, t.named_at, t.local, t.local_work, t.count, t.unread, t.last_date,
                    t.last_message, t.marks, t.draft, t.drafted, t.leader, t.person, t.address, t.number,
                    \(MessageRows.hasSeveralNumbers), f.marks, f.draft, f.drafted
                FROM sms_thread t LEFT JOIN sms_former f ON f.thread = t.id WHERE \(condition)
                """, arguments
        ).map { row in
            let address = Address(stored: row.text(16))
            return MessageThread(
                id: row.number(0), address: address, number: row.number(17), leader: row.number(14),
                person: row.optionalText(15).map(Address.init(stored:)), hasSeveralNumbers: row.number(18) != 0,
                isNew: false, contact: MessageColumns.contact(row, at: 1, address: address),
                local: MessageColumns.local(row, at: 5, address: address),
                namedAt: row.optionalNumber(4).map(Timestamp.init(milliseconds:)),
                state: MessageColumns.state(row, at: 11),
                former: row.isNull(19) ? nil : MessageColumns.state(row, at: 19), count: row.count(7),
                unread: row.count(8), lastDate: row.optionalNumber(9), lastMessage: row.optionalNumber(10))
        }
    }

    func write(_ thread: MessageThread) throws {
        let statement = try BulkStatement(
            database,
            sql: thread.isNew
                ? """
                INSERT INTO sms_thread(name, kind, work, count, unread, last_date, last_message, named_at, marks,
                    draft, drafted, local, local_work, id, owner, address, number, leader, person, form)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
                : """
                UPDATE sms_thread SET name = ?, kind = ?, work = ?, count = ?, unread = ?, last_date = ?,
                    last_message = ?, named_at = ?, marks = ?, draft = ?, drafted = ?, local = ?, local_work = ?
                WHERE id = ?
                """)
        statement.bind(thread.contact?.name, at: 1)
        statement.bind(thread.contact?.kind.rawValue ?? ContactKind.unknown.rawValue, at: 2)
        statement.bind(thread.contact?.workNumber, at: 3)
        statement.bind(thread.count, at: 4)
        statement.bind(thread.unread, at: 5)
        statement.bind(thread.lastDate, at: 6)
        statement.bind(thread.lastMessage, at: 7)
        statement.bind(thread.namedAt?.milliseconds, at: 8)
        statement.bind(thread.state.marks.rawValue, at: 9)
        statement.bind(thread.state.draft?.text, at: 10)
        statement.bind(thread.state.draft?.savedAt.milliseconds, at: 11)
        statement.bind(thread.local?.name, at: 12)
        statement.bind(thread.local?.workNumber, at: 13)
        statement.bind(thread.id, at: 14)
        if thread.isNew {
            statement.bind(owner.rawValue, at: 15)
            statement.bind(thread.address.text, at: 16)
            statement.bind(thread.number, at: 17)
            statement.bind(thread.leader, at: 18)
            statement.bind(thread.person?.text, at: 19)
            statement.bind(thread.address.form.rawValue, at: 20)
        }
        try statement.run()
    }
}
