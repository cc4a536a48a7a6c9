// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What a new session is made of; the store gives it its number.
package struct SessionDraft: Hashable, Sendable {
    /// The fingerprint of the token with which later processes find it; nil: none can.
    package let fingerprint: [UInt8]?
    /// When it starts.
    package let startedAt: Timestamp
    /// When it ends by itself.
    package let expiresAt: Timestamp
    /// The terminal and machine it is started at.
    package let place: String
    /// The login with `--keep` that it goes on from; nil: it is a login of its own.
    package let origin: Int?

    /// A draft of these facts.
    package init(
        fingerprint: [UInt8]?, startedAt: Timestamp, expiresAt: Timestamp, place: String, origin: Int? = nil
    ) {
        self.fingerprint = fingerprint
        self.startedAt = startedAt
        self.expiresAt = expiresAt
        self.place = place
        self.origin = origin
    }
}

extension SessionDraft {
    /// The session that a store makes of the draft.
    package func session(number: Int, user: UserID) -> SessionRow {
        SessionRow(
            number: number, user: user, fingerprint: fingerprint, startedAt: startedAt, lastUsedAt: startedAt,
            expiresAt: expiresAt, place: place, origin: origin)
    }
}
