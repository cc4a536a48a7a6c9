// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A session as it is stored: somebody is logged in until it ends, and it is gone when it has ended.
package struct SessionRow: Hashable, Sendable {
    /// The short number that the user sees; never used again for another session of that user.
    package let number: Int
    /// Who is logged in.
    package let user: UserID
    /// The fingerprint of the token with which a later process finds the session; nil: none can.
    package let fingerprint: [UInt8]?
    /// When the user logged in.
    package let startedAt: Timestamp
    /// When it was last seen in use.
    package let lastUsedAt: Timestamp
    /// When it ends by itself.
    package let expiresAt: Timestamp
    /// The terminal and machine it was started at, for the user to recognise; may be empty.
    package let place: String
    /// The login with `--keep` that it goes on from, by the number of that login’s first session, which may be gone;
    /// nil: it is a login of its own.
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
