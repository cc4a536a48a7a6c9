// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import Foundation
import GRDB
package import Session
package import Stores
package import Systems

/// Accounts in a SQLite file.
///
/// What only reads is one look-up by key or index and answers on the caller’s thread.
package struct SQLiteAccountDAO: AccountDAO {
    let system: SQLiteSystem
    private let feed: ChangeFeed<AccountChange>

    /// The accounts in a file, its tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package init(on system: SQLiteSystem) throws {
        self.system = system
        feed = system.feed(of: "account")
        try system.prepare(SQLiteAccountSchema.current)
    }

    package func isEmpty() throws -> Bool {
        try system.read { try $0.row("SELECT 1 FROM accounts LIMIT 1", []) == nil }
    }

    package func create(_ draft: AccountDraft, session: SessionDraft) async throws -> LoginRow {
        let login = try await system.write { database in
            guard try database.row("SELECT 1 FROM accounts WHERE name_key = ?", [draft.nameKey]) == nil else {
                throw AccountStoreFault.nameTaken(key: draft.nameKey)
            }
            try database.run(
                "INSERT INTO accounts (name, name_key, password_hash, created_at) VALUES (?, ?, ?, ?)",
                [draft.name, draft.nameKey, draft.passwordHash, draft.createdAt.milliseconds])
            let user = UserID(rawValue: database.lastInsertedRowID)
            guard user.rawValue <= UserID.last.rawValue else { throw AccountStoreFault.noMoreUsers }
            let profile = Profile(user: user, name: draft.name, createdAt: draft.createdAt)
            return LoginRow(
                account: AccountRow(profile: profile, passwordHash: draft.passwordHash),
                session: try database.start(session, for: user))
        }
        feed.post(.these([.account(login.session.user)]))
        return login
    }

    package func find(nameKey: String) throws -> AccountRow? {
        try system.read { database in
            try database.row("SELECT \(AccountColumns.list) FROM accounts WHERE name_key = ?", [nameKey])
                .map(AccountRow.init)
        }
    }

    package func find(_ user: UserID) throws -> AccountRow? {
        try system.read { try $0.account(user) }
    }

    package func modify(_ user: UserID, _ change: ProfileChange) async throws -> Profile? {
        try await write(.account(user)) { database in
            guard let profile = try database.account(user)?.profile.applying(change) else { return nil }
            try database.run(
                "UPDATE accounts SET display_name = ?, email = ?, phone = ?, language = ? WHERE id = ?",
                [
                    profile.displayName, profile.email, profile.phone, profile.language?.rawValue, user.rawValue,
                ])
            return profile
        }
    }

    package func rehash(_ user: UserID, from old: String, to new: String) async throws {
        try await write(.account(user)) { database in
            try database.run(
                "UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?", [new, user.rawValue, old])
        }
    }

    package func changePassword(
        of user: UserID, from old: String, to new: String, session: SessionDraft
    ) async throws -> SessionRow? {
        try await write(.sessions(user)) { database in
            try database.run(
                "UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?", [new, user.rawValue, old])
            guard database.changesCount == 1 else { return nil }
            try database.endSessions(of: user)
            return try database.start(session, for: user)
        }
    }

    package func remove(_ user: UserID) async throws -> Bool {
        try await write(.account(user)) { database in
            try database.run(
                "INSERT INTO account_removed (id, name) SELECT id, name FROM accounts WHERE id = ?", [user.rawValue])
            try database.endSessions(of: user)
            try database.run("DELETE FROM account_preferences WHERE user = ?", [user.rawValue])
            try database.run("DELETE FROM accounts WHERE id = ?", [user.rawValue])
            return database.changesCount == 1
        }
    }

    package func removed() throws -> [DeletedUser] {
        try system.read { database in
            let statement = try database.cachedStatement(sql: "SELECT id, name FROM account_removed ORDER BY id")
            return try Row.fetchAll(statement).map { DeletedUser(user: UserID(rawValue: $0[0]), name: $0[1]) }
        }
    }

    package func forget(_ user: UserID) async throws {
        try await system.write { try $0.run("DELETE FROM account_removed WHERE id = ?", [user.rawValue]) }
        // The log still has the pages as they were.
        try await system.emptyLog()
    }

    package func preferences(of user: UserID) throws -> [String: String] {
        try system.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT name, value FROM account_preferences WHERE user = ?")
            return try Row.fetchAll(statement, arguments: [user.rawValue]).reduce(into: [:]) { $0[$1[0]] = $1[1] }
        }
    }

    package func setPreference(_ name: String, to value: String?, of user: UserID) async throws {
        try await write(.account(user)) { database in
            guard let value else {
                return try database.run(
                    "DELETE FROM account_preferences WHERE user = ? AND name = ?", [user.rawValue, name])
            }
            // From a SELECT, so that an account that is gone leaves nothing behind.
            try database.run(
                """
                INSERT INTO account_preferences (user, name, value) SELECT id, ?, ? FROM accounts WHERE id = ?
                ON CONFLICT (user, name) DO UPDATE SET value = excluded.value
                """, [name, value, user.rawValue])
        }
    }

    package func changes() -> ChangeObserver<AccountChange> { feed.observe() }

    /// Changes what is said of a user, and tells of it.
    func write<Result: Sendable>(
        _ change: AccountChange, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        let result = try await system.write(body)
        feed.post(.these([change]))
        return result
    }
}
