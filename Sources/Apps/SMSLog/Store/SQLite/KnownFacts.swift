// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSystems
import SMSLogLogic
import Synchronization

/// The facts that searches in a file have read since its last commit.
///
/// A page of messages has nearly as many threads as messages, and to look two of them up for each, its own and the one
/// that leads the conversation, takes as long as to read the message. To see that a word is common takes as long as to find
/// its newest messages, and each page of them needs it.
final class KnownFacts: Sendable {
    /// The facts of one state.
    struct Facts {
        var threads: [Int64: ThreadFacts] = [:]
        var matches: KnownMatches?
    }

    private let system: SQLiteSystem
    private let known = Mutex<(state: LogState?, facts: Facts)>((nil, Facts()))

    init(of system: SQLiteSystem) { self.system = system }

    /// The state of the file before a transaction that begins; `nil` if it sees changes that are not committed.
    var state: LogState? { system.committedState }

    /// A fact, which a transaction reads if it is not known.
    ///
    /// - Parameters:
    ///   - begun: The state before the transaction.
    ///   - look: Finds the fact among the known ones.
    ///   - keep: Adds it to them.
    ///   - read: Reads it.
    func fact<Fact>(
        since begun: LogState?, _ look: (Facts) -> Fact?, keep: (inout Facts, Fact) -> Void,
        read: () throws -> Fact?
    ) rethrows -> Fact? {
        // If it is the state still, it is what the transaction sees.
        guard let begun, system.state == begun else { return try read() }
        if let fact = known.withLock({ $0.state == begun ? look($0.facts) : nil }) { return fact }
        let fact = try read()
        // The first that a transaction reads may be of a later state.
        guard let fact, system.state == begun else { return fact }
        known.withLock { known in
            if known.state != begun { known = (begun, Facts()) }
            keep(&known.facts, fact)
        }
        return fact
    }
}

/// The bounds of the number of messages that the index has for a match.
struct KnownMatches {
    let match: String
    /// The moments of the messages.
    let range: ClosedRange<Int64>
    /// There are this many, or more.
    var least = 0
    /// There are fewer than this; `nil` before the first look.
    var end: Int?

    /// Whether there are at least as many; `nil` if that is not known.
    func areThere(_ number: Int) -> Bool? {
        if number <= least { return true }
        return end.flatMap { number >= $0 ? false : nil }
    }

    mutating func add(_ number: Int, areThere: Bool) {
        if areThere { least = max(least, number) } else { end = min(end ?? number, number) }
    }
}

/// The facts that a transaction reads for its searches.
struct ReadFacts {
    /// The number of threads that are known at once.
    private static let mostThreads = 1024
    private static let sql = """
        SELECT \(ThreadFacts.list) FROM sms_thread o CROSS JOIN sms_thread t ON t.id = o.leader WHERE o.id = ?
        """
    private let known: KnownFacts?
    private let begun: LogState?

    /// - Parameter known: Those of transactions that change nothing.
    init(_ known: KnownFacts? = nil) { (self.known, begun) = (known, known?.state) }

    /// The facts about the thread of a key; `nil` if there is none.
    func thread(of key: Int64, in database: SQLDatabase) throws -> ThreadFacts? {
        func select() throws -> ThreadFacts? {
            let rows = try StoredRows(database, sql: Self.sql, [key])
            // The row is the statement’s.
            defer { withExtendedLifetime(rows) {} }
            return try rows.next().map { ThreadFacts($0, at: 0) }
        }
        guard let known else { return try select() }
        return try known.fact(
            since: begun, { $0.threads[key] },
            keep: { facts, thread in
                if facts.threads.count >= Self.mostThreads { facts.threads = [:] }
                facts.threads[key] = thread
            }, read: select)
    }

    /// Whether there are at least this many messages for a match in a range of moments.
    ///
    /// - Parameter count: Asks the index.
    func areThere(
        _ number: Int, of match: String, in range: ClosedRange<Int64>, _ count: () throws -> Bool
    ) throws -> Bool {
        func meant(_ facts: KnownFacts.Facts) -> KnownMatches? {
            facts.matches.flatMap { $0.match == match && $0.range == range ? $0 : nil }
        }
        guard let known else { return try count() }
        let answer = try known.fact(
            since: begun, { meant($0)?.areThere(number) },
            keep: { facts, areThere in
                var matches = meant(facts) ?? KnownMatches(match: match, range: range)
                matches.add(number, areThere: areThere)
                facts.matches = matches
            }, read: count)
        return answer ?? false
    }
}
