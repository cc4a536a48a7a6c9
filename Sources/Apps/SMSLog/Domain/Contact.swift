// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

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

/// Where a contact is from.
package enum ContactKind: Int, Hashable, Sendable, CaseIterable {
    /// There is no contact of this number.
    case unknown = 0
    /// The user’s own contact, or one that an imported file named.
    case local = 1
    /// A contact of the organisation.
    case corporate = 2
}

/// What a number is called.
package struct GivenName: Hashable, Sendable {
    /// The contact, of the spelling that stands for the number.
    package let contact: Contact
    /// When a file named it; nil where the user did.
    package let namedAt: Timestamp?

    package init(contact: Contact, namedAt: Timestamp?) {
        self.contact = contact
        self.namedAt = namedAt
    }

    /// Which of a person’s names comes first: the lowest, the corporate book’s before the user’s own, then those of files.
    package var rank: Int { contact.kind == .corporate ? 0 : namedAt == nil ? 1 : 2 }

    /// The rank of a number that nobody has named.
    package static let unnamed = 3
}
