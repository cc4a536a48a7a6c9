import GRDB
import Session
import Systems

/// Adds messages to the tables in one transaction.
///
/// What is shared by many messages, threads and sums, is held here until the end and written once.
final class MessageWriter {
    private let database: Database
    private let owner: UserID
    private let moments: Moment
    private let known: Statement
    private let insertion: Statement
    private var lastMessage: Int
    private var lastThread: Int
    private var threads: [String: MessageThread] = [:]
    private var counts: [SendStatus: Int] = [:]
    private var texts: [(moment: Int64, text: String)] = []
    /// The moments that messages of one date took last: the search for a free one goes on there.
    private var displaced: [Int64: Int64] = [:]

    init(_ database: Database, owner: UserID) throws {
        self.database = database
        self.owner = owner
        moments = Moment(owner: owner.rawValue)
        known = try database.cachedStatement(
            sql: """
                SELECT 1 FROM sms_message WHERE thread = ? AND date = ? AND direction = ? AND kind = ? AND content = ?
                    AND attachments IS ? LIMIT 1
                """)
        // A moment that is taken is no error, but asks for the next one.
        insertion = try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO sms_message(id, thread, date, moment, direction, status, is_read, kind, content,
                    raw_address, imported_name, attachments)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let counters = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT last_message, last_thread FROM sms_owner WHERE owner = ?"),
            arguments: [owner.rawValue])
        lastMessage = counters?[0] ?? 0
        lastThread = counters?[1] ?? 0
    }

    /// Stores one message, its contact first; nil when it is there already.
    func add(_ draft: MessageDraft, skippingKnown: Bool) throws -> Int? {
        let address = draft.address.text
        var thread = try threads[address] ?? load(draft.address)
        defer { threads[address] = thread }
        if let name = draft.importedName, thread.contact == nil {
            thread.contact = Contact(address: draft.address, name: name, kind: .local)
            thread.isChanged = true
        }
        let attachments = AttachmentText.encode(draft.attachments)
        // Nothing newer than a thread’s newest message can be there: that is most of a file in order of date.
        if skippingKnown, draft.date.milliseconds <= thread.lastDate ?? .min,
            try isKnown(draft, thread.id, attachments)
        {
            return nil
        }
        lastMessage += 1
        let key = RowKey(owner: owner.rawValue, number: lastMessage).rawValue
        let moment = try insert(draft, key: key, thread: thread.id, attachments: attachments)
        texts.append((moment, SearchText.indexText(of: draft.content)))
        counts[draft.status, default: 0] += 1
        thread.add(draft, key: key)
        return lastMessage
    }

    /// Stores a contact in place of the one with its address.
    func save(_ contact: Contact) throws {
        var thread = try threads[contact.address.text] ?? load(contact.address)
        thread.contact = contact
        thread.isChanged = true
        threads[contact.address.text] = thread
    }

    /// Writes what was held back; the writer is of no use afterwards.
    func finish() throws {
        for (address, thread) in threads where thread.isChanged { try write(thread, address: address) }
        for (status, count) in counts { try SQLiteMessageDAO.count(count, status, of: owner, in: database) }
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_owner(owner, last_message, last_thread) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET last_message = excluded.last_message, last_thread = excluded.last_thread
                """
        ).execute(arguments: [owner.rawValue, lastMessage, lastThread])
        // FTS5 writes a new piece of its index whenever a row number falls: in order, that is once.
        texts.sort { $0.moment < $1.moment }
        let insertion = try database.cachedStatement(sql: "INSERT INTO sms_text(rowid, text) VALUES (?, ?)")
        for (moment, text) in texts { try insertion.execute(arguments: [moment, text]) }
    }
}

extension MessageWriter {
    private func load(_ address: Address) throws -> MessageThread {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT id, name, kind, work, count, unread, last_date, last_message FROM sms_thread
                    WHERE owner = ? AND address = ?
                    """), arguments: [owner.rawValue, address.text])
        guard let row else {
            lastThread += 1
            return MessageThread(id: RowKey(owner: owner.rawValue, number: lastThread).rawValue, isNew: true)
        }
        return MessageThread(
            id: row[0], isNew: false, contact: MessageColumns.contact(row, at: 1, address: address), count: row[4],
            unread: row[5], lastDate: row[6], lastMessage: row[7])
    }

    private func write(_ thread: MessageThread, address: String) throws {
        let values: StatementArguments = [
            thread.contact?.name, thread.contact?.kind.rawValue ?? ContactKind.unknown.rawValue,
            thread.contact?.workNumber, thread.count, thread.unread, thread.lastDate, thread.lastMessage, thread.id,
        ]
        if thread.isNew {
            try database.cachedStatement(
                sql: """
                    INSERT INTO sms_thread(name, kind, work, count, unread, last_date, last_message, id, owner, address)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: values + [owner.rawValue, address])
        } else {
            try database.cachedStatement(
                sql: """
                    UPDATE sms_thread SET name = ?, kind = ?, work = ?, count = ?, unread = ?, last_date = ?,
                        last_message = ? WHERE id = ?
                    """
            ).execute(arguments: values)
        }
    }

    private func isKnown(_ draft: MessageDraft, _ thread: Int64, _ attachments: String?) throws -> Bool {
        try Int.fetchOne(
            known,
            arguments: [
                thread, draft.date.milliseconds, draft.direction.rawValue, draft.kind.rawValue, draft.content,
                attachments,
            ]) != nil
    }

    /// Inserts the row at the first free moment from its date on, and returns that.
    private func insert(_ draft: MessageDraft, key: Int64, thread: Int64, attachments: String?) throws -> Int64 {
        let wished = moments.key(of: draft.date)
        var moment = displaced[wished].map { $0 + 1 } ?? wished
        while true {
            try insertion.execute(arguments: [
                key, thread, draft.date.milliseconds, moment, draft.direction.rawValue, draft.status.rawValue,
                draft.isRead, draft.kind.rawValue, draft.content,
                draft.rawAddress == draft.address.text ? nil : draft.rawAddress, draft.importedName, attachments,
            ])
            if database.changesCount > 0 { break }
            moment = try free(from: moment)
        }
        if moment != wished { displaced[wished] = moment }
        return moment
    }

    private func free(from start: Int64) throws -> Int64 {
        var free = start
        let taken = try Int64.fetchCursor(
            database.cachedStatement(sql: "SELECT moment FROM sms_message WHERE moment >= ? ORDER BY moment"),
            arguments: [start])
        while let moment = try taken.next(), moment == free { free += 1 }
        return free
    }
}
