// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumFiles
import AtriumSession
import AtriumStores
import AtriumSystems
import Synchronization

/// Questions about a login in a SQLite file, each one look-up by a key.
struct SQLiteLoginLookup: LoginLookup {
    private let system: SQLiteSystem
    private let known = KnownSession()

    init(on system: SQLiteSystem) { self.system = system }

    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool {
        // Taken first: a later commit makes another state.
        let state = system.state
        let asked = KnownSession.Asked(number: number, user: user, preferences: preferences)
        if let state, known.holds(asked, at: state, in: system) { return true }
        // Sessions go with their account, in one transaction.
        let isThere = try system.look {
            try AccountRows.hasSession(number, of: user, with: preferences, in: SQLDatabase($0))
        }
        if isThere { known.note(asked, at: state) }
        return isThere
    }

    func hasAccount(_ user: UserID) throws -> Bool {
        try system.look { try AccountRows(SQLDatabase($0)).account(user) != nil }
    }

    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result {
        // One that holds both the lock and the file, since it was stopped, is waited for once.
        try await FolderLock(system.folder).held { hasWaited in
            try await Waiting.$isOver.withValue(hasWaited) { try await check() }
        }
    }
}

/// The last session that was found, and the state of the file’s log then: before each command it is asked for again.
private final class KnownSession: Sendable {
    /// A session, and the preferences of its user.
    struct Asked: Hashable {
        let number: Int
        let user: UserID
        let preferences: [String: String]?
    }

    private let last = Mutex<(asked: Asked, state: LogState)?>(nil)

    /// Whether a session was found, and its user’s preferences were these, in a state of the log since which no account
    /// has changed.
    func holds(_ asked: Asked, at state: LogState, in system: SQLiteSystem) -> Bool {
        last.withLock { last in
            guard let known = last, !system.mayHaveChanged(AccountStores.name, from: known.state, to: state),
                (known.asked.number, known.asked.user) == (asked.number, asked.user),
                asked.preferences == nil || asked.preferences == known.asked.preferences
            else { return false }
            last?.state = state
            return true
        }
    }

    func note(_ asked: Asked, at state: LogState?) {
        guard let state else { return }
        last.withLock { $0 = (asked, state) }
    }
}
