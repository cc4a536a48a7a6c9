// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

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
    /// Whether it is the session that asks.
    package let isOwn: Bool

    package init(_ row: SessionRow, seenFrom session: UserSession) {
        id = row.number
        startedAt = row.startedAt
        lastUsedAt = row.lastUsedAt
        expiresAt = row.expiresAt
        isKept = row.isKept
        place = row.place
        isOwn = Int64(row.number) == session.id
    }
}

/// A session with the account it belongs to, read in one look-up.
package struct LoginRow: Hashable, Sendable {
    /// The account of the user.
    package let account: AccountRow
    /// The session.
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
    /// The user.
    package let user: UserID
    /// The fingerprint of the token with which a later process finds the session; `nil`: none can.
    package let fingerprint: [UInt8]?
    /// The date at which the user logged in.
    package let startedAt: Timestamp
    /// The date of its last use.
    package let lastUsedAt: Timestamp
    /// The date at which it ends by itself.
    package let expiresAt: Timestamp
    /// The terminal and machine it was started at, for the user to recognise; may be empty.
    package let place: String
    /// The login with `--keep` that it goes on from, by the number of that login’s first session, which may be gone;
    /// `nil`: it is a login of its own.
    package let origin: Int?

    /// Whether later processes may find it.
    package var isKept: Bool { fingerprint != nil }

    /// The login that it belongs to, by the number of that login’s first session.
    package var root: Int { origin ?? number }

    /// A session of these facts.
    package init(
        number: Int, user: UserID, fingerprint: [UInt8]?, startedAt: Timestamp, lastUsedAt: Timestamp,
        expiresAt: Timestamp, place: String, origin: Int?
    ) {
        self.number = number
        self.user = user
        self.fingerprint = fingerprint
        self.startedAt = startedAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
        self.place = place
        self.origin = origin
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
}

extension SessionDraft {
    /// The session that a store makes of the draft.
    package func session(number: Int, user: UserID) -> SessionRow {
        SessionRow(
            number: number, user: user, fingerprint: fingerprint, startedAt: startedAt, lastUsedAt: startedAt,
            expiresAt: expiresAt, place: place, origin: origin)
    }
}
