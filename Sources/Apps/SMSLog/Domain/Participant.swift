// SPDX-License-Identifier: GPL-3.0-or-later

/// Somebody whom a multimedia message names.
package struct Participant: Hashable, Sendable {
    /// What a message says of somebody; the numbers are those of Android.
    package enum Role: Int, Hashable, Sendable, CaseIterable {
        /// Wrote it.
        case from = 137
        /// Got it.
        case to = 151
        /// Got a copy.
        case cc = 130
        /// Got a copy, and nobody else knows.
        case bcc = 129
    }

    /// What the message says.
    package let role: Role
    /// Who it is, as it was written.
    package let rawAddress: String

    /// Somebody of this role.
    package init(_ role: Role, _ rawAddress: String) {
        self.role = role
        self.rawAddress = rawAddress
    }
}
