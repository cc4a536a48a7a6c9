// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a contact is from.
package enum ContactKind: Int, Hashable, Sendable, CaseIterable {
    /// There is no contact of this number.
    case unknown = 0
    /// The user’s own contact, or one that an imported file named.
    case local = 1
    /// A contact of the organisation.
    case corporate = 2
}
