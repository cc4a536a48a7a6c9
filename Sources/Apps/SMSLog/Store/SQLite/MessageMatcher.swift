// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import GRDB
import Session
import Systems

/// Finds the stored message that a row of a file stands for, in the transaction that stores the file’s rows.
final class MessageMatcher {
    private static let isSame = """
        thread = ?1 AND date = ?2 AND direction = ?3 AND kind = ?4 AND content = ?5 AND attachments IS ?6 \
        AND sender IS ?7
        """
    /// Looks for a message at the moment of its date, where there is one at most.
    static let isAtItsMoment = "SELECT id FROM sms_message WHERE moment = ?8 AND \(isSame)"
    /// Looks for messages elsewhere.
    ///
    /// By the date alone, each of many messages of one date would be compared with all the others.
    static let isDisplaced = """
        SELECT id FROM sms_message INDEXED BY sms_message_hash WHERE hash = ?8 AND \(isSame) AND id > ?9 ORDER BY id
        """

    private let moments: Moment
    private let atMoment: BulkStatement
    private let displaced: BulkStatement
    /// Up to which key the displaced messages of a kind are matched: of thousands that are alike none is looked at twice.
    private var passed: [Alike: Int64] = [:]

    private struct Alike: Hashable {
        let thread: Int64
        let date: Timestamp
        let direction: MessageDirection
        let kind: MessageKind
        let hash: Int64
    }

    init(_ database: Database, owner: UserID) throws {
        moments = Moment(owner: owner.rawValue)
        atMoment = try BulkStatement(database, sql: Self.isAtItsMoment)
        displaced = try BulkStatement(database, sql: Self.isDisplaced)
    }

    /// The number of a message of this thread that is the draft’s and that no row stands for so far.
    func match(_ draft: MessageDraft, in thread: Int64, outside matched: MatchedMessages) throws -> Int? {
        func isFree(_ key: Int64) -> Bool { !matched.contains(RowKey(rawValue: key).number) }
        let attachments = AttachmentText.encode(draft.attachments)
        bind(draft, thread, attachments, to: atMoment)
        atMoment.bind(moments.key(of: draft.date), at: 8)
        let key = try atMoment.firstNumber(where: isFree) ?? displaced(draft, thread, attachments, where: isFree)
        return key.map { RowKey(rawValue: $0).number }
    }

    private func displaced(
        _ draft: MessageDraft, _ thread: Int64, _ attachments: String?, where isFree: (Int64) -> Bool
    ) throws -> Int64? {
        let hash = ContentHash.of(draft.content, attachments: attachments, sender: draft.sender?.text)
        let alike = Alike(thread: thread, date: draft.date, direction: draft.direction, kind: draft.kind, hash: hash)
        bind(draft, thread, attachments, to: displaced)
        displaced.bind(hash, at: 8)
        displaced.bind(passed[alike] ?? 0, at: 9)
        var last: Int64?
        let key = try displaced.firstNumber { key in
            last = key
            return isFree(key)
        }
        // All up to the last one that was looked at are matched now.
        if let last { passed[alike] = last }
        return key
    }

    private func bind(_ draft: MessageDraft, _ thread: Int64, _ attachments: String?, to statement: BulkStatement) {
        statement.bind(thread, at: 1)
        statement.bind(draft.date.milliseconds, at: 2)
        statement.bind(draft.direction.rawValue, at: 3)
        statement.bind(draft.kind.rawValue, at: 4)
        statement.bind(draft.content, at: 5)
        statement.bind(attachments, at: 6)
        statement.bind(draft.sender?.text, at: 7)
    }
}
