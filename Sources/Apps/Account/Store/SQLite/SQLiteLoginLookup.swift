// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import Files
import GRDB
import Session
import Stores
import Synchronization
import Systems

/// Questions about a login in a SQLite file, each one look-up by a key.
struct SQLiteLoginLookup: LoginLookup {
    private let system: SQLiteSystem
    private let known = KnownSession()

    init(on system: SQLiteSystem) { self.system = system }

    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool {
        // Taken first: a later commit makes another state.
        let state = system.state
        let asked = KnownSession.Asked(number: number, user: user, preferences: preferences)
        if known.holds(asked, at: state) { return true }
        // Sessions go with their account, in one transaction.
        let isThere = try system.look {
            guard try AccountRows.hasSession(number, of: user, in: $0) else { return false }
            return try preferences == nil || AccountRows.kept(.preference, of: user, in: $0) == preferences
        }
        if isThere { known.note(asked, at: state) }
        return isThere
    }

    func hasAccount(_ user: UserID) throws -> Bool {
        try system.look { try AccountRows($0).account(user) != nil }
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

    /// Whether a session was found, and its user’s preferences were these, in the present state of the log.
    func holds(_ asked: Asked, at state: LogState?) -> Bool {
        guard let state else { return false }
        return last.withLock { $0.map { $0.state == state && $0.asked == asked } ?? false }
    }

    func note(_ asked: Asked, at state: LogState?) {
        guard let state else { return }
        last.withLock { $0 = (asked, state) }
    }
}

/// The tables of accounts in SQLite.
///
/// `accounts.id` is the user’s number, AUTOINCREMENT so that SQLite never gives one again. `account_sessions.id` is
/// the user’s number above the session’s own one, so that the sessions of a user are one range of rows; `origin` is the
/// session’s kept login (`--keep`), if it has one, and `apps` are those of a token for scripts. `account_kept` has the
/// small values of a user by kind. `account_audit` only grows: triggers refuse all else. `account_removed` has the users whose accounts are deleted, until all
/// of their data is.
enum AccountSchema {
    static let current = SQLiteSchema("account", steps: [tables])

    private static let tables: SQLiteSchema.Step = { database in
        try database.execute(
            sql: """
                CREATE TABLE accounts (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL,
                    name_key TEXT NOT NULL UNIQUE,
                    display_name TEXT NOT NULL DEFAULT '',
                    email TEXT NOT NULL DEFAULT '',
                    phone TEXT NOT NULL DEFAULT '',
                    language TEXT,
                    password_hash TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    role TEXT NOT NULL,
                    is_disabled INTEGER NOT NULL DEFAULT 0,
                    sessions_started INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                CREATE TABLE account_sessions (
                    id INTEGER PRIMARY KEY,
                    fingerprint BLOB,
                    started_at INTEGER NOT NULL,
                    last_used_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    place TEXT NOT NULL,
                    origin INTEGER,
                    name TEXT NOT NULL,
                    apps TEXT
                ) STRICT;
                CREATE UNIQUE INDEX account_sessions_by_fingerprint
                    ON account_sessions (fingerprint) WHERE fingerprint IS NOT NULL;
                CREATE TABLE account_kept (
                    user INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    name TEXT NOT NULL,
                    value TEXT NOT NULL,
                    PRIMARY KEY (user, kind, name)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE account_attempts (
                    bucket INTEGER PRIMARY KEY,
                    failures INTEGER NOT NULL,
                    last_at INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE account_audit (
                    id INTEGER PRIMARY KEY,
                    time INTEGER NOT NULL,
                    user INTEGER,
                    event TEXT NOT NULL,
                    subject TEXT NOT NULL,
                    place TEXT NOT NULL,
                    hash BLOB NOT NULL
                ) STRICT;
                CREATE TRIGGER account_audit_is_not_changed BEFORE UPDATE ON account_audit
                    BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END;
                CREATE TRIGGER account_audit_is_not_cut BEFORE DELETE ON account_audit
                    BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END;
                CREATE TABLE account_removed (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
                """ + JournalRows.schema(of: AccountRows.journalTable))
    }
}
