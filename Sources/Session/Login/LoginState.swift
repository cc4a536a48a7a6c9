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
