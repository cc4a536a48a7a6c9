// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import GRDB
import Session
import Systems

/// The columns of a message with its thread, and the message that a row of them is.
enum MessageColumns {
    /// What to select where `m` is a message, `o` its own thread and `t` the one that leads the conversation.
    ///
    /// Read by number, not by name: a page of 50 takes less than half the time.
    static let list = """
        m.id, o.address, m.raw_address, m.content, m.date, m.direction, m.status, m.is_read, m.kind, t.name, t.kind, \
        t.work, m.imported_name, m.parts, m.reference, m.failure, \
        m.sender, m.handover, m.subject, m.call, t.marks, t.address
        """
    /// The column of the text.
    static let content = 3
    /// The column that says whether there are parts besides the text.
    static let parts = 13
    /// The column of the subject.
    static let subject = 18
    /// How many columns the list has.
    static let count = 22

    /// The message of a row whose columns begin with the list.
    static func message(_ row: some StoredColumns, in database: Database) throws -> Message {
        let text = row.text(1)
        let address = Address(stored: text)
        let attachments =
            row.optionalNumber(Self.parts) == nil
            ? [] : try PartRows.parts(of: row.number(0), in: database).filter(\.isAttachment)
        return Message(
            id: RowKey(rawValue: row.number(0)).number, address: address, rawAddress: row.optionalText(2) ?? text,
            content: row.text(3), date: Timestamp(milliseconds: row.number(4)),
            direction: MessageDirection(rawValue: row.count(5)) ?? .incoming,
            status: SendStatus(rawValue: row.count(6)) ?? .received, isRead: row.number(7) != 0,
            kind: MessageKind(rawValue: row.count(8)) ?? .sms, contact: contact(row, at: 9, address: leader(row)),
            marks: ConversationMarks(rawValue: row.count(20)), importedName: row.optionalText(12),
            attachments: attachments, subject: row.optionalText(Self.subject),
            call: row.optionalNumber(19).flatMap(call), sender: row.optionalText(16).map(Address.init(stored:)),
            handover: Handover(rawValue: row.count(17)) ?? .foreign, reference: row.optionalText(14),
            failure: row.optionalText(15))
    }

    /// A call as one number: how it went below, how long it took above.
    static func number(of call: Call) -> Int64 { Int64(call.seconds) << 3 | Int64(call.outcome.rawValue) }

    private static func call(_ number: Int64) -> Call? {
        Call.Outcome(rawValue: Int(number & 7)).map { Call($0, seconds: Int(number >> 3)) }
    }

    /// What there is of a conversation, of a row that has its marks, what was begun to be written and when that was kept from
    /// column `index` on.
    static func state(_ row: some StoredColumns, at index: Int) -> ConversationState {
        ConversationState(
            marks: ConversationMarks(rawValue: row.count(index)), draft: draft(row, at: index + 1))
    }

    /// What was begun to be written, of a row that has its text and when it was kept from column `index` on.
    static func draft(_ row: some StoredColumns, at index: Int) -> ConversationDraft? {
        row.optionalText(index).map {
            ConversationDraft(text: $0, savedAt: Timestamp(milliseconds: row.optionalNumber(index + 1) ?? 0))
        }
    }

    /// The address of the conversation of a row whose columns begin with the list.
    static func leader(_ row: some StoredColumns) -> Address { Address(stored: row.text(21)) }

    /// The contact of a row that has name, kind and number at work from column `index` on.
    static func contact(_ row: some StoredColumns, at index: Int, address: @autoclosure () -> Address) -> Contact? {
        guard let name = row.optionalText(index) else { return nil }
        return Contact(
            address: address(), name: name, kind: ContactKind(rawValue: row.count(index + 1)) ?? .local,
            workNumber: row.optionalText(index + 2))
    }
}
