// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// One of a user’s sessions, as that user may see it.
package struct Login: Hashable, Sendable, Identifiable {
    /// The number to revoke it by.
    package let id: Int
    /// The date at which the user logged in.
    package let startedAt: Timestamp
    /// The date of its last use, to a few minutes.
    package let lastUsedAt: Timestamp
    /// The date at which it ends by itself.
    package let expiresAt: Timestamp
    /// Whether later processes of the same system user find it.
    package let isKept: Bool
    /// The terminal and machine it was started at; empty when not known.
    package let place: String
    /// The user’s name for it; empty if there is none.
    package let name: String
    /// The kept login that it goes on from, by the number of its session.
    package let origin: Int?
    /// Whether it is the session that asks.
    package let isOwn: Bool

    package init(_ row: SessionRow, seenFrom session: UserSession) {
        id = row.number
        startedAt = row.startedAt
        lastUsedAt = row.lastUsedAt
        expiresAt = row.expiresAt
        isKept = row.isKept
        place = row.place
        name = row.name
        origin = row.origin
        isOwn = Int64(row.number) == session.id
    }
}

/// A session with the account it belongs to, read in one look-up.
package struct LoginRow: Hashable, Sendable {
    /// The account of the user.
    package let account: AccountRow
    package let session: SessionRow

    /// A login of these parts.
    package init(account: AccountRow, session: SessionRow) {
        self.account = account
        self.session = session
    }
}

/// A session as it is stored: the user is logged in until it ends, and it is gone when it has ended.
package struct SessionRow: Hashable, Sendable {
    /// The short number that the user sees; never used again for another session of that user.
    package let number: Int
    package let user: UserID
    /// The fingerprint of the token with which a later process finds the session; `nil`: none can.
    package let fingerprint: [UInt8]?
    /// The date at which the user logged in.
    package let startedAt: Timestamp
    /// The date of its last use.
    package var lastUsedAt: Timestamp
    /// The date at which it ends by itself.
    package let expiresAt: Timestamp
    /// The terminal and machine it was started at, for the user to recognise; may be empty.
    package let place: String
    /// The user’s name for it, or that of a token; may be empty.
    package var name: String
    /// The apps that a script’s token is for; `nil` for a session of a person.
    package let apps: [String]?
    /// The login with `--keep` that it goes on from, by the number of that login’s first session, which may be gone;
    /// `nil`: it is a login of its own.
    package let origin: Int?

    /// Whether later processes may find it.
    package var isKept: Bool { fingerprint != nil }

    /// Whether it is a token for scripts.
    package var isToken: Bool { apps != nil }

    /// The login that it belongs to, by the number of that login’s first session.
    package var root: Int { origin ?? number }

    /// A session of these facts.
    package init(
        number: Int, user: UserID, fingerprint: [UInt8]?, startedAt: Timestamp, lastUsedAt: Timestamp,
        expiresAt: Timestamp, place: String, origin: Int?, name: String = "", apps: [String]? = nil
    ) {
        self.number = number
        self.user = user
        self.fingerprint = fingerprint
        self.startedAt = startedAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
        self.place = place
        self.origin = origin
        self.name = name
        self.apps = apps
    }
}

/// The fields of a new session; the store gives it its number.
package struct SessionDraft: Hashable, Sendable {
    /// The fingerprint of the token with which later processes find it; `nil`: none can.
    package let fingerprint: [UInt8]?
    /// The date at which it starts.
    package let startedAt: Timestamp
    /// The date at which it ends by itself.
    package let expiresAt: Timestamp
    /// The terminal and machine it is started at.
    package let place: String
    /// The login with `--keep` that it goes on from; `nil`: it is a login of its own.
    package let origin: Int?
    /// The user’s name for it, or that of a token; may be empty.
    package private(set) var name = ""
    /// The apps that a script’s token is for; `nil` for a session of a person.
    package private(set) var apps: [String]?
}

extension SessionDraft {
    /// The session that a store makes of the draft.
    package func session(number: Int, user: UserID) -> SessionRow {
        SessionRow(
            number: number, user: user, fingerprint: fingerprint, startedAt: startedAt, lastUsedAt: startedAt,
            expiresAt: expiresAt, place: place, origin: origin, name: name, apps: apps)
    }
}

/// A token for scripts, as its user may see it.
package struct ScriptToken: Hashable, Sendable, Identifiable {
    /// The number of its session.
    package let id: Int
    /// The name to revoke it by.
    package let name: String
    package let apps: [String]
    /// The date at which it was made.
    package let madeAt: Timestamp
    /// The date of its last use, to a few minutes; `nil` if there was none.
    package let lastUsedAt: Timestamp?
    /// The date at which it ends by itself.
    package let expiresAt: Timestamp

    init?(_ row: SessionRow) {
        guard let apps = row.apps else { return nil }
        id = row.number
        name = row.name
        self.apps = apps
        madeAt = row.startedAt
        lastUsedAt = row.lastUsedAt > row.startedAt ? row.lastUsedAt : nil
        expiresAt = row.expiresAt
    }
}
