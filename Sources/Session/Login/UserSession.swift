// SPDX-License-Identifier: GPL-3.0-or-later

/// A login, as everyone may read it: who is there, and until when.
///
/// An immutable value. The account’s logic alone makes them; a new state is a new value.
public struct UserSession: Hashable, Sendable, Identifiable {
    /// The session’s own number, the one that `sessions` lists.
    public let id: Int64
    /// Whose data is seen.
    public let user: UserID
    /// The name the user logs in with.
    public let name: String
    /// When the user logged in.
    public let startedAt: Timestamp
    /// When the password is asked for again at the latest.
    public let expiresAt: Timestamp
    /// After how long without a command the password is asked for again; nil: never.
    public let idleLimit: Duration?
    /// The user’s choice of language; nil: what the terminal says.
    public let language: Language?
    /// The user’s settings and aliases, by name; a setting that was never set is not there.
    public let settings: [String: String]
    /// The number of the login with `--keep` that it goes on from; nil: it is a login of its own.
    public let origin: Int64?

    /// A login with these facts.
    public init(
        id: Int64, user: UserID, name: String, startedAt: Timestamp, expiresAt: Timestamp, idleLimit: Duration?,
        language: Language? = nil, settings: [String: String] = [:], origin: Int64? = nil
    ) {
        self.id = id
        self.user = user
        self.name = name
        self.startedAt = startedAt
        self.expiresAt = expiresAt
        self.idleLimit = idleLimit
        self.language = language
        self.settings = settings
        self.origin = origin
    }
}
