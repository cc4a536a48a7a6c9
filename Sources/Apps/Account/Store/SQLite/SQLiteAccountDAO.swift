// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import Files
import GRDB
package import Session
package import Stores
package import Systems
import Synchronization

/// Accounts in a SQLite file.
///
/// Reading is a synchronous function that meets an asynchronous requirement: it is one look-up by key or index.
package struct SQLiteAccountDAO: AccountDAO {
    private let system: SQLiteSystem
    private let feed: ChangeFeed<AccountChange>
    private let known = KnownSession()

    /// The accounts in a file, its tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package init(on system: SQLiteSystem) throws {
        self.system = system
        feed = system.feed(of: "account")
        try system.prepare(SQLiteAccountSchema.current)
    }

    package func read<Result: Sendable>(_ body: @Sendable (any AccountReader) throws -> Result) throws -> Result {
        try system.read { try body(AccountRows($0)) }
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Result
    ) async throws -> Result {
        let (result, changes, erases) = try await system.write { database in
            let rows = AccountRows(database)
            return (try body(rows), rows.log.changes, rows.erases)
        }
        feed.post(changes)
        // The log still has the pages as they were.
        if erases { try await system.emptyLog() }
        return result
    }

    package func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool {
        // Taken first: what is committed meanwhile makes another state.
        let state = system.state
        let asked = KnownSession.Asked(number: number, user: user, preferences: preferences)
        if known.holds(asked, at: state) { return true }
        // Sessions go with their account, in one transaction.
        let isThere = try system.look {
            guard try AccountRows.hasSession(number, of: user, in: $0) else { return false }
            return try preferences == nil || AccountRows.preferences(of: user, in: $0) == preferences
        }
        if isThere { known.note(asked, at: state) }
        return isThere
    }

    package func hasAccount(_ user: UserID) throws -> Bool {
        try system.look { try AccountRows($0).account(user) != nil }
    }

    package func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result {
        // One that holds both the lock and the file, since it was stopped, is waited for once.
        try await FolderLock(system.folder).held { hasWaited in
            try await Waiting.$isOver.withValue(hasWaited) { try await check() }
        }
    }

    package func changes() -> ChangeObserver<AccountChange> { feed.observe() }
}

/// The session that was there last, and where the file’s log stood then: before each command it is asked for again.
private final class KnownSession: Sendable {
    /// A session, and what its user has the shell keep.
    struct Asked: Hashable {
        let number: Int
        let user: UserID
        let preferences: [String: String]?
    }

    private let last = Mutex<(asked: Asked, state: LogState)?>(nil)

    /// Whether a session was there, and its user’s preferences were these, when the log stood where it stands now.
    func holds(_ asked: Asked, at state: LogState?) -> Bool {
        guard let state else { return false }
        return last.withLock { $0.map { $0.state == state && $0.asked == asked } ?? false }
    }

    func note(_ asked: Asked, at state: LogState?) {
        guard let state else { return }
        last.withLock { $0 = (asked, state) }
    }
}
