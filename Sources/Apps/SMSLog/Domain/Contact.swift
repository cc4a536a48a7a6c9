// SPDX-License-Identifier: GPL-3.0-or-later

/// Somebody with a name, known by the address of a conversation.
package struct Contact: Hashable, Sendable {
    /// The address by which the contact is known.
    package let address: Address
    /// The contact’s name; never empty.
    package let name: String
    /// Where the contact is from: local or corporate.
    package let kind: ContactKind
    /// The contact’s number at work, when the address is another one.
    package let workNumber: String?

    /// A contact of these facts.
    package init(address: Address, name: String, kind: ContactKind, workNumber: String? = nil) {
        self.address = address
        self.name = name
        self.kind = kind
        self.workNumber = workNumber
    }

    /// The same, known by another address.
    package func of(_ address: Address) -> Contact {
        Contact(address: address, name: name, kind: kind, workNumber: workNumber)
    }
}
