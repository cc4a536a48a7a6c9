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
    /// When a file gave the name that is not of the corporate book; nil if the user did.
    package let namedAt: Timestamp?
    /// The contact of the user’s own or of a file that the one of the corporate book comes before; nil if there is none.
    package let local: Contact?

    package init(contact: Contact, namedAt: Timestamp?, local: Contact? = nil) {
        self.contact = contact
        self.namedAt = namedAt
        self.local = local
    }

    /// The same name of another address.
    package func of(_ address: Address) -> GivenName {
        GivenName(contact: contact.of(address), namedAt: namedAt, local: local?.of(address))
    }

    /// What the number is called without the corporate book; nil if only that names it.
    package var own: GivenName? { contact.kind == .corporate ? rest : self }

    /// What is left of it when the name that comes first is removed.
    package var rest: GivenName? { local.map { GivenName(contact: $0, namedAt: namedAt) } }

    /// This name in place of an earlier one: that of the corporate book comes first, and any other stays beside it.
    package func over(_ old: GivenName?) -> GivenName {
        guard let old else { return self }
        if contact.kind == .corporate {
            guard local == nil, let own = old.own else { return self }
            return GivenName(contact: contact, namedAt: own.namedAt, local: own.contact)
        }
        guard old.contact.kind == .corporate else { return self }
        return GivenName(contact: old.contact, namedAt: namedAt, local: contact)
    }

    /// Which of a person’s names comes first: the lowest, the corporate book’s before the user’s own, then those of files.
    package var rank: Int { contact.kind == .corporate ? 0 : namedAt == nil ? 1 : 2 }

    /// The rank of a number that nobody has named.
    package static let unnamed = 3
}
