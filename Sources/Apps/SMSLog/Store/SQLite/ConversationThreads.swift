// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSession
import AtriumStores
import AtriumSystems
import SMSLogLogic

struct ConversationThreads {
    /// The thread that has the sums and the marks.
    let leader: Int64
    /// All threads, each with the facts of its messages.
    let all: [(id: Int64, facts: ThreadFacts)]
    /// The facts about the address by which the conversation was found.
    let known: KnownAddress

    /// Date and key of a conversation’s newest message.
    static func newest(of leader: Int64, in database: SQLDatabase) throws -> (date: Int64, message: Int64)? {
        let newest = try database.cachedStatement(
            sql: "SELECT date, id FROM sms_message WHERE thread = ? ORDER BY date DESC, id DESC LIMIT 1")
        // Of each thread by itself: an index has them in this order.
        return try Set(threads(of: leader, in: database) + [leader]).compactMap { thread in
            try SQLRow.fetchOne(newest, arguments: [thread]).map { ($0.number(0), $0.number(1)) }
        }.max(by: <)
    }

    /// Makes the sums of a thread anew: it has those of all that it leads.
    static func sum(_ leader: Int64, in database: SQLDatabase) throws {
        let count = try database.cachedStatement(sql: "SELECT count(*) FROM sms_message WHERE thread = ?")
        let unread = try database.cachedStatement(
            sql: "SELECT count(*) FROM sms_message WHERE thread = ? AND is_read = 0")
        let threads = try threads(of: leader, in: database)
        let last = try newest(of: leader, in: database)
        try database.run(
            "UPDATE sms_thread SET count = ?, unread = ?, last_date = ?, last_message = ? WHERE id = ?",
            [
                threads.reduce(0) { try $0 + (Int.fetchOne(count, arguments: [$1]) ?? 0) },
                threads.reduce(0) { try $0 + (Int.fetchOne(unread, arguments: [$1]) ?? 0) }, last?.date, last?.message,
                leader,
            ])
    }

    private static func threads(of leader: Int64, in database: SQLDatabase) throws -> [Int64] {
        try Int64.fetchAll(database, "SELECT id FROM sms_thread WHERE leader = ?", [leader])
    }
}

extension MessageRows {
    /// The conversation of an address, which may be a spelling without messages; `nil` if there is none.
    func conversation(of address: Address) throws -> ConversationThreads? {
        if let lastRead, let (asked, found) = lastRead.conversation, asked == address { return found }
        let found =
            try conversation(Self.conversationByAddress, [owner.rawValue, address.text])
            ?? number(ofNew: address).flatMap { try conversation(Self.conversationByKey, [$0], asked: address) }
        lastRead?.conversation = (address, found)
        return found
    }

    private static let conversationByAddress = conversation(of: "a.owner = ? AND a.address = ?")
    private static let conversationByKey = conversation(of: "a.id = ?")

    /// Reads the threads that are in a conversation with one, `a`.
    private static func conversation(of condition: String) -> String {
        """
        SELECT o.id, t.id, \(ThreadFacts.list), \(knownColumns(of: "a", number: "n", leader: "t"))
        FROM sms_thread a CROSS JOIN sms_thread n ON n.id = a.number CROSS JOIN sms_thread t ON t.id = n.leader
            CROSS JOIN sms_thread o ON o.leader = t.id LEFT JOIN sms_former f ON f.thread = a.id
        WHERE \(condition)
        """
    }

    private func conversation(
        _ sql: String, _ arguments: SQLArguments, asked: Address? = nil
    ) throws -> ConversationThreads? {
        let rows = try StoredRows(database, sql: sql, arguments)
        var all: [(id: Int64, facts: ThreadFacts)] = []
        var conversation: (leader: Int64, known: KnownAddress)?
        while let row = try rows.next() {
            all.append((row.number(0), ThreadFacts(row, at: 2)))
            // All rows have the same facts about it.
            if conversation == nil {
                conversation = (row.number(1), Self.known(row, at: 2 + ThreadFacts.count, asked: asked))
            }
        }
        return conversation.map { ConversationThreads(leader: $0.leader, all: all, known: $0.known) }
    }

    /// The thread that leads the conversation of one.
    func leader(of thread: Int64) throws -> Int64 {
        try Int64.fetchOne(database, "SELECT leader FROM sms_thread WHERE id = ?", [thread]) ?? thread
    }
}

/// The spellings of each person.
extension MessageRows {
    /// Stores the person of an address, and returns the changed conversations, whose sums are to be made anew.
    func join(_ joined: JoinedAddress) throws -> Set<Int64> {
        let old = try database.cachedStatement(
            sql: "SELECT id, leader FROM sms_thread WHERE owner = ? AND address = ?")
        guard let row = try SQLRow.fetchOne(old, arguments: [owner.rawValue, joined.address.text]) else { return [] }
        let (thread, before) = (row.number(0), row.number(1))
        func key(of address: Address) throws -> Int64 {
            guard address != joined.address else { return thread }
            return try SQLRow.fetchOne(old, arguments: [owner.rawValue, address.text])?.number(0) ?? thread
        }
        let leader = try key(of: joined.leader)
        try database.run(
            "UPDATE sms_thread SET number = ?, leader = ?, person = ? WHERE id = ?",
            [try key(of: joined.number), leader, joined.person?.text, thread])
        if let former = joined.former {
            try database.run(
                "INSERT OR REPLACE INTO sms_former(thread, marks, draft, drafted) VALUES (?, ?, ?, ?)",
                [thread, former.marks.rawValue, former.draft?.text, former.draft?.savedAt.milliseconds])
        } else {
            try database.run("DELETE FROM sms_former WHERE thread = ?", [thread])
        }
        return leader == before ? [] : [leader, before]
    }
}

/// A row of `sms_thread` while a transaction adds to it.
struct MessageThread {
    /// The row’s key.
    let id: Int64
    /// The other end.
    let address: Address
    /// The key of the row that stands for the number, which may be this one: it has the name.
    let number: Int64
    /// The key of the row that leads the conversation, which may be this one.
    let leader: Int64
    /// The leading spelling; `nil` for an address that is not a number.
    let person: Address?
    /// Whether it leads the conversation of several numbers, as it does until some are joined or parted.
    var hasSeveralNumbers = false
    /// Whether the row is still to be made.
    var isNew: Bool
    /// The contact, if the thread has one.
    var contact: Contact?
    /// The name that one of the corporate book comes before.
    var local: Contact?
    /// The date at which a file gave the name that is not of the corporate book.
    var namedAt: Timestamp?
    /// The marks and the draft.
    var state = ConversationState()
    /// The state of its own conversation before a person had it among others.
    var former: ConversationState?
    /// The number of messages.
    var count = 0
    /// The number of messages that are not seen.
    var unread = 0
    /// The newest message’s date.
    var lastDate: Int64?
    /// The newest message’s row.
    var lastMessage: Int64?
    /// Whether the row has to be written.
    var isChanged = false

    /// Whether there may be a message of this date, or of an unknown one: none is newer than the newest one.
    func reaches(_ date: Timestamp?) -> Bool { date.map { $0.milliseconds <= lastDate ?? .min } ?? (lastDate != nil) }

    /// Counts a message in.
    mutating func add(date: Timestamp, key: Int64, isUnread: Bool) {
        isChanged = true
        count += 1
        if isUnread { unread += 1 }
        if (date.milliseconds, key) > (lastDate ?? .min, lastMessage ?? .min) {
            lastDate = date.milliseconds
            lastMessage = key
        }
    }

    /// Counts a message out; the newest one is another then.
    mutating func remove(isUnread: Bool, lastDate: Int64?, lastMessage: Int64?) {
        isChanged = true
        count -= 1
        if isUnread { unread -= 1 }
        self.lastDate = lastDate
        self.lastMessage = lastMessage
    }
}
