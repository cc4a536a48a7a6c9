// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// One of a user’s sessions, as that user may see it.
package struct Login: Hashable, Sendable, Identifiable {
    /// The number to revoke it by.
    package let id: Int
    /// When the user logged in.
    package let startedAt: Timestamp
    /// When it was last seen in use, to a few minutes.
    package let lastUsedAt: Timestamp
    /// When it ends by itself.
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
