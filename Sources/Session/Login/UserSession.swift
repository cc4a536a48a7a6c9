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

/// Identifies a user in every store; never shown, never reused.
public struct UserID: Hashable, Sendable, Codable, RawRepresentable {
    /// A number from 1 to 4,194,303, so that it fits above a row’s number in one 64-bit key.
    public let rawValue: Int64

    /// The user of this number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A user whose account is gone, and whose data may not be yet.
public struct DeletedUser: Hashable, Sendable {
    /// Whose data it is; the number is given to nobody else.
    public let user: UserID
    /// The name the user logged in with, which somebody else may have next.
    public let name: String

    /// A user of this number and name.
    public init(user: UserID, name: String) {
        self.user = user
        self.name = name
    }
}

/// Whether somebody is logged in.
public enum LoginState: Hashable, Sendable {
    /// Nobody is.
    case loggedOut
    /// Somebody is, and has to give the password before anything is shown again.
    case locked(UserSession)
    /// Somebody is.
    case active(UserSession)

    /// The session whose data may be seen now.
    public var session: UserSession? {
        if case .active(let session) = self { session } else { nil }
    }
}

extension LoginState {
    /// The session, also behind a lock.
    public var known: UserSession? {
        switch self {
        case .loggedOut: nil
        case .locked(let session), .active(let session): session
        }
    }

    /// For how long a session holds.
    package struct Lease: Sendable {
        /// When the password is asked for again at the latest.
        package let expiresAt: Timestamp
        /// After how long without a command it is asked for again; nil: never.
        package let idleLimit: Duration?
    }

    /// For how long it holds, of a session whose data may be seen now.
    ///
    /// It is asked for several times a command, and copies no session.
    package var lease: Lease? {
        if case .active(let session) = self {
            Lease(expiresAt: session.expiresAt, idleLimit: session.idleLimit)
        } else {
            nil
        }
    }

    /// Who is logged in, also behind a lock.
    public var user: UserID? { known?.user }

    /// The number of the session, also behind a lock.
    public var id: UserSession.ID? { known?.id }
}
