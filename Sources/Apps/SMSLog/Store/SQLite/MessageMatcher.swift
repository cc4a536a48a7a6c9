// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import SMSLogLogic

/// Finds the stored messages that the rows of a file stand for, in the transaction that stores them.
final class MessageMatcher {
    /// One of which no file says when it was only stands at the date that it has.
    private static let isAlike = """
        thread = ?1 AND direction = ?3 AND kind = ?4 AND content = ?5 AND parts IS ?6 AND sender IS ?7
        AND undated IS NULL
        """
    private static let isSame = "date = ?2 AND \(isAlike)"
    /// Looks for messages of a second; of many of one moment the last ones may be displaced out of it.
    static let isInSecond = """
        SELECT id FROM sms_message WHERE moment BETWEEN ?8 AND ?8 + 1999 AND date BETWEEN ?2 AND ?2 + 999
            AND \(isAlike) ORDER BY moment
        """
    /// Looks for a message at the moment of its date, if there is one at most.
    static let isAtItsMoment = "SELECT id FROM sms_message WHERE moment = ?8 AND \(isSame)"
    /// Looks for messages elsewhere.
    ///
    /// By the date alone, each of many messages of one date would be compared with all the others.
    static let isDisplaced = """
        SELECT id FROM sms_message INDEXED BY sms_message_hash WHERE hash = ?9 AND \(isSame) AND id > ?8 ORDER BY id
        """
    /// Looks for messages of which no file says when they were.
    static let isUndated = """
        SELECT id FROM sms_message INDEXED BY sms_message_undated WHERE thread = ?1 AND undated = ?2 AND direction = ?3
            AND kind = ?4 AND content = ?5 AND parts IS ?6 AND sender IS ?7 AND id > ?8 ORDER BY id
        """
    /// Looks for messages that have no date in one file, and one in another.
    static let wasUndated = """
        SELECT id FROM sms_message INDEXED BY sms_message_dated WHERE thread = ?1 AND dated = ?2 AND direction = ?3
            AND kind = ?4 AND content = ?5 AND parts IS ?6 AND sender IS ?7 AND id > ?8 ORDER BY id
        """
    /// Stands in `sms_removed` in place of a date that no file says.
    static let noDate = Int64.min
    /// Stands there in place of a date that one file lacks, and another one has.
    static let noDateBefore = noDate + 1
    /// Looks for removed messages, of which only a number for their content is left.
    static let isRemoved = """
        SELECT id FROM sms_removed WHERE thread = ?1 AND date = ?2 AND hash = ?3 AND direction = ?4 AND kind = ?5 \
        ORDER BY id
        """

    /// Looks whether a draft may add to the message, as `MessageUpdate` and `SendStatus.mayBecome` define it.
    private static let isBehind = """
        SELECT 1 FROM sms_message WHERE id = ?1 AND (is_read < ?2 OR handover = 0 AND status <> ?3
            OR subject IS NULL AND ?4 OR sent IS NULL AND ?5 OR delivered IS NULL AND ?6 OR sim IS NULL AND ?7
            OR centre IS NULL AND ?8 OR network_id IS NULL AND ?9 OR locked < ?10)
        """
    /// Looks for messages by their networks’ names.
    private static func isNamed(in table: String) -> String {
        "SELECT id FROM \(table) WHERE network_id = ? AND id BETWEEN ? AND ? ORDER BY id"
    }

    private let database: SQLDatabase
    private let keys: ClosedRange<Int64>
    private let writer: MessageWriter
    private let moments: MessageMoment
    private let atMoment: BulkStatement
    private let displaced: BulkStatement
    private let inSecond: BulkStatement
    private let undated: BulkStatement
    private let dated: BulkStatement
    private let removed: BulkStatement
    private let named: BulkStatement
    private let namedRemoved: BulkStatement
    private let behind: BulkStatement
    /// Whether the owner has removed any message at all.
    private let hasRemoved: Bool
    /// Whether there is, or was, a message of which no file says when it was.
    private lazy var hasUndated: Result<Bool, any Error> = Result { try Self.hasUndated(database, keys) }
    /// Up to which key the displaced messages of a kind are matched: of thousands that are alike none is looked at twice.
    private var passed: [Alike: Int64] = [:]

    private struct Alike: Hashable {
        let thread: Int64
        let date: Timestamp?
        let direction: MessageDirection
        let kind: MessageKind
        let hash: Int64
        let wasUndated: Bool
    }

    /// - Parameter writer: Knows the threads.
    init(_ database: SQLDatabase, owner: UserID, writer: MessageWriter) throws {
        (self.database, self.writer) = (database, writer)
        keys = RowKey.range(owner: owner.rawValue)
        behind = try BulkStatement(database, sql: Self.isBehind)
        moments = MessageMoment(owner: owner.rawValue)
        atMoment = try BulkStatement(database, sql: Self.isAtItsMoment)
        displaced = try BulkStatement(database, sql: Self.isDisplaced)
        inSecond = try BulkStatement(database, sql: Self.isInSecond)
        undated = try BulkStatement(database, sql: Self.isUndated)
        dated = try BulkStatement(database, sql: Self.wasUndated)
        removed = try BulkStatement(database, sql: Self.isRemoved)
        named = try BulkStatement(database, sql: Self.isNamed(in: "sms_message"))
        namedRemoved = try BulkStatement(database, sql: Self.isNamed(in: "sms_removed"))
        hasRemoved =
            try Int.fetchOne(
                database, "SELECT 1 FROM sms_removed WHERE id BETWEEN ? AND ? LIMIT 1",
                [keys.lowerBound, keys.upperBound]) != nil
    }

    private static func hasUndated(_ database: SQLDatabase, _ keys: ClosedRange<Int64>) throws -> Bool {
        try Int.fetchOne(
            database,
            """
            SELECT EXISTS (SELECT 1 FROM sms_message INDEXED BY sms_message_undated
                    WHERE undated IS NOT NULL AND thread BETWEEN ?1 AND ?2)
                OR EXISTS (SELECT 1 FROM sms_removed INDEXED BY sms_removed_undated
                    WHERE date < 0 AND id BETWEEN ?1 AND ?2)
            """, [keys.lowerBound, keys.upperBound]) == 1
    }

    /// The messages that drafts stand for.
    func match(
        _ drafts: [MessageDraft], _ extent: MatchExtent, outside matched: MatchedMessages
    ) throws -> [MessageMatch?] {
        // All at once, also for the later steps: one by one they cost a server as much each.
        try writer.hold(drafts.map(\.address))
        if !hasRemoved, extent == .removed || extent == .rows(isAlone: true) {
            return Array(repeating: nil, count: drafts.count)
        }
        var matched = matched
        return try drafts.map { draft in
            let found = try draft.match(extent, mayHaveUndated: hasUndated.get) { question, isRemoved in
                let key = try key(question, isRemoved: isRemoved) { !matched.contains(RowKey(rawValue: $0).number) }
                return key.map { RowKey(rawValue: $0).number }
            }
            guard var match = found else { return nil }
            matched.insert(match.number)
            match.mayAdd = try match.kind != .removed && isBehind(match.number, draft)
            return match
        }
    }

    /// The message that answers a question.
    private func key(
        _ question: MessageQuestion, isRemoved: Bool, where isFree: (Int64) -> Bool
    ) throws -> Int64? {
        guard hasRemoved || !isRemoved else { return nil }
        switch question {
        case .named(let name):
            let statement = isRemoved ? namedRemoved : named
            statement.bind(name, at: 1)
            statement.bind(keys.lowerBound, at: 2)
            statement.bind(keys.upperBound, at: 3)
            return try statement.firstNumber(where: isFree)
        case .same(let identity) where isRemoved:
            guard let thread = try writer.thread(with: identity.address) else { return nil }
            let noDate = identity.wasUndated ? Self.noDateBefore : Self.noDate
            let parts = ContentHash.of(identity.attachments)
            removed.bind(thread, at: 1)
            removed.bind(identity.date?.milliseconds ?? noDate, at: 2)
            removed.bind(ContentHash.of(identity.content, parts: parts, sender: identity.sender?.text), at: 3)
            removed.bind(identity.direction.rawValue, at: 4)
            removed.bind(identity.kind.rawValue, at: 5)
            return try removed.firstNumber(where: isFree)
        case .same(let identity):
            guard let thread = try writer.thread(of: identity) else { return nil }
            let parts = ContentHash.of(identity.attachments)
            if let date = identity.date {
                bind(identity, thread, parts, to: atMoment)
                atMoment.bind(date.milliseconds, at: 2)
                atMoment.bind(moments.key(of: date), at: 8)
                if let key = try atMoment.firstNumber(where: isFree) { return key }
            }
            return try elsewhere(identity, thread, parts, where: isFree)
        case .sameSecond(let identity):
            guard let date = identity.date?.wholeSecond, let thread = try writer.thread(of: identity) else {
                return nil
            }
            bind(identity, thread, ContentHash.of(identity.attachments), to: inSecond)
            inSecond.bind(date.milliseconds, at: 2)
            inSecond.bind(moments.key(of: date), at: 8)
            return try inSecond.firstNumber(where: isFree)
        }
    }

    /// Looks in places where any number of messages may be alike.
    private func elsewhere(
        _ identity: MessageIdentity, _ thread: Int64, _ parts: Int64?, where isFree: (Int64) -> Bool
    ) throws -> Int64? {
        let hash = ContentHash.of(identity.content, parts: parts, sender: identity.sender?.text)
        let alike = Alike(
            thread: thread, date: identity.date, direction: identity.direction, kind: identity.kind, hash: hash,
            wasUndated: identity.wasUndated)
        let statement = identity.date != nil ? displaced : identity.wasUndated ? dated : undated
        bind(identity, thread, parts, to: statement)
        statement.bind(identity.date?.milliseconds ?? hash, at: 2)
        if identity.date != nil { statement.bind(hash, at: 9) }
        statement.bind(passed[alike] ?? 0, at: 8)
        var last: Int64?
        let key = try statement.firstNumber { key in
            last = key
            return isFree(key)
        }
        // All up to the last one that was looked at are matched now.
        if let last { passed[alike] = last }
        return key
    }

    private func bind(_ identity: MessageIdentity, _ thread: Int64, _ parts: Int64?, to statement: BulkStatement) {
        statement.bind(thread, at: 1)
        statement.bind(identity.direction.rawValue, at: 3)
        statement.bind(identity.kind.rawValue, at: 4)
        statement.bind(identity.content, at: 5)
        statement.bind(parts, at: 6)
        statement.bind(identity.sender?.text, at: 7)
    }

    /// Whether a message may get something from a draft: of most that are there the store knows all.
    private func isBehind(_ number: Int, _ draft: MessageDraft) throws -> Bool {
        let details = draft.details
        let says = [
            draft.subject != nil, details.sent != nil, details.delivered != nil, details.sim != nil,
            details.centre != nil, details.networkID != nil, details.isLocked,
        ]
        behind.bind(RowKey(owner: moments.owner, number: number).rawValue, at: 1)
        behind.bind(draft.isRead ? 1 : 0, at: 2)
        behind.bind(draft.status.rawValue, at: 3)
        for (fact, place) in zip(says, Int32(4)...) { behind.bind(fact ? 1 : 0, at: place) }
        return try behind.run()
    }
}
