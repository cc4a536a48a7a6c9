// SPDX-License-Identifier: GPL-3.0-or-later

/// A change of a user’s items.
package enum ItemChange: Hashable, Sendable {
    /// An item that was not there before.
    case added(Item)
    /// An item that is gone for good.
    case removed(Item)

    /// Whether an item is gone.
    package var isRemoval: Bool { if case .removed = self { true } else { false } }
}
