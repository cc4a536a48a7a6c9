// SPDX-License-Identifier: GPL-3.0-or-later

/// Somebody whom there are messages or a contact of.
package struct Party: Hashable, Sendable {
    /// The number, or what else messages come from.
    package let address: Address
    /// The contact’s name; nil when there is no contact.
    package let name: String?

    package init(address: Address, name: String?) {
        self.address = address
        self.name = name
    }
}
