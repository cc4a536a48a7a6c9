// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session
package import Stores
package import Systems

/// Accounts in memory: what every other account store must do, in the plainest words.
package struct MemoryAccountDAO: AccountDAO {
    private let feed: ChangeFeed<AccountChange>
    private let table: MemoryTable<MemoryAccounts>

    /// The accounts of a memory system.
    package init(on system: MemorySystem) {
        feed = system.feed(of: "account")
        table = system.table("accounts", empty: MemoryAccounts())
    }

    package func isEmpty() -> Bool { table.read { $0.entries.isEmpty } }

    package func create(_ draft: AccountDraft, session: SessionDraft) throws -> LoginRow {
        let login = try table.write { rows in
            guard rows.entry(nameKey: draft.nameKey) == nil else {
                throw AccountStoreFault.nameTaken(key: draft.nameKey)
            }
            guard rows.users < UserID.last.rawValue else { throw AccountStoreFault.noMoreUsers }
            rows.users += 1
            let user = UserID(rawValue: rows.users)
            let profile = Profile(user: user, name: draft.name, createdAt: draft.createdAt)
            let account = AccountRow(profile: profile, passwordHash: draft.passwordHash)
            var entry = MemoryAccounts.Entry(account: account, nameKey: draft.nameKey)
            let first = entry.start(session)
            rows.entries[user] = entry
            return entry.login(first)
        }
        feed.post(.these([.account(login.session.user)]))
        return login
    }

    package func find(nameKey: String) -> AccountRow? { table.read { $0.entry(nameKey: nameKey)?.account } }

    package func find(_ user: UserID) -> AccountRow? { table.read { $0.entries[user]?.account } }

    package func modify(_ user: UserID, _ change: ProfileChange) -> Profile? {
        write(.account(user)) { rows in
            guard let account = rows.entries[user]?.account else { return nil }
            let profile = account.profile.applying(change)
            rows.entries[user]?.account = AccountRow(profile: profile, passwordHash: account.passwordHash)
            return profile
        }
    }

    package func rehash(_ user: UserID, from old: String, to new: String) {
        write(.account(user)) { rows in
            guard let account = rows.entries[user]?.account, account.passwordHash == old else { return }
            rows.entries[user]?.account = AccountRow(profile: account.profile, passwordHash: new)
        }
    }

    package func changePassword(
        of user: UserID, from old: String, to new: String, session: SessionDraft
    ) -> SessionRow? {
        write(.sessions(user)) { rows in
            guard var entry = rows.entries[user], entry.account.passwordHash == old else { return nil }
            entry.account = AccountRow(profile: entry.account.profile, passwordHash: new)
            entry.sessions = [:]
            let started = entry.start(session)
            rows.entries[user] = entry
            return started
        }
    }

    package func remove(_ user: UserID) -> Bool {
        write(.account(user)) { rows in
            guard let entry = rows.entries.removeValue(forKey: user) else { return false }
            rows.removed.append(DeletedUser(user: user, name: entry.account.profile.name))
            return true
        }
    }

    package func removed() -> [DeletedUser] { table.read { $0.removed } }

    package func forget(_ user: UserID) { table.write { $0.removed.removeAll { $0.user == user } } }

    package func preferences(of user: UserID) -> [String: String] {
        table.read { $0.entries[user]?.preferences ?? [:] }
    }

    package func setPreference(_ name: String, to value: String?, of user: UserID) {
        write(.account(user)) { $0.entries[user]?.preferences[name] = value }
    }
}

extension MemoryAccountDAO {
    package func start(
        _ draft: SessionDraft, for user: UserID, insteadOf number: Int?, unusedSince horizon: Timestamp
    ) -> LoginRow? {
        write(.sessions(user)) { rows in
            guard var entry = rows.entries[user] else { return nil }
            if let number { entry.sessions[number] = nil }
            entry.sessions = entry.sessions.filter { _, session in
                session.expiresAt > draft.startedAt && (session.isKept || session.lastUsedAt > horizon)
            }
            let session = entry.start(draft)
            rows.entries[user] = entry
            return entry.login(session)
        }
    }

    package func hasSession(_ number: Int, of user: UserID) -> Bool {
        table.read { $0.entries[user]?.sessions[number] != nil }
    }

    package func login(_ number: Int, of user: UserID) -> LoginRow? {
        table.read { rows in
            guard let entry = rows.entries[user], let session = entry.sessions[number] else { return nil }
            return entry.login(session)
        }
    }

    package func login(fingerprint: [UInt8]) -> LoginRow? {
        table.read { rows in
            for entry in rows.entries.values {
                for session in entry.sessions.values where session.fingerprint == fingerprint {
                    return entry.login(session)
                }
            }
            return nil
        }
    }

    package func sessions(of user: UserID, after now: Timestamp) -> [SessionRow] {
        table.read { rows in
            let all = rows.entries[user].map { Array($0.sessions.values) } ?? []
            return all.filter { $0.expiresAt > now }.sorted { $0.number < $1.number }
        }
    }

    package func touch(_ number: Int, of user: UserID, at now: Timestamp) {
        write(.sessions(user)) { rows in
            guard let session = rows.entries[user]?.sessions[number], session.lastUsedAt < now else { return }
            rows.entries[user]?.sessions[number] = SessionRow(
                number: session.number, user: session.user, fingerprint: session.fingerprint,
                startedAt: session.startedAt, lastUsedAt: now, expiresAt: session.expiresAt, place: session.place)
        }
    }

    package func end(_ number: Int, of user: UserID) -> Bool {
        write(.sessions(user)) { $0.entries[user]?.sessions.removeValue(forKey: number) != nil }
    }

    package func endOthers(than number: Int, of user: UserID, after now: Timestamp) -> Int {
        write(.sessions(user)) { rows in
            let all = rows.entries[user]?.sessions ?? [:]
            rows.entries[user]?.sessions = all.filter { $0.key == number }
            return all.values.filter { $0.number != number && $0.expiresAt > now }.count
        }
    }

    package func attempts(in bucket: Int) -> Attempts? { table.read { $0.attempts[bucket] } }

    package func modifyAttempts(in bucket: Int, _ change: @Sendable (Attempts?) -> Attempts?) -> Attempts? {
        table.write { rows in
            let earlier = rows.attempts[bucket]
            rows.attempts[bucket] = change(earlier)
            return earlier
        }
    }

    /// A process that is alone with its accounts asks one person for one password.
    package func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result { try await check() }

    package func changes() -> ChangeObserver<AccountChange> { feed.observe() }

    private func write<Result: Sendable>(_ change: AccountChange, _ body: (inout MemoryAccounts) -> Result) -> Result {
        let result = table.write(body)
        feed.post(.these([change]))
        return result
    }
}
