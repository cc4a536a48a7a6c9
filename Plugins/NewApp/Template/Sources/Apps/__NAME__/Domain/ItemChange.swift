// SPDX-License-Identifier: GPL-3.0-or-later

/// One change of what somebody keeps, of whom it does not say who it is.
package enum ItemChange: Hashable, Sendable {
    /// An item that was not there before.
    case added(Item)
    /// An item that is gone for good.
    case removed(Item)

    /// Whether something is gone.
    package var isRemoval: Bool { if case .removed = self { true } else { false } }
}
