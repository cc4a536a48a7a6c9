// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Stores
import Systems

/// When messages were sent, by which they are in their order.
extension MessageRows {
    func setDate(_ date: Timestamp, of id: Int) throws {
        try flush()
        guard let message = try messages(.number(id), limit: 1).first,
            let row = try Row.fetchOne(
                database.cachedStatement(sql: "SELECT moment, thread, parts FROM sms_message WHERE id = ?"),
                arguments: [key(id)])
        else { return }
        try changes().log.add(.message(id, .changed(.text)))
        let words = MessageSearchText.index(of: MessageSearchText.of(message))
        try IndexedText.delete(words, at: row.number(0), in: database)
        let (moment, isDisplaced) = try MessageMoment(owner: owner.rawValue).place(of: date, for: key(id), in: database)
        // One that is at the moment of its date is the only one there.
        let hash = ContentHash.of(message.content, parts: row.optionalNumber(2), sender: message.sender?.text)
        try database.cachedStatement(
            sql: """
                UPDATE sms_message SET date = ?, moment = ?, hash = ?, dated = ifnull(dated, undated), undated = NULL
                WHERE id = ?
                """
        ).execute(arguments: [date.milliseconds, moment, isDisplaced ? hash : nil, key(id)])
        try IndexedText.insert(words, at: moment, in: database)
        try ConversationThreads.sum(try leader(of: row.number(1)), in: database)
    }
}

extension MessageMoment {
    /// The moment that a message has with a date, and whether that is not the one of the date itself.
    func place(
        of date: Timestamp, for key: Int64, in database: Database
    ) throws -> (moment: Int64, isDisplaced: Bool) {
        let wished = self.key(of: date)
        let moment = try Self.free(from: wished, for: key, in: database)
        return (moment, moment != wished)
    }

    /// The first moment from this one on that no other message has.
    static func free(from start: Int64, for key: Int64, in database: Database) throws -> Int64 {
        var free = start
        let taken = try Int64.fetchCursor(
            database.cachedStatement(
                sql: "SELECT moment FROM sms_message WHERE moment >= ? AND id <> ? ORDER BY moment"),
            arguments: [start, key])
        while let moment = try taken.next(), moment == free { free += 1 }
        return free
    }
}
