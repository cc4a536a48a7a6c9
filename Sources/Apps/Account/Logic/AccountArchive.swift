// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// The profile of a user in an archive.
private struct ArchivedProfile: Codable, Sendable {
    /// The name for logging in, which an import leaves as it is there.
    var login: String
    var name: String
    var email: String
    var phone: String
    var language: Language?
    var created: Timestamp
}

/// An entry of the audit trail in an archive, where it is only read.
private struct ArchivedEvent: Codable, Sendable {
    var number: Int
    var time: Timestamp
    var event: String
    var subject: String
    var place: String
    var hash: String
}

/// The account’s own data of a user, out of an installation and into another.
///
/// `profile.json` and `settings.json` come back; `audit.jsonl` does not, since the trail is that of an installation.
/// The password, the second factor, sessions and tokens are in no archive.
package struct AccountArchive: Sendable {
    private static let (profile, settings, audit) = ("profile.json", "settings.json", "audit.jsonl")

    private let accounts: AccountStore

    package init(_ stores: AccountStores) { accounts = stores.accounts }

    /// Writes the profile, the settings and the user’s part of the audit trail.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn` if there is no such user, `StoreFault`, the errors of the archive.
    package func write(_ user: UserID, to archive: ArchiveWriter) async throws {
        let (profile, settings, events) = try await accounts.read { store in
            guard let account = try store.account(user) else { throw AuthenticationFault.notLoggedIn }
            var events: [ArchivedEvent] = []
            try store.readAudit { entry in
                if entry.user == user || entry.isAbout(user) {
                    events.append(
                        ArchivedEvent(
                            number: entry.id, time: entry.time, event: entry.event, subject: entry.subject,
                            place: entry.place, hash: entry.hashText))
                }
                return true
            }
            let old = account.profile
            let profile = ArchivedProfile(
                login: old.name, name: old.displayName, email: old.email, phone: old.phone, language: old.language,
                created: old.createdAt)
            return (profile, try store.preferences(of: user), events)
        }
        try await archive.add(Self.profile, profile)
        try await archive.add(Self.settings, settings)
        try await archive.add(Self.audit, lines: events.reversed())
    }

    /// Replaces the profile and the settings of a user, whose former changes cannot be undone any more; the name for
    /// logging in stays.
    ///
    /// - Throws: As `write(_:to:)`.
    package func read(_ archive: ArchiveReader, for user: UserID) async throws {
        let profile = try archive.value(of: Self.profile, as: ArchivedProfile.self)
        let settings = try archive.value(of: Self.settings, as: [String: String].self)
        try await accounts.write { store in
            guard var account = try store.account(user) else { throw AuthenticationFault.notLoggedIn }
            try UserJournal(store, of: user).recordReplacement(
                JournalEntry.lines([AccountStep.lasting(account.profile.name)]))
            if let profile {
                account.profile.displayName = profile.name
                account.profile.email = profile.email
                account.profile.phone = profile.phone
                account.profile.language = profile.language
                try store.update(account)
            }
            guard let settings else { return }
            for name in try store.preferences(of: user).keys where settings[name] == nil {
                try store.keep(.preference, name, nil, of: user)
            }
            for (name, value) in settings { try store.keep(.preference, name, value, of: user) }
        }
    }
}
