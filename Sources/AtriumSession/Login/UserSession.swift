// SPDX-License-Identifier: GPL-3.0-or-later

/// A login, in its public form: the user and the time limit.
///
/// An immutable value. Only the account’s logic creates one; a new state is a new value.
public struct UserSession: Hashable, Sendable, Identifiable {
    private let stored: Stored

    /// The session’s own number, the one that `sessions` lists.
    public var id: Int64 { stored.facts.id }
    /// Whose data is seen.
    public var user: UserID { stored.facts.user }
    /// The name the user logs in with.
    public var name: String { stored.facts.name }
    /// The time of the login.
    public var startedAt: Timestamp { stored.facts.startedAt }
    /// The latest time at which the password is requested again.
    public var expiresAt: Timestamp { stored.facts.expiresAt }
    /// After how long without a command the password is asked for again; `nil`: never.
    public var idleLimit: Duration? { stored.facts.idleLimit }
    /// The user’s choice of language; `nil` for that of the terminal.
    public var language: Language? { stored.facts.language }
    /// The user’s settings and aliases, by name, without those that were never set.
    public var settings: [String: String] { stored.facts.settings }
    /// The number of the login with `--keep` that it goes on from; `nil`: it is a login of its own.
    public var origin: Int64? { stored.facts.origin }
    /// The apps that it is for, by their names, if it is that of a script’s token; `nil`: all.
    public var apps: [String]? { stored.facts.apps }

    /// A login with these facts.
    public init(
        id: Int64, user: UserID, name: String, startedAt: Timestamp, expiresAt: Timestamp, idleLimit: Duration?,
        language: Language? = nil, settings: [String: String] = [:], origin: Int64? = nil, apps: [String]? = nil
    ) {
        stored = Stored(
            Facts(
                id: id, user: user, name: name, startedAt: startedAt, expiresAt: expiresAt, idleLimit: idleLimit,
                language: language, settings: settings, origin: origin, apps: apps))
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
        let apps: [String]?
    }

    /// The facts, which copies of a session share: each command reads the user several times.
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
    /// The owner of the data; the number is never reused.
    public let user: UserID
    /// The login name of the user, which another user may have next.
    public let name: String

    /// A user of this number and name.
    public init(user: UserID, name: String) {
        self.user = user
        self.name = name
    }
}

/// The state of the login.
public enum LoginState: Hashable, Sendable {
    /// No user is logged in.
    case loggedOut
    /// A user is logged in, and must give the password before anything is shown again.
    case locked(UserSession)
    /// A user is logged in.
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

    /// The validity of a session.
    package struct Lease: Sendable {
        /// The latest time at which the password is requested again.
        package let expiresAt: Timestamp
        /// After how long without a command it is asked for again; `nil`: never.
        package let idleLimit: Duration?
    }

    /// The validity of a session whose data may be displayed now.
    ///
    /// It is read several times a command, and copies no session.
    package var lease: Lease? {
        if case .active(let session) = self {
            Lease(expiresAt: session.expiresAt, idleLimit: session.idleLimit)
        } else {
            nil
        }
    }

    /// The logged-in user, also behind a lock.
    public var user: UserID? { known?.user }

    /// The number of the session, also behind a lock.
    public var id: UserSession.ID? { known?.id }
}
