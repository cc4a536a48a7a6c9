// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
package import AtriumSession
import AtriumStores

/// A user, as the owner may see it.
package struct UserEntry: Hashable, Sendable, Identifiable {
    package let id: UserID
    /// The name for logging in.
    package let name: String
    /// The displayed name; empty if there is none.
    package let displayName: String
    /// The rights.
    package let role: Role
    /// Whether the user may not log in.
    package let isDisabled: Bool
    /// Whether the user has still to log in with a password of the owner’s.
    package let isInvited: Bool
    /// Whether the account has a second factor.
    package let hasFactor: Bool
    /// The date of the account’s creation.
    package let createdAt: Timestamp
    /// The number of sessions.
    package let sessions: Int
}

/// An entry of the audit trail, with the names of its users.
package struct AuditRecord: Hashable, Sendable, Identifiable {
    package let entry: AuditEntry
    /// The name of the user; `nil` if there is none, or the account is gone.
    package let userName: String?
    /// The name of the user that the entry is about; `nil` if it is about none, or the account is gone.
    package let subjectName: String?
    /// The login name after a change of it; `nil` if it is none, or the account is gone.
    ///
    /// It is known from what followed: the trail itself has former names only.
    package let newName: String?

    /// The number of the entry.
    package var id: Int { entry.id }
}

/// The users, and what the owner may do.
extension AccountService {
    static func users(in store: any AccountReader, at now: Timestamp) throws -> [UserEntry] {
        try store.accounts().map { account in
            let user = account.profile.user
            return UserEntry(
                id: user, name: account.profile.name, displayName: account.profile.displayName, role: account.role,
                isDisabled: account.isDisabled, isInvited: try store.kept(.invitation, of: user)[""] != nil,
                hasFactor: try store.hasFactor(user), createdAt: account.profile.createdAt,
                sessions: try store.sessions(of: user).count { !$0.isToken && $0.expiresAt > now })
        }
    }

    static func audit(in store: any AccountReader, of account: AccountRow, limit: Int) throws -> [AuditRecord] {
        let names = Dictionary(
            try store.accounts().map { (String($0.profile.user.rawValue), $0.profile.name) }, uniquingKeysWith: { $1 })
        let isOwner = account.role == .owner
        var records: [AuditRecord] = []
        // From the newest on: the name that a user had after each change is the one before the next.
        var laterNames = names
        guard limit > 0 else { return records }
        try store.readAudit { entry in
            var newName: String?
            if entry.event == AuditEvent.rename.rawValue, let user = entry.user.map({ String($0.rawValue) }) {
                newName = laterNames.updateValue(entry.subject, forKey: user)
            }
            let isShown = isOwner || entry.user == account.profile.user || entry.isAbout(account.profile.user)
            if isShown {
                records.append(
                    AuditRecord(
                        entry: entry, userName: entry.user.flatMap { names[String($0.rawValue)] },
                        subjectName: entry.isAboutUser ? names[entry.subject] : nil, newName: newName))
            }
            return records.count < limit
        }
        return records
    }

    /// Changes accounts as the owner.
    private func changeAsOwner<Result: Sendable>(
        _ session: UserSession, _ body: @escaping @Sendable (any AccountDAO) throws -> Result
    ) async throws -> Result {
        try await change(session) { accounts in
            guard try accounts.account(session.user)?.role == .owner else { throw AccountFault.ownerOnly }
            try accounts.requireAllUsers()
            return try body(accounts)
        }
    }

    /// Checks that the user of a session is the owner.
    ///
    /// - Throws: `AccountFault.ownerOnly`; `AuthenticationFault`; `StoreFault`.
    package func requireOwner(_ session: UserSession) async throws {
        guard try await current(session).account.role == .owner else { throw AccountFault.ownerOnly }
        try await accounts.read { try $0.requireAllUsers() }
    }

    /// Checks that the user of a session is the owner, and that a number is of no account.
    ///
    /// - Throws: `AccountFault.ownerOnly`, `.userIsThere`; `AuthenticationFault`; `StoreFault`.
    package func requireGone(_ number: Int, for session: UserSession) async throws -> UserID {
        try await requireOwner(session)
        let user = UserID(rawValue: Int64(number))
        guard try await accounts.read({ try $0.account(user) }) == nil else { throw AccountFault.userIsThere(number) }
        return user
    }

    /// Remembers that the data of a user whose account is gone is to be deleted: see `unfinishedDeletions`.
    ///
    /// - Throws: As `requireGone`.
    package func forget(_ user: UserID, for session: UserSession) async throws {
        let (now, place) = (clock.now, place)
        try await changeAsOwner(session) { accounts in
            guard try accounts.account(user) == nil else { throw AccountFault.userIsThere(Int(user.rawValue)) }
            try accounts.remember(DeletedUser(user: user, name: ""))
            try accounts.note(
                .delete, by: session.user, at: now, subject: String(user.rawValue), place: place)
        }
    }

    /// The users, by number.
    ///
    /// - Throws: `AccountFault.ownerOnly`; `AuthenticationFault`; `StoreFault`.
    package func users(for session: UserSession) async throws -> [UserEntry] {
        try await requireOwner(session)
        let now = clock.now
        return try await accounts.read { try Self.users(in: $0, at: now) }
    }

    /// Makes an account for another user, with a password for one login.
    ///
    /// - Returns: The name, and the password, which is known nowhere else.
    /// - Throws: `AccountFault.ownerOnly`; `AuthenticationFault` for the name; `StoreFault`.
    package func invite(
        _ name: String, for session: UserSession
    ) async throws -> (name: String, password: String) {
        try await requireOwner(session)
        try await check(name: name)
        let name = try AccountName(name)
        let password = RecoveryCode(random: codes).text
        let (now, place) = (clock.now, place)
        let draft = AccountDraft(
            name: name.text, nameKey: name.key, passwordHash: try await hash(Secret(password)), createdAt: now)
        do {
            try await changeAsOwner(session) { accounts in
                let user = try accounts.create(draft).profile.user
                try accounts.keep(.invitation, Invitation(from: now), of: user)
                try accounts.note(
                    .invite, by: session.user, at: now, subject: String(user.rawValue), place: place)
            }
        } catch AccountStoreFault.nameTaken {
            throw AuthenticationFault.nameTaken(name.text)
        }
        return (name.text, password)
    }

    /// Gives a user a password for one login, ends all sessions and tokens, and takes the second factor away.
    ///
    /// Data that the user has sealed under another password stays sealed.
    ///
    /// - Returns: The name, and the password, which is known nowhere else.
    /// - Throws: `AccountFault.ownerOnly`, `.unknownUser`, `.ownAccount`; `AuthenticationFault`; `StoreFault`.
    package func reset(_ name: String, for session: UserSession) async throws -> (name: String, password: String) {
        try await requireOwner(session)
        let password = RecoveryCode(random: codes).text
        let hash = try await hash(Secret(password))
        let now = clock.now
        let account = try await changeOther(name, .reset, for: session) { accounts, account in
            account.passwordHash = hash
            let user = account.profile.user
            try accounts.endAll(of: user)
            try accounts.keep(.factor, SecondFactor?.none, of: user)
            try accounts.keep(.offer, "", nil, of: user)
            try accounts.keep(.invitation, Invitation(from: now), of: user)
        }
        return (account.profile.name, password)
    }

    /// Disables a user, which ends all sessions and tokens, or enables the user again.
    ///
    /// - Returns: The name.
    /// - Throws: `AccountFault.ownerOnly`, `.unknownUser`, `.ownAccount`, `.isDisabled`, `.isEnabled`;
    ///   `AuthenticationFault`; `StoreFault`.
    package func setDisabled(_ isDisabled: Bool, _ name: String, for session: UserSession) async throws -> String {
        let event = isDisabled ? AuditEvent.disable : .enable
        return try await changeOther(name, event, for: session) { accounts, account in
            let (user, name) = (account.profile.user, account.profile.name)
            guard account.isDisabled != isDisabled else {
                throw isDisabled ? AccountFault.isDisabled(name: name) : .isEnabled(name: name)
            }
            account.isDisabled = isDisabled
            if isDisabled { try accounts.endAll(of: user) }
        }.profile.name
    }

    /// Checks that there is a user of a name.
    ///
    /// - Throws: `AccountFault.unknownUser`; `StoreFault`.
    package func requireUser(_ name: String) async throws {
        let account = try await accounts.read { try $0.account(nameKey: AccountName.key(of: name)) }
        if account == nil { throw AccountFault.unknownUser(name) }
    }

    private func changeOther(
        _ name: String, _ event: AuditEvent, for session: UserSession,
        _ body: @escaping @Sendable (any AccountDAO, inout AccountRow) throws -> Void
    ) async throws -> AccountRow {
        let (now, place) = (clock.now, place)
        return try await changeAsOwner(session) { accounts in
            guard var account = try accounts.account(nameKey: AccountName.key(of: name)) else {
                throw AccountFault.unknownUser(name)
            }
            guard account.profile.user != session.user else { throw AccountFault.ownAccount }
            try body(accounts, &account)
            try accounts.update(account)
            let subject = String(account.profile.user.rawValue)
            try accounts.note(event, by: session.user, at: now, subject: subject, place: place)
            return account
        }
    }

    /// Changes the name for logging in.
    ///
    /// - Returns: The session with the new name.
    /// - Throws: `AuthenticationFault` for a name that is taken or not allowed; `StoreFault`.
    package func rename(to name: String, for session: UserSession) async throws -> UserSession {
        let name = try AccountName(name)
        let (now, place) = (clock.now, place)
        do {
            try await change(session) { accounts in
                if let other = try accounts.account(nameKey: name.key), other.profile.user != session.user {
                    throw AuthenticationFault.nameTaken(name.text)
                }
                let former = try accounts.account(session.user)?.profile.name
                _ = try accounts.modify(session.user, .login(name.text))
                try accounts.noteRename(of: session.user, from: former, at: now, place: place)
            }
        } catch StoreFault.server(_, "23505", _) {
            // The account of another user, which the role of a server does not see (`unique_violation`).
            throw AuthenticationFault.nameTaken(name.text)
        }
        return try await userSession(current(session))
    }
}

/// The audit trail.
extension AccountService {
    /// The newest entries that the user of a session may see, the newest first: the owner all, others their own.
    ///
    /// - Throws: `AuthenticationFault`; `StoreFault`.
    package func audit(limit: Int, for session: UserSession) async throws -> [AuditRecord] {
        let account = try await current(session).account
        return try await accounts.read { try Self.audit(in: $0, of: account, limit: limit) }
    }

    /// The fewest digits that name a hash.
    private static let shortestHash = 4

    /// The time at which the user of a session last exported with a command, or the owner by the command line; `nil` if it
    /// is not among the last entries of the audit trail.
    package func lastExport(by command: String, for session: UserSession) async throws -> Timestamp? {
        try await accounts.read { store in
            let isOwner = try store.account(session.user)?.role == .owner
            var (found, seen): (Timestamp?, Int) = (nil, 0)
            try store.readAudit { entry in
                seen += 1
                // One by the command line is of no user, and has everything.
                let isMeant = entry.user == session.user || isOwner && entry.user == nil
                if entry.event == AuditEvent.export.rawValue, isMeant,
                    entry.subject == command
                {
                    found = entry.time
                }
                return found == nil && seen < 5000
            }
            return found
        }
    }

    /// Checks whether each entry follows from those before it.
    ///
    /// - Parameter hash: The first digits of the hash of an entry that must be there, such as the last one of an earlier
    ///   check; `nil` for none.
    /// - Throws: `AccountFault.badHash`, `.unknownHash`; `AuthenticationFault`; `StoreFault`.
    package func verifyAudit(containing hash: String?, for session: UserSession) async throws -> AuditVerdict {
        _ = try await current(session)
        if let hash, !hash.isEmpty, !(Self.shortestHash...64).contains(hash.count) || !hash.allSatisfy(\.isHexDigit) {
            throw AccountFault.badHash(hash, minimum: Self.shortestHash)
        }
        return try await accounts.read { store in
            try store.requireAllUsers()
            if let hash, !hash.isEmpty {
                var isThere = false
                try store.readAudit { entry in
                    isThere = entry.hashText.hasPrefix(hash.lowercased())
                    return !isThere
                }
                guard isThere else { throw AccountFault.unknownHash(hash) }
            }
            return try store.verifyAudit()
        }
    }
}

extension AuditEntry {
    /// Whether the subject is the number of a user.
    package var isAboutUser: Bool {
        // Without a subject users have deleted their own account.
        AuditEvent(rawValue: event)?.isAboutUser == true && !subject.isEmpty
    }

    func isAbout(_ user: UserID) -> Bool { isAboutUser && subject == String(user.rawValue) }
}
