// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Systems

extension MessageWriter {
    /// Gives a message that was stored in a poorer form what the draft knows of it, its address included, and its date
    /// where no file said that.
    func complete(_ key: Int64, read reading: MessageIdentity, with draft: MessageDraft) throws {
        try insertion.run()
        let (old, new) = (try index(of: reading.address), try index(of: draft.address))
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT moment, is_read, subject, date, hash, undated, dated FROM sms_message WHERE id = ?"),
            arguments: [key])
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
        try database.cachedStatement(
            sql: """
                UPDATE sms_message SET thread = ?, content = ?, parts = ?, sender = ?, subject = ?,
                    hash = ?, raw_address = iif(?, ?, raw_address), undated = ?, dated = ?, date = ?, moment = ?
                WHERE id = ?
                """
        ).execute(arguments: [
            threads[new].id, draft.content, parts, draft.sender?.text, draft.subject, isDisplaced ? hash : nil,
            old != new, draft.rawAddress == draft.address.text ? nil : draft.rawAddress,
            !isDated && !wasBefore && (wasWithout || draft.details.isUndated) ? hash : nil,
            isDated || wasBefore ? hash : nil, date, moment, key,
        ])
        try PartRows.delete(of: key, owner, in: database)
        try PartRows.insert(draft, as: key, of: owner, in: database)
        let after = MessageSearchText.of(draft)
        if isDated || !before.utf8.elementsEqual(after.utf8) {
            try IndexedText.delete(MessageSearchText.index(of: before), at: former, in: database)
            insertion.index(after, at: moment)
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
        // Who alone is left needs no name beside every message.
        let displaced = try Row.fetchAll(
            database,
            sql: """
                SELECT id, content, parts FROM sms_message
                WHERE thread = ? AND (hash IS NOT NULL OR undated IS NOT NULL OR dated IS NOT NULL) AND sender = ?
                """,
            arguments: [threads[old].id, sole.text])
        for row in displaced {
            let hash = ContentHash.of(row.text(1), parts: row.optionalNumber(2), sender: nil)
            try database.execute(
                sql: """
                    UPDATE sms_message SET hash = iif(hash IS NULL, NULL, ?1), undated = iif(undated IS NULL, NULL, ?1),
                        dated = iif(dated IS NULL, NULL, ?1)
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
