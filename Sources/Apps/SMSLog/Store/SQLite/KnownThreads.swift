// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSystems
import SMSLogLogic
import Synchronization

/// The threads that the searches in a file have read since its last commit.
///
/// A page of messages has nearly as many threads as messages, and to look two of them up for each, its own and the one
/// that leads the conversation, takes as long as to read the message.
final class KnownThreads: Sendable {
    /// The number of threads that are known at once.
    private static let most = 1024

    private let system: SQLiteSystem
    private let known = Mutex<(state: LogState?, facts: [Int64: ThreadFacts])>((nil, [:]))

    init(of system: SQLiteSystem) { self.system = system }

    /// The state of the file before a transaction that begins; `nil` if it sees changes that are not committed.
    var state: LogState? { system.committedState }

    /// The facts about the thread of a key, which a transaction reads if they are not known.
    ///
    /// - Parameters:
    ///   - begun: The state before the transaction, which has read something since.
    ///   - read: Reads them.
    func facts(
        of key: Int64, since begun: LogState?, _ read: () throws -> ThreadFacts?
    ) rethrows -> ThreadFacts? {
        // If it is the state still, it is what the transaction sees.
        guard let begun, system.state == begun else { return try read() }
        if let facts = known.withLock({ $0.state == begun ? $0.facts[key] : nil }) { return facts }
        let facts = try read()
        known.withLock { known in
            if known.state != begun || known.facts.count >= Self.most { known = (begun, [:]) }
            known.facts[key] = facts
        }
        return facts
    }
}

/// The threads of the messages that a transaction finds.
struct ReadThreads {
    private static let sql = """
        SELECT \(ThreadFacts.list) FROM sms_thread o CROSS JOIN sms_thread t ON t.id = o.leader WHERE o.id = ?
        """
    private let known: KnownThreads?
    private let begun: LogState?

    /// - Parameter known: Those of transactions that change nothing.
    init(_ known: KnownThreads? = nil) { (self.known, begun) = (known, known?.state) }

    /// The facts about the thread of a key; `nil` if there is none.
    func facts(of key: Int64, in database: SQLDatabase) throws -> ThreadFacts? {
        func select() throws -> ThreadFacts? {
            let rows = try StoredRows(database, sql: Self.sql, [key])
            // The row is the statement’s.
            defer { withExtendedLifetime(rows) {} }
            return try rows.next().map { ThreadFacts($0, at: 0) }
        }
        guard let known else { return try select() }
        return try known.facts(of: key, since: begun, select)
    }
}
