// SPDX-License-Identifier: GPL-3.0-or-later

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
    package typealias Lease = (expiresAt: Timestamp, idleLimit: Duration?)

    /// For how long it holds, of a session whose data may be seen now; asked several times a command, without a copy of the
    /// session.
    package var lease: Lease? {
        if case .active(let session) = self { (session.expiresAt, session.idleLimit) } else { nil }
    }

    /// Who is logged in, also behind a lock.
    public var user: UserID? { known?.user }

    /// The number of the session, also behind a lock.
    public var id: UserSession.ID? { known?.id }
}
