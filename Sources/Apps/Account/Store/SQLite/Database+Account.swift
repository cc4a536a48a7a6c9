// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import Foundation
import GRDB
import Session
import Systems

/// The steps that several operations on accounts share, each within the caller’s transaction.
///
/// Statements are cached by the connection: an operation that runs again does not compile its SQL again.
extension Database {
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func account(_ user: UserID) throws -> AccountRow? {
        try row("SELECT \(AccountColumns.list) FROM accounts WHERE id = ?", [user.rawValue]).map(AccountRow.init)
    }

    func login(where condition: String, _ argument: any DatabaseValueConvertible) throws -> LoginRow? {
        // A session’s key holds its user’s number: no column repeats it.
        let row = try row(
            """
            SELECT \(AccountColumns.list), \(SessionColumns.list)
            FROM account_sessions JOIN accounts ON accounts.id = account_sessions.id >> 40
            WHERE account_sessions.\(condition)
            """, [argument])
        return row.map { LoginRow(account: AccountRow($0), session: SessionRow($0, at: AccountColumns.count)) }
    }

    func start(_ draft: SessionDraft, for user: UserID) throws -> SessionRow {
        let number = try row(
            "UPDATE accounts SET sessions_started = sessions_started + 1 WHERE id = ? RETURNING sessions_started",
            [user.rawValue])
        let session = draft.session(number: number?[0] ?? 0, user: user)
        try run(
            """
            INSERT INTO account_sessions (id, fingerprint, started_at, last_used_at, expires_at, place)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                session.key, session.fingerprint.map { Data($0) }, session.startedAt.milliseconds,
                session.lastUsedAt.milliseconds, session.expiresAt.milliseconds, session.place,
            ])
        return session
    }

    func endSessions(of user: UserID) throws {
        let keys = RowKey.range(owner: user.rawValue)
        try run("DELETE FROM account_sessions WHERE id BETWEEN ? AND ?", [keys.lowerBound, keys.upperBound])
    }
}
