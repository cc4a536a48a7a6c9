// SPDX-License-Identifier: GPL-3.0-or-later

/// A login, as everyone may read it: who is there, and until when.
///
/// An immutable value. The account’s logic alone makes them; a new state is a new value.
public struct UserSession: Hashable, Sendable, Identifiable {
    private let stored: Stored

    /// The session’s own number, the one that `sessions` lists.
    public var id: Int64 { stored.facts.id }
    /// Whose data is seen.
    public var user: UserID { stored.facts.user }
    /// The name the user logs in with.
    public var name: String { stored.facts.name }
    /// When the user logged in.
    public var startedAt: Timestamp { stored.facts.startedAt }
    /// When the password is asked for again at the latest.
    public var expiresAt: Timestamp { stored.facts.expiresAt }
    /// After how long without a command the password is asked for again; nil: never.
    public var idleLimit: Duration? { stored.facts.idleLimit }
    /// The user’s choice of language; nil: what the terminal says.
    public var language: Language? { stored.facts.language }
    /// The user’s settings and aliases, by name; a setting that was never set is not there.
    public var settings: [String: String] { stored.facts.settings }
    /// The number of the login with `--keep` that it goes on from; nil: it is a login of its own.
    public var origin: Int64? { stored.facts.origin }

    /// A login with these facts.
    public init(
        id: Int64, user: UserID, name: String, startedAt: Timestamp, expiresAt: Timestamp, idleLimit: Duration?,
        language: Language? = nil, settings: [String: String] = [:], origin: Int64? = nil
    ) {
        stored = Stored(
            Facts(
                id: id, user: user, name: name, startedAt: startedAt, expiresAt: expiresAt, idleLimit: idleLimit,
                language: language, settings: settings, origin: origin))
    }
}

extension UserSession {
    private struct Facts: Hashable, Sendable {
        let id: Int64
        let user: UserID
        let name: String
        let startedAt: Timestamp
        let expiresAt: Timestamp
        let idleLimit: Duration?
        let language: Language?
        let settings: [String: String]
        let origin: Int64?
    }

    /// The facts, which copies of a session share: each command asks several times who is there.
    private final class Stored: Hashable, Sendable {
        let facts: Facts

        init(_ facts: Facts) { self.facts = facts }

        static func == (first: Stored, second: Stored) -> Bool {
            first === second || first.facts == second.facts
        }

        func hash(into hasher: inout Hasher) { facts.hash(into: &hasher) }
    }
}
