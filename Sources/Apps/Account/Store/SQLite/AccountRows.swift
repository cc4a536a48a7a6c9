// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation

/// The rows of accounts within one transaction, and its changes.
///
/// Every step is one statement that a key or an index answers. Statements are cached by the connection: one that runs
/// again is not compiled again.
final class AccountRows: AccountDAO {
    let database: SQLDatabase
    var log = ChangeLog<AccountChange>()
    /// Whether logins are kept in memory, since the disk takes no changes: neither failures nor the trail have them.
    private let isPassing: Bool

    init(_ database: SQLDatabase, isPassing: Bool = false) {
        self.database = database
        self.isPassing = isPassing
    }

    func finish() -> ChangeLog<AccountChange> { log }
}

extension AccountRows {
    func isEmpty() throws -> Bool { try database.row("SELECT 1 FROM accounts LIMIT 1") == nil }

    func accounts() throws -> [AccountRow] {
        try database.rows("SELECT \(AccountColumns.list) FROM accounts ORDER BY id").map(AccountRow.init)
    }

    func account(nameKey: String) throws -> AccountRow? {
        try database.row("SELECT \(AccountColumns.list) FROM accounts WHERE name_key = ?", [nameKey]).map(
            AccountRow.init)
    }

    func account(_ user: UserID) throws -> AccountRow? {
        try database.row("SELECT \(AccountColumns.list) FROM accounts WHERE id = ?", [user.rawValue]).map(
            AccountRow.init)
    }

    func kept(_ kind: KeptKind, of user: UserID) throws -> [String: String] {
        try database.rows(
            #"SELECT name, value FROM account_kept WHERE "user" = ? AND kind = ?"#, [user.rawValue, kind.rawValue]
        ).reduce(into: [:]) { $0[$1.text(0)] = $1.text(1) }
    }

    static let journalTable = "account_change"

    private func journal(of user: UserID) -> JournalRows {
        JournalRows(database, table: Self.journalTable, owner: user.rawValue)
    }

    func journal(of user: UserID, limit: Int) throws -> [JournalEntry] {
        try journal(of: user).entries(limit: limit)
    }

    func put(_ entry: JournalEntry, of user: UserID) throws { try journal(of: user).put(entry) }

    func removed() throws -> [DeletedUser] {
        try database.rows("SELECT id, name FROM account_removed ORDER BY id")
            .map { DeletedUser(user: UserID(rawValue: $0.number(0)), name: $0.text(1)) }
    }

    func requireAllUsers() throws { if database.isForOneUser { throw database.oneUser } }

    /// The place of failures: those of a role that sees one account count together, whatever the name.
    private var bucket: String { database.isForOneUser ? "-\(SQLDatabase.roleUser)" : "?1" }

    func attempts(in bucket: Int) throws -> Attempts? {
        try database.row("SELECT failures, last_at FROM account_attempts WHERE bucket = \(self.bucket)", [bucket])
            .map { Attempts(failures: $0.count(0), lastAt: Timestamp(milliseconds: $0.number(1))) }
    }

    func lastAudit() throws -> AuditEntry? {
        guard database.isForOneUser else { return try audit(before: nil, limit: 1).first }
        return try database.row("SELECT id, hash FROM account_audit_end() WHERE id IS NOT NULL").map { row in
            AuditEntry(
                id: row.count(0), time: Timestamp(milliseconds: 0), user: nil, event: "", subject: "", place: "",
                hash: row.bytes(1))
        }
    }

    func audit(before number: Int?, limit: Int) throws -> [AuditEntry] {
        try database.rows(
            """
            SELECT id, time, "user", event, subject, place, hash FROM account_audit WHERE id < ?
            ORDER BY id DESC LIMIT ?
            """, [number ?? Int.max, limit]
        ).map { row in
            AuditEntry(
                id: row.count(0), time: Timestamp(milliseconds: row.number(1)),
                user: row.optionalNumber(2).map { UserID(rawValue: $0) }, event: row.text(3), subject: row.text(4),
                place: row.text(5), hash: row.bytes(6))
        }
    }
}

extension AccountRows {
    func insert(_ draft: AccountDraft) throws -> AccountRow {
        let user = UserID(
            rawValue: try database.insertedKey(
                "id",
                sql: "INSERT INTO accounts (name, name_key, password_hash, created_at, role) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    draft.name, draft.nameKey, draft.passwordHash, draft.createdAt.milliseconds, draft.role.rawValue,
                ]))
        guard user.rawValue <= UserID.last.rawValue else { throw AccountStoreFault.noMoreUsers }
        log.add(.account(user))
        return AccountRow(
            profile: Profile(user: user, name: draft.name, createdAt: draft.createdAt),
            passwordHash: draft.passwordHash, role: draft.role)
    }

    func update(_ account: AccountRow) throws {
        let profile = account.profile
        // The role of one user changes no rights.
        let rights = database.isForOneUser ? "" : ", role = ?9, is_disabled = ?10"
        var values: [(any SQLValue)?] = [
            profile.name, account.nameKey, profile.displayName, profile.email, profile.phone,
            profile.language?.rawValue, account.passwordHash, profile.user.rawValue,
        ]
        if !database.isForOneUser { values += [account.role.rawValue, account.isDisabled] }
        try database.run(
            """
            UPDATE accounts SET name = ?1, name_key = ?2, display_name = ?3, email = ?4, phone = ?5, language = ?6,
                password_hash = ?7\(rights) WHERE id = ?8
            """, SQLArguments(values))
        log.add(.account(profile.user))
    }

    func delete(_ user: UserID) throws {
        let keys = RowKey.range(owner: user.rawValue)
        try database.run("DELETE FROM account_sessions WHERE id BETWEEN ? AND ?", [keys.lowerBound, keys.upperBound])
        try database.run(#"DELETE FROM account_kept WHERE "user" = ?"#, [user.rawValue])
        try journal(of: user).removeAll()
        try database.run("DELETE FROM accounts WHERE id = ?", [user.rawValue])
        log.add(.account(user))
    }

    func remember(_ user: DeletedUser) throws {
        try database.run("INSERT INTO account_removed (id, name) VALUES (?, ?)", [user.user.rawValue, user.name])
    }

    func forget(_ user: UserID) throws {
        try database.run("DELETE FROM account_removed WHERE id = ?", [user.rawValue])
        log.erases = true
    }

    func keep(_ kind: KeptKind, _ name: String, _ value: String?, of user: UserID) throws {
        guard !isPassing || kind != .failures else { return }
        log.add(.account(user))
        guard let value else {
            return try database.run(
                #"DELETE FROM account_kept WHERE "user" = ? AND kind = ? AND name = ?"#,
                [user.rawValue, kind.rawValue, name])
        }
        // From a SELECT, so that a removed account leaves nothing behind.
        try database.run(
            """
            INSERT INTO account_kept ("user", kind, name, value) SELECT id, ?, ?, ? FROM accounts WHERE id = ?
            ON CONFLICT ("user", kind, name) DO UPDATE SET value = excluded.value
            """, [kind.rawValue, name, value, user.rawValue])
    }

    func append(_ entry: AuditEntry) throws {
        guard !isPassing || AuditEvent(rawValue: entry.event)?.isOfReading != true else { return }
        try database.run(
            #"INSERT INTO account_audit (id, time, "user", event, subject, place, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"#,
            [
                entry.id, entry.time.milliseconds, entry.user?.rawValue, entry.event, entry.subject, entry.place,
                Data(entry.hash),
            ])
        log.add(.audit)
    }

    func setAttempts(_ attempts: Attempts?, in bucket: Int) throws {
        guard let attempts else {
            return try database.run("DELETE FROM account_attempts WHERE bucket = \(self.bucket)", [bucket])
        }
        try database.run(
            "INSERT OR REPLACE INTO account_attempts (bucket, failures, last_at) VALUES (\(self.bucket), ?2, ?3)",
            [bucket, attempts.failures, attempts.lastAt.milliseconds])
    }
}

extension AccountRows {
    private static func key(_ number: Int, of user: UserID) -> Int64 {
        RowKey(owner: user.rawValue, number: number).rawValue
    }

    /// Whether a session is there, and its user’s preferences are these; `nil`: whatever they are.
    static func hasSession(
        _ number: Int, of user: UserID, with preferences: [String: String]?, in database: SQLDatabase
    ) throws -> Bool {
        let rows = try database.rows(
            """
            SELECT k.name, k.value FROM account_sessions s LEFT JOIN account_kept k ON k."user" = ? AND k.kind = ?
            WHERE s.id = ?
            """, [user.rawValue, KeptKind.preference.rawValue, key(number, of: user)])
        guard let preferences, !rows.isEmpty else { return !rows.isEmpty }
        // Without preferences there is one row, which has none.
        return preferences == rows.reduce(into: [:]) { if let name = $1.optionalText(0) { $0[name] = $1.text(1) } }
    }

    func login(_ key: SessionKey) throws -> LoginRow? {
        switch key {
        case .number(let number, let user): try login(where: "id = ?", Self.key(number, of: user))
        case .fingerprint(let fingerprint): try login(where: "fingerprint = ?", Data(fingerprint))
        }
    }

    private func login(where condition: String, _ argument: any SQLValue) throws -> LoginRow? {
        // A session’s key holds its user’s number: no column repeats it.
        let row = try database.row(
            """
            SELECT \(AccountColumns.list), \(SessionColumns.list)
            FROM account_sessions JOIN accounts ON accounts.id = account_sessions.id >> 40
            WHERE account_sessions.\(condition)
            """, [argument])
        return row.map { LoginRow(account: AccountRow($0), session: SessionRow($0, at: AccountColumns.count)) }
    }

    func sessions(of user: UserID) throws -> [SessionRow] {
        let keys = RowKey.range(owner: user.rawValue)
        return try database.rows(
            "SELECT \(SessionColumns.list) FROM account_sessions WHERE id BETWEEN ? AND ? ORDER BY id",
            [keys.lowerBound, keys.upperBound]
        ).map { SessionRow($0) }
    }

    func insert(_ draft: SessionDraft, for user: UserID) throws -> SessionRow {
        let number =
            if isPassing {
                (try sessions(of: user).last?.number ?? 0) + 1
            } else {
                try database.row(
                    "UPDATE accounts SET sessions_started = sessions_started + 1 WHERE id = ? RETURNING sessions_started",
                    [user.rawValue])?.count(0) ?? 0
            }
        let session = draft.session(number: number, user: user)
        try database.run(
            """
            INSERT INTO account_sessions
                (id, fingerprint, started_at, last_used_at, expires_at, place, origin, name, apps)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.key, session.fingerprint.map { Data($0) }, session.startedAt.milliseconds,
                session.lastUsedAt.milliseconds, session.expiresAt.milliseconds, session.place,
                session.origin, session.name, session.apps?.joined(separator: " "),
            ])
        log.add(.sessions(user))
        return session
    }

    func update(_ session: SessionRow) throws {
        try database.run(
            "UPDATE account_sessions SET last_used_at = ?, name = ? WHERE id = ?",
            [session.lastUsedAt.milliseconds, session.name, session.key])
        log.add(.sessions(session.user))
    }

    func deleteSessions(_ numbers: [Int], of user: UserID) throws {
        for number in numbers {
            try database.run("DELETE FROM account_sessions WHERE id = ?", [Self.key(number, of: user)])
        }
        if !numbers.isEmpty { log.add(.sessions(user)) }
    }
}

/// The columns of an account, in the order in which `AccountRow` reads them.
enum AccountColumns {
    static let list = """
        accounts.id, accounts.name, accounts.display_name, accounts.email, accounts.phone, accounts.language, \
        accounts.created_at, accounts.password_hash, accounts.role, accounts.is_disabled
        """
    static let count = 10
}

extension AccountRow {
    init(_ row: SQLRow) {
        self.init(
            profile: Profile(
                user: UserID(rawValue: row.number(0)), name: row.text(1), displayName: row.text(2), email: row.text(3),
                phone: row.text(4), language: row.optionalText(5).flatMap(Language.init(rawValue:)),
                createdAt: Timestamp(milliseconds: row.number(6))),
            passwordHash: row.text(7), role: Role(rawValue: row.text(8)) ?? .member, isDisabled: row.number(9) != 0)
    }
}

/// The columns of a session, in the order in which `SessionRow` reads them.
enum SessionColumns {
    static let list = """
        account_sessions.id, account_sessions.fingerprint, account_sessions.started_at, \
        account_sessions.last_used_at, account_sessions.expires_at, account_sessions.place, \
        account_sessions.origin, account_sessions.name, account_sessions.apps
        """
}

extension SessionRow {
    /// The session whose columns start at `offset`.
    init(_ row: SQLRow, at offset: Int = 0) {
        let key = RowKey(rawValue: row.number(offset))
        self.init(
            number: key.number, user: UserID(rawValue: key.owner), fingerprint: row.optionalBytes(offset + 1),
            startedAt: Timestamp(milliseconds: row.number(offset + 2)),
            lastUsedAt: Timestamp(milliseconds: row.number(offset + 3)),
            expiresAt: Timestamp(milliseconds: row.number(offset + 4)), place: row.text(offset + 5),
            origin: row.optionalNumber(offset + 6).map { Int($0) }, name: row.text(offset + 7),
            apps: row.optionalText(offset + 8).map { $0.split(separator: " ").map(String.init) })
    }

    /// The key under which it is stored.
    var key: Int64 { RowKey(owner: user.rawValue, number: number).rawValue }
}
