// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import Foundation
import GRDB
package import Session
import Systems

extension SQLiteAccountDAO {
    package func start(
        _ draft: SessionDraft, for user: UserID, insteadOf number: Int?, unusedSince horizon: Timestamp
    ) async throws -> LoginRow? {
        try await write(.sessions(user)) { database in
            guard let account = try database.account(user) else { return nil }
            let keys = RowKey.range(owner: user.rawValue)
            let replaced = number.map { RowKey(owner: user.rawValue, number: $0).rawValue }
            try database.run(
                """
                DELETE FROM account_sessions WHERE id BETWEEN ? AND ?
                AND (expires_at <= ? OR id = ? OR (fingerprint IS NULL AND last_used_at <= ?))
                """,
                [
                    keys.lowerBound, keys.upperBound, draft.startedAt.milliseconds, replaced, horizon.milliseconds,
                ])
            return LoginRow(account: account, session: try database.start(draft, for: user))
        }
    }

    package func hasSession(_ number: Int, of user: UserID) throws -> Bool {
        let key = RowKey(owner: user.rawValue, number: number).rawValue
        // Sessions go with their account, in one transaction.
        return try system.look { database in
            let statement = try database.cachedStatement(sql: "SELECT 1 FROM account_sessions WHERE id = ?")
            return try Int.fetchOne(statement, arguments: [key]) != nil
        }
    }

    package func login(_ number: Int, of user: UserID) throws -> LoginRow? {
        try system.read { try $0.login(where: "id = ?", RowKey(owner: user.rawValue, number: number).rawValue) }
    }

    package func login(fingerprint: [UInt8]) throws -> LoginRow? {
        try system.read { try $0.login(where: "fingerprint = ?", Data(fingerprint)) }
    }

    package func sessions(of user: UserID, after now: Timestamp) throws -> [SessionRow] {
        try system.read { database in
            let keys = RowKey.range(owner: user.rawValue)
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(SessionColumns.list) FROM account_sessions
                    WHERE id BETWEEN ? AND ? AND expires_at > ? ORDER BY id
                    """)
            return try Row.fetchAll(
                statement, arguments: [keys.lowerBound, keys.upperBound, now.milliseconds]
            ).map { SessionRow($0) }
        }
    }

    package func touch(_ number: Int, of user: UserID, at now: Timestamp) async throws {
        try await write(.sessions(user)) { database in
            let key = RowKey(owner: user.rawValue, number: number).rawValue
            try database.run(
                "UPDATE account_sessions SET last_used_at = max(last_used_at, ?) WHERE id = ?",
                [now.milliseconds, key])
        }
    }

    package func end(_ number: Int, of user: UserID) async throws -> Bool {
        try await write(.sessions(user)) { database in
            let key = RowKey(owner: user.rawValue, number: number).rawValue
            try database.run("DELETE FROM account_sessions WHERE id = ?", [key])
            return database.changesCount == 1
        }
    }

    package func endOthers(than number: Int, of user: UserID, after now: Timestamp) async throws -> Int {
        try await write(.sessions(user)) { database in
            let keys = RowKey.range(owner: user.rawValue)
            let statement = try database.cachedStatement(
                sql: "DELETE FROM account_sessions WHERE id BETWEEN ? AND ? AND id <> ? RETURNING expires_at")
            let own = RowKey(owner: user.rawValue, number: number).rawValue
            let ends = try Int64.fetchAll(statement, arguments: [keys.lowerBound, keys.upperBound, own])
            return ends.filter { $0 > now.milliseconds }.count
        }
    }
}
