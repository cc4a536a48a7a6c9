// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import Foundation
import GRDB
import Session
import Stores
import Systems

/// The rows of accounts within one transaction, and what is changed in it.
///
/// Every step is one statement that a key or an index answers. Statements are cached by the connection: one that runs
/// again is not compiled again.
final class AccountRows: AccountTransaction {
    let database: Database
    var log = ChangeLog<AccountChange>()
    /// Whether something is to be gone from the log of the file, too.
    private(set) var erases = false

    init(_ database: Database) { self.database = database }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }
}

extension AccountRows {
    func isEmpty() throws -> Bool { try row("SELECT 1 FROM accounts LIMIT 1", []) == nil }

    func account(nameKey: String) throws -> AccountRow? {
        try row("SELECT \(AccountColumns.list) FROM accounts WHERE name_key = ?", [nameKey]).map(AccountRow.init)
    }

    func account(_ user: UserID) throws -> AccountRow? {
        try row("SELECT \(AccountColumns.list) FROM accounts WHERE id = ?", [user.rawValue]).map(AccountRow.init)
    }

    func preferences(of user: UserID) throws -> [String: String] {
        try Self.preferences(of: user, in: database)
    }

    static func preferences(of user: UserID, in database: Database) throws -> [String: String] {
        let select = try database.cachedStatement(sql: "SELECT name, value FROM account_preferences WHERE user = ?")
        return try Row.fetchAll(select, arguments: [user.rawValue]).reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }

    func removed() throws -> [DeletedUser] {
        try rows("SELECT id, name FROM account_removed ORDER BY id", [])
            .map { DeletedUser(user: UserID(rawValue: $0[0]), name: $0[1]) }
    }

    func attempts(in bucket: Int) throws -> Attempts? {
        try row("SELECT failures, last_at FROM account_attempts WHERE bucket = ?", [bucket])
            .map { Attempts(failures: $0[0], lastAt: Timestamp(milliseconds: $0[1])) }
    }
}

extension AccountRows {
    func insert(_ draft: AccountDraft) throws -> AccountRow {
        try run(
            "INSERT INTO accounts (name, name_key, password_hash, created_at) VALUES (?, ?, ?, ?)",
            [draft.name, draft.nameKey, draft.passwordHash, draft.createdAt.milliseconds])
        let user = UserID(rawValue: database.lastInsertedRowID)
        guard user.rawValue <= UserID.last.rawValue else { throw AccountStoreFault.noMoreUsers }
        log.add(.account(user))
        return AccountRow(
            profile: Profile(user: user, name: draft.name, createdAt: draft.createdAt),
            passwordHash: draft.passwordHash)
    }

    func update(_ account: AccountRow) throws {
        let profile = account.profile
        try run(
            """
            UPDATE accounts SET display_name = ?, email = ?, phone = ?, language = ?, password_hash = ? WHERE id = ?
            """,
            [
                profile.displayName, profile.email, profile.phone, profile.language?.rawValue, account.passwordHash,
                profile.user.rawValue,
            ])
        log.add(.account(profile.user))
    }

    func delete(_ user: UserID) throws {
        let keys = RowKey.range(owner: user.rawValue)
        try run("DELETE FROM account_sessions WHERE id BETWEEN ? AND ?", [keys.lowerBound, keys.upperBound])
        try run("DELETE FROM account_preferences WHERE user = ?", [user.rawValue])
        try run("DELETE FROM accounts WHERE id = ?", [user.rawValue])
        log.add(.account(user))
    }

    func remember(_ user: DeletedUser) throws {
        try run("INSERT INTO account_removed (id, name) VALUES (?, ?)", [user.user.rawValue, user.name])
    }

    func forget(_ user: UserID) throws {
        try run("DELETE FROM account_removed WHERE id = ?", [user.rawValue])
        erases = true
    }

    func setPreference(_ name: String, to value: String?, of user: UserID) throws {
        log.add(.account(user))
        guard let value else {
            return try run("DELETE FROM account_preferences WHERE user = ? AND name = ?", [user.rawValue, name])
        }
        // From a SELECT, so that an account that is gone leaves nothing behind.
        try run(
            """
            INSERT INTO account_preferences (user, name, value) SELECT id, ?, ? FROM accounts WHERE id = ?
            ON CONFLICT (user, name) DO UPDATE SET value = excluded.value
            """, [name, value, user.rawValue])
    }

    func setAttempts(_ attempts: Attempts?, in bucket: Int) throws {
        guard let attempts else { return try run("DELETE FROM account_attempts WHERE bucket = ?", [bucket]) }
        try run(
            "INSERT OR REPLACE INTO account_attempts (bucket, failures, last_at) VALUES (?, ?, ?)",
            [bucket, attempts.failures, attempts.lastAt.milliseconds])
    }
}
