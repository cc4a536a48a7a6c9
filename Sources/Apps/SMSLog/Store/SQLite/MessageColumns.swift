// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import SMSLogLogic

/// The columns of a message with its thread, and the message that a row of them is.
enum MessageColumns {
    /// The columns to select if `m` is a message, `o` its own thread and `t` the one that leads the conversation.
    ///
    /// Read by number, not by name: a page of 50 takes less than half the time.
    static let list = "\(own), \(ThreadFacts.list)"
    /// The columns to select of the message alone, if its thread is known.
    static let own = """
        m.id, m.content, m.date, m.direction, m.status, m.is_read, m.kind, m.handover,
        m.parts, m.failure, m.sender, m.subject, m.call
        """
    /// The list without the thread, whose columns are empty.
    static let ownAlone = own + String(repeating: ", NULL", count: ThreadFacts.count)
    /// The columns of fields that few messages have.
    private static let rare = parts..<ownCount
    /// The column of the text.
    static let content = 1
    /// The column that says whether there are parts besides the text.
    static let parts = 8
    /// The column of the subject.
    static let subject = 11
    /// The number of columns of the message alone, and of the list.
    static let ownCount = 13
    static let count = ownCount + ThreadFacts.count

    /// The message of a row whose columns begin with the list.
    ///
    /// - Parameter content: The text, if it has been read.
    static func message(
        _ row: some StoredColumns, content: String? = nil, in database: SQLDatabase
    ) throws -> Message {
        try message(row, content: content, of: thread(row), in: database)
    }

    /// The thread of the message of a row whose columns begin with the list.
    static func thread(_ row: some StoredColumns) -> ThreadFacts { ThreadFacts(row, at: ownCount) }

    /// The address that leads the conversation of the message of a row whose columns begin with the list.
    static func leader(_ row: some StoredColumns) -> Address { ThreadFacts.leader(row, at: ownCount) }

    /// The message of a row whose columns begin with those of the message alone.
    static func message(
        _ row: some StoredColumns, content: String? = nil, of thread: ThreadFacts, in database: SQLDatabase
    ) throws -> Message {
        let content = content ?? row.text(self.content)
        guard !rare.allSatisfy({ row.isNull($0) }) else { return message(row, content, of: thread) }
        let attachments =
            row.isNull(parts) ? [] : try PartRows.parts(of: row.number(0), in: database).filter(\.isAttachment)
        return message(
            row, content, of: thread, attachments: attachments, failure: row.optionalText(9),
            sender: row.optionalText(10).map(Address.init(stored:)), subject: row.optionalText(subject),
            call: row.optionalNumber(12).flatMap(call))
    }

    // Inlined, so that absent values are not retained and released for each message of a page.
    @inline(__always)
    private static func message(
        _ row: some StoredColumns, _ content: String, of thread: ThreadFacts, attachments: [MessagePart] = [],
        failure: String? = nil, sender: Address? = nil, subject: String? = nil, call: Call? = nil
    ) -> Message {
        Message(
            id: RowKey(rawValue: row.number(0)).number, thread: thread, content: content,
            date: Timestamp(milliseconds: row.number(2)),
            direction: MessageDirection(rawValue: row.count(3)) ?? .incoming,
            status: SendStatus(rawValue: row.count(4)) ?? .received, isRead: row.number(5) != 0,
            kind: MessageKind(rawValue: row.count(6)) ?? .sms, attachments: attachments, subject: subject, call: call,
            sender: sender, handover: Handover(rawValue: row.count(7)) ?? .foreign, failure: failure)
    }

    /// A call as one number: the outcome in the low bits, the length above.
    static func number(of call: Call) -> Int64 { Int64(call.seconds) << 3 | Int64(call.outcome.rawValue) }

    private static func call(_ number: Int64) -> Call? {
        Call.Outcome(rawValue: Int(number & 7)).map { Call($0, seconds: Int(number >> 3)) }
    }

    /// The state of a conversation, from a row that has its marks, its draft and the date of that from column `index`
    /// on.
    static func state(_ row: some StoredColumns, at index: Int) -> ConversationState {
        ConversationState(
            marks: ConversationMarks(rawValue: row.count(index)), draft: draft(row, at: index + 1))
    }

    /// The draft, from a row that has its text and its date from column `index` on.
    static func draft(_ row: some StoredColumns, at index: Int) -> ConversationDraft? {
        row.optionalText(index).map {
            ConversationDraft(text: $0, savedAt: Timestamp(milliseconds: row.optionalNumber(index + 1) ?? 0))
        }
    }

    /// The contact of a row that has name, kind and number at work from column `index` on.
    static func contact(_ row: some StoredColumns, at index: Int, address: @autoclosure () -> Address) -> Contact? {
        guard let name = row.optionalText(index) else { return nil }
        return Contact(
            address: address(), name: name, kind: ContactKind(rawValue: row.count(index + 1)) ?? .local,
            workNumber: row.optionalText(index + 2))
    }

    /// The name of a number, from a row that has its contact, the date of the file’s name, and the contact beside it
    /// from column `index` on.
    static func givenName(_ row: some StoredColumns, at index: Int, address: Address) -> GivenName? {
        contact(row, at: index, address: address).map {
            GivenName(
                contact: $0, namedAt: row.optionalNumber(index + 3).map(Timestamp.init(milliseconds:)),
                local: local(row, at: index + 4, address: address))
        }
    }

    /// The contact that one of the corporate book comes before, of a row that has its name and number at work from column
    /// `index` on.
    static func local(_ row: some StoredColumns, at index: Int, address: @autoclosure () -> Address) -> Contact? {
        row.optionalText(index).map {
            Contact(address: address(), name: $0, kind: .local, workNumber: row.optionalText(index + 1))
        }
    }
}

extension ThreadFacts {
    /// The columns to select if `o` is the own thread and `t` the one that leads the conversation.
    static let list = "o.address, t.address, t.name, t.kind, t.work, t.marks"
    /// The number of these columns.
    static let count = 6

    /// Reads the columns of a row from `index` on.
    convenience init(_ row: some StoredColumns, at index: Int) {
        self.init(
            address: Address(stored: row.text(index)),
            contact: MessageColumns.contact(row, at: index + 2, address: Self.leader(row, at: index)),
            marks: ConversationMarks(rawValue: row.count(index + 5)))
    }

    /// The address that leads the conversation.
    static func leader(_ row: some StoredColumns, at index: Int) -> Address { Address(stored: row.text(index + 1)) }
}
