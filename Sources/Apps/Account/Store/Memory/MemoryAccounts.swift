// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumSession
import AtriumStores
import AtriumSystems

/// Questions about a login in memory.
struct MemoryLoginLookup: LoginLookup {
    let accounts: MemoryStore<MemoryAccounts, any AccountReader, any AccountDAO, AccountChange>

    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool {
        try accounts.read { accounts in
            guard try accounts.login(.number(number, of: user)) != nil else { return false }
            return try preferences == nil || accounts.preferences(of: user) == preferences
        }
    }

    func hasAccount(_ user: UserID) throws -> Bool { try accounts.read { try $0.account(user) != nil } }

    /// A process that is alone with its accounts asks one person for one password.
    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result { try await check() }
}

/// A transaction on accounts in plain collections: the specification that every other store is tested against.
final class MemoryAccountDAO: AccountDAO {
    private(set) var rows: MemoryAccounts
    private(set) var log = ChangeLog<AccountChange>()

    init(_ rows: MemoryAccounts) { self.rows = rows }

    func finish() -> ChangeLog<AccountChange> { log }

    func isEmpty() -> Bool { rows.entries.isEmpty }

    func accounts() -> [AccountRow] {
        rows.entries.values.map(\.account).sorted { $0.profile.user.rawValue < $1.profile.user.rawValue }
    }

    func account(nameKey: String) -> AccountRow? {
        rows.entries.values.first { $0.account.nameKey == nameKey }?.account
    }

    func account(_ user: UserID) -> AccountRow? { rows.entries[user]?.account }

    func login(_ key: SessionKey) -> LoginRow? {
        let session =
            switch key {
            case .number(let number, let user): rows.entries[user]?.sessions[number]
            case .fingerprint(let fingerprint):
                rows.entries.values.lazy.flatMap(\.sessions.values).first { $0.fingerprint == fingerprint }
            }
        guard let session, let account = account(session.user) else { return nil }
        return LoginRow(account: account, session: session)
    }

    func sessions(of user: UserID) -> [SessionRow] {
        (rows.entries[user]?.sessions ?? [:]).values.sorted { $0.number < $1.number }
    }

    func kept(_ kind: KeptKind, of user: UserID) -> [String: String] { rows.entries[user]?.kept[kind] ?? [:] }

    func journal(of user: UserID, limit: Int) -> [JournalEntry] {
        rows.entries[user]?.journal.entries(limit: limit) ?? []
    }

    func removed() -> [DeletedUser] { rows.removed.sorted { $0.user.rawValue < $1.user.rawValue } }

    func attempts(in bucket: Int) -> Attempts? { rows.attempts[bucket] }

    func audit(before number: Int?, limit: Int) -> [AuditEntry] {
        let entries = number.map { number in rows.audit.prefix { $0.id < number } } ?? rows.audit[...]
        return entries.suffix(limit).reversed()
    }
}

extension MemoryAccountDAO {
    func insert(_ draft: AccountDraft) throws -> AccountRow {
        guard rows.users < UserID.last.rawValue else { throw AccountStoreFault.noMoreUsers }
        rows.users += 1
        let user = UserID(rawValue: rows.users)
        let account = AccountRow(
            profile: Profile(user: user, name: draft.name, createdAt: draft.createdAt),
            passwordHash: draft.passwordHash, role: draft.role)
        rows.entries[user] = MemoryAccounts.Entry(account: account)
        log.add(.account(user))
        return account
    }

    func update(_ account: AccountRow) {
        rows.entries[account.profile.user]?.account = account
        log.add(.account(account.profile.user))
    }

    func delete(_ user: UserID) {
        rows.entries[user] = nil
        log.add(.account(user))
    }

    func remember(_ user: DeletedUser) { rows.removed.append(user) }

    func forget(_ user: UserID) { rows.removed.removeAll { $0.user == user } }

    func keep(_ kind: KeptKind, _ name: String, _ value: String?, of user: UserID) {
        rows.entries[user]?.kept[kind, default: [:]][name] = value
        log.add(.account(user))
    }

    func put(_ entry: JournalEntry, of user: UserID) { rows.entries[user]?.journal.put(entry) }

    func insert(_ draft: SessionDraft, for user: UserID) -> SessionRow {
        rows.entries[user]?.sessionsStarted += 1
        let session = draft.session(number: rows.entries[user]?.sessionsStarted ?? 0, user: user)
        rows.entries[user]?.sessions[session.number] = session
        log.add(.sessions(user))
        return session
    }

    func update(_ session: SessionRow) {
        guard var row = rows.entries[session.user]?.sessions[session.number] else { return }
        row.lastUsedAt = session.lastUsedAt
        row.name = session.name
        rows.entries[session.user]?.sessions[session.number] = row
        log.add(.sessions(session.user))
    }

    func deleteSessions(_ numbers: [Int], of user: UserID) {
        for number in numbers { rows.entries[user]?.sessions[number] = nil }
        if !numbers.isEmpty { log.add(.sessions(user)) }
    }

    func setAttempts(_ attempts: Attempts?, in bucket: Int) { rows.attempts[bucket] = attempts }

    func append(_ entry: AuditEntry) {
        rows.audit.append(entry)
        log.add(.audit)
    }
}

struct MemoryAccounts: Sendable {
    /// An account, its sessions by number, and its kept values by kind and name.
    struct Entry: Sendable {
        var account: AccountRow
        var sessions: [Int: SessionRow] = [:]
        var sessionsStarted = 0
        var kept: [KeptKind: [String: String]] = [:]
        var journal = MemoryJournal()
    }

    var entries: [UserID: Entry] = [:]
    var users: Int64 = 0
    /// The users whose accounts are gone and whose other data may not be.
    var removed: [DeletedUser] = []
    var attempts: [Int: Attempts] = [:]
    var audit: [AuditEntry] = []
}
