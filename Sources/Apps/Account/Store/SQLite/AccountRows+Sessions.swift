// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import Foundation
import GRDB
import Session
import Stores
import Systems

extension AccountRows {
    private static func key(_ number: Int, of user: UserID) -> Int64 {
        RowKey(owner: user.rawValue, number: number).rawValue
    }

    /// Whether a session is there.
    static func hasSession(_ number: Int, of user: UserID, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM account_sessions WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [key(number, of: user)]) != nil
    }

    func login(_ key: SessionKey) throws -> LoginRow? {
        switch key {
        case .number(let number, let user): try login(where: "id = ?", Self.key(number, of: user))
        case .fingerprint(let fingerprint): try login(where: "fingerprint = ?", Data(fingerprint))
        }
    }

    private func login(where condition: String, _ argument: any DatabaseValueConvertible) throws -> LoginRow? {
        // A session’s key holds its user’s number: no column repeats it.
        let row = try row(
            """
            SELECT \(AccountColumns.list), \(SessionColumns.list)
            FROM account_sessions JOIN accounts ON accounts.id = account_sessions.id >> 40
            WHERE account_sessions.\(condition)
            """, [argument])
        return row.map { LoginRow(account: AccountRow($0), session: SessionRow($0, at: AccountColumns.count)) }
    }

    func sessions(of user: UserID) throws -> [SessionRow] {
        let keys = RowKey.range(owner: user.rawValue)
        return try rows(
            "SELECT \(SessionColumns.list) FROM account_sessions WHERE id BETWEEN ? AND ? ORDER BY id",
            [keys.lowerBound, keys.upperBound]
        ).map { SessionRow($0) }
    }

    func insert(_ draft: SessionDraft, for user: UserID) throws -> SessionRow {
        let number = try row(
            "UPDATE accounts SET sessions_started = sessions_started + 1 WHERE id = ? RETURNING sessions_started",
            [user.rawValue])
        let session = draft.session(number: number?[0] ?? 0, user: user)
        try run(
            """
            INSERT INTO account_sessions (id, fingerprint, started_at, last_used_at, expires_at, place, origin)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.key, session.fingerprint.map { Data($0) }, session.startedAt.milliseconds,
                session.lastUsedAt.milliseconds, session.expiresAt.milliseconds, session.place,
                session.origin,
            ])
        log.add(.sessions(user))
        return session
    }

    func setLastUse(of number: Int, of user: UserID, to time: Timestamp) throws {
        try run(
            "UPDATE account_sessions SET last_used_at = ? WHERE id = ?",
            [time.milliseconds, Self.key(number, of: user)])
        log.add(.sessions(user))
    }

    func deleteSessions(_ numbers: [Int], of user: UserID) throws {
        for number in numbers {
            try run("DELETE FROM account_sessions WHERE id = ?", [Self.key(number, of: user)])
        }
        if !numbers.isEmpty { log.add(.sessions(user)) }
    }
}
