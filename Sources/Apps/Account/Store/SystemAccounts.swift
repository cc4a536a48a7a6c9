// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountLogic
package import AtriumSession
package import AtriumStores
package import AtriumSystems
import GRDB

/// The rows of all users in a system.
package struct SystemAccounts: AccountUpkeep {
    private let system: InformationSystem

    package init(on system: InformationSystem) { self.system = system }

    package func settleRestored(at time: Timestamp, place: String) async throws {
        guard case .sqlite(let system) = system else { return }
        try system.prepare(AccountSchema.current.sqlite)
        try await system.write { database in
            try database.execute(sql: "DELETE FROM account_sessions")
            let accounts = AccountRows(SQLDatabase(database))
            if try !accounts.isEmpty() { try accounts.note(.restore, by: nil, at: time, place: place) }
        }
    }

    package func examine(mends: Bool) async throws -> [StoreFinding] {
        guard case .sqlite(let system) = system else { return [] }
        return try await system.examine(AccountSchema.current.sqlite, tables: "account", Self.checks, mends: mends)
    }

    package func settings() async throws -> [UserID: [String: String]] {
        switch system {
        case .memory: return [:]
        case .sqlite(let system):
            return try system.read { file in
                let database = SQLDatabase(file)
                return try database.hasTable("account_kept") ? Self.settings(in: database) : [:]
            }
        case .postgreSQL(let system):
            try system.prepare(AccountSchema.current)
            return try await system.read(of: PostgreSQLSystem.allOwners) { try Self.settings(in: $0) }
        }
    }

    package func users() async throws -> Set<UserID>? {
        switch system {
        case .memory: return nil
        case .sqlite(let system):
            return try system.read { file in
                let database = SQLDatabase(file)
                guard try ["accounts", "account_removed"].allSatisfy({ try database.hasTable($0) }) else { return nil }
                return try Self.users(in: database)
            }
        case .postgreSQL(let system):
            try system.prepare(AccountSchema.current)
            return try await system.read(of: PostgreSQLSystem.allOwners) { try Self.users(in: $0) }
        }
    }

    package func names() async throws -> [UserID: String] {
        // Asked for the roles of a server alone.
        guard case .postgreSQL(let system) = system else { return [:] }
        try system.prepare(AccountSchema.current)
        let accounts = try await system.read(of: PostgreSQLSystem.allOwners) { try AccountRows($0).accounts() }
        return Dictionary(accounts.map { ($0.profile.user, $0.profile.name) }, uniquingKeysWith: { $1 })
    }

    package func note(_ event: AuditEvent, subject: String, at time: Timestamp, place: String) async throws {
        guard case .sqlite(let system) = system else { return }
        try system.prepare(AccountSchema.current.sqlite)
        try await system.write { database in
            let accounts = AccountRows(SQLDatabase(database))
            if try !accounts.isEmpty() {
                try accounts.note(event, by: nil, at: time, subject: subject, place: place)
            }
        }
    }

    private static func users(in database: SQLDatabase) throws -> Set<UserID> {
        let users = "SELECT id FROM accounts UNION SELECT id FROM account_removed"
        return Set(try Int64.fetchAll(database, users).map { UserID(rawValue: $0) })
    }

    private static func settings(in database: SQLDatabase) throws -> [UserID: [String: String]] {
        try database.rows(
            #"SELECT "user", name, value FROM account_kept WHERE kind = ?"#, [KeptKind.preference.rawValue]
        ).reduce(into: [:]) {
            $0[UserID(rawValue: $1.number(0)), default: [:]][$1.text(1)] = $1.text(2)
        }
    }

    private static var checks: [StoreCheck] {
        let languages = Language.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return [
            names, owner,
            StoreCheck("password", rows: "accounts WHERE password_hash NOT LIKE '$argon2id$v=19$m=%,t=%,p=1$%$%'"),
            StoreCheck(
                "language", rows: "accounts WHERE language NOT IN (\(languages))",
                mending: "UPDATE accounts SET language = NULL WHERE language NOT IN (\(languages))"),
            StoreCheck(
                "session", "account_sessions", without: "accounts WHERE accounts.id = account_sessions.id >> 40"),
            StoreCheck(
                "setting", "account_kept", without: "accounts WHERE accounts.id = account_kept.user"),
            StoreCheck("audit", count: { try AccountRows(SQLDatabase($0)).verifyAudit().broken == nil ? 0 : 1 }),
            StoreCheck(
                "removed", rows: "account_removed WHERE id IN (SELECT id FROM accounts)",
                mending: "DELETE FROM account_removed WHERE id IN (SELECT id FROM accounts)"),
            StoreCheck("journal", journal: AccountRows.journalTable) { $0.accountSteps.count == $0.lines },
        ]
    }

    /// The keys by which names are found at a login.
    private static let names = StoreCheck(
        "name", count: { try wrong($0).count },
        mend: { database in
            for (id, key) in try wrong(database) {
                try database.execute(sql: "UPDATE accounts SET name_key = ? WHERE id = ?", arguments: [key, id])
            }
        })

    /// The owner: one, if there are accounts that may log in.
    ///
    /// Without one it is the first of these, as after an owner’s deletion. A disabled one is none: no other user could
    /// enable it, whereas without an owner the next new user becomes it.
    private static let owner: StoreCheck = {
        let isBarred = """
            (is_disabled OR EXISTS (
                SELECT 1 FROM account_kept WHERE user = accounts.id AND kind = '\(KeptKind.invitation.rawValue)'))
            """
        let first = "(SELECT id FROM accounts ORDER BY role = 'owner' DESC, \(isBarred), id LIMIT 1)"
        return StoreCheck(
            "owner",
            rows: """
                (SELECT total(NOT \(isBarred)) AS able, total(role = 'owner') AS owners FROM accounts)
                WHERE owners > 1 OR owners = 0 AND able > 0
                """,
            mending: "UPDATE accounts SET role = iif(id = \(first), 'owner', 'member')")
    }()

    private static func wrong(_ database: Database) throws -> [(id: Int64, key: String)] {
        try Row.fetchAll(database, sql: "SELECT id, name, name_key FROM accounts").compactMap { row in
            let key = AccountName.key(of: row.text(1))
            return key == row.text(2) ? nil : (row.number(0), key)
        }
    }
}
