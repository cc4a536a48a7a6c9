// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Stores
import Systems

/// What a transaction has added and not written yet: the sums of conversations and the words of messages, which are
/// written once for all messages.
final class MessageChanges {
    /// From so many messages on a transaction is an import’s.
    private static let many = 1000

    private let database: Database
    private let owner: UserID
    private var openWriter: MessageWriter?
    private var openMatcher: MessageMatcher?
    private var openComparison: MessageComparison?
    private var count = 0
    /// What is told once all is written.
    var log = ChangeLog<MessageChange>()
    /// Whether there is, or was, a message of which no file says when it was; nil where nobody has asked.
    var hasUndated: Bool?
    /// Whether the journal has, or needs, nothing more of it.
    var isJournaled = false

    init(_ database: Database, owner: UserID) {
        self.database = database
        self.owner = owner
    }

    /// What adds to the tables; whatever else is asked for is written first.
    func writer() throws -> MessageWriter {
        if let openWriter { return openWriter }
        let rows = MessageRows(database, owner: owner, reach: 0)
        let writer = try MessageWriter(database, owner: owner, region: try rows.region())
        openWriter = writer
        return writer
    }

    /// The message that is meant.
    func match(_ identity: MessageIdentity, outside matched: MatchedMessages) throws -> Int? {
        try enlargeCache()
        let writer = try writer()
        guard let thread = try writer.thread(of: identity) else { return nil }
        return try matcher().match(identity, in: thread, outside: matched)
    }

    /// The message that is meant, at whichever moment of its second.
    func match(inSecondOf identity: MessageIdentity, outside matched: MatchedMessages) throws -> Int? {
        guard let thread = try writer().thread(of: identity) else { return nil }
        return try matcher().match(inSecondOf: identity, in: thread, outside: matched)
    }

    /// The removed message that is meant.
    func matchRemoved(_ identity: MessageIdentity, outside matched: MatchedMessages) throws -> Int? {
        guard try matcher().hasRemoved, let thread = try writer().thread(with: identity.address) else { return nil }
        return try matcher().matchRemoved(identity, in: thread, outside: matched)
    }

    /// Puts a message, and returns its number.
    func insert(_ draft: MessageDraft) throws -> Int {
        try enlargeCache()
        if draft.details.isUndated { hasUndated = true }
        let id = try writer().add(draft)
        log.add(.message(id, .added))
        return id
    }

    /// Whether there may be a message, also a removed one, of which no file says when it was: asked once.
    func mayHaveUndated() throws -> Bool {
        if let hasUndated { return hasUndated }
        let keys = RowKey.range(owner: owner.rawValue)
        let found = try Int.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM sms_message INDEXED BY sms_message_undated
                            WHERE undated IS NOT NULL AND thread BETWEEN ?1 AND ?2)
                        OR EXISTS (SELECT 1 FROM sms_removed INDEXED BY sms_removed_undated
                            WHERE date < 0 AND id BETWEEN ?1 AND ?2)
                    """), arguments: [keys.lowerBound, keys.upperBound])
        hasUndated = found == 1
        return found == 1
    }

    /// What may be behind a file, by what the file says.
    func isBehind(_ key: Int64, _ draft: MessageDraft) throws -> Bool {
        try openWriter?.insertion.run()
        let comparison = try openComparison ?? MessageComparison(database)
        openComparison = comparison
        return try comparison.isBehind(key, draft)
    }

    private func matcher() throws -> MessageMatcher {
        let matcher = try openMatcher ?? MessageMatcher(database, owner: owner)
        openMatcher = matcher
        return matcher
    }

    /// Writes what was held back, and forgets which of the messages that are alike were matched.
    func endFile() throws {
        try flush()
        openMatcher = nil
    }

    /// Writes what was held back.
    func flush() throws {
        try openWriter?.finish()
        openWriter = nil
    }

    /// Gives an import more memory.
    ///
    /// A batch of it touches most pages of the indices: with SQLite’s 2 MB each would be written and read again many times
    /// in one transaction. In KiB, for the writer’s connection and as long as it is open.
    private func enlargeCache() throws {
        count += 1
        if count == Self.many { try database.execute(sql: "PRAGMA cache_size = -12288") }
    }
}

/// The index of texts, in which each is at the moment of its message.
enum IndexedText {
    /// Puts a text into it, as the index has texts.
    static func insert(_ words: String, at moment: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT INTO sms_text(rowid, text) VALUES (?, ?)")
            .execute(arguments: [moment, words])
    }

    /// Takes a text out of it: a table without content is told what it has to forget.
    static func delete(_ words: String, at moment: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT INTO sms_text(sms_text, rowid, text) VALUES ('delete', ?, ?)")
            .execute(arguments: [moment, words])
    }
}
