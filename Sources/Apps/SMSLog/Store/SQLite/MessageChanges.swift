// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import GRDB
import SMSLogLogic

/// The pending additions of a transaction: the sums of conversations and the words of messages, which are
/// written once for all messages.
final class MessageChanges {
    /// The number of messages from which a transaction is an import’s.
    static let many = 1000

    private let database: SQLDatabase
    private let owner: UserID
    private var openWriter: MessageWriter?
    private var count = 0
    /// The changes to report once all is written.
    var log = ChangeLog<MessageChange>()
    /// Whether the journal has, or needs, nothing more of it.
    var isJournaled = false

    init(_ database: SQLDatabase, owner: UserID) {
        self.database = database
        self.owner = owner
    }

    /// The writer for additions to the tables; pending ones are written before any other access.
    func writer() throws -> MessageWriter {
        if let openWriter { return openWriter }
        let writer = try MessageWriter(
            database, owner: owner, region: try MessageRows(database, owner: owner, reach: 0).region())
        openWriter = writer
        return writer
    }

    /// The messages that drafts stand for.
    func match(
        _ drafts: [MessageDraft], _ extent: MatchExtent, outside matched: MatchedMessages
    ) throws -> [MessageMatch?] {
        try enlargeCache(for: drafts.count)
        try openWriter?.insertion.run()
        return try MessageMatcher(database, owner: owner, writer: writer()).match(drafts, extent, outside: matched)
    }

    /// Inserts messages, and returns their numbers.
    func insert(_ drafts: [MessageDraft]) throws -> [Int] {
        guard !drafts.isEmpty else { return [] }
        try enlargeCache(for: drafts.count)
        let writer = try writer()
        return try drafts.map { draft in
            let id = try writer.add(draft)
            log.add(.message(id, .added))
            return id
        }
    }

    /// Writes the pending changes.
    func flush() throws {
        try openWriter?.finish()
        openWriter = nil
    }

    /// Gives an import more memory.
    ///
    /// A batch of it touches most pages of the indices: with SQLite’s 2 MB each would be written and read again many times
    /// in one transaction. In KiB, for the writer’s connection and as long as it is open.
    private func enlargeCache(for messages: Int) throws {
        defer { count += messages }
        if count < Self.many, count + messages >= Self.many {
            try database.sqlite?.execute(sql: "PRAGMA cache_size = -12288")
        }
    }
}
