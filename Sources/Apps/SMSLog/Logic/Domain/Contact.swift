// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumPhoneNumbers
package import AtriumSession

/// A person with a name, known by the address of a conversation.
package struct Contact: Codable, Hashable, Sendable {
    /// The address by which the contact is known.
    package let address: Address
    /// The contact’s name; never empty.
    package let name: String
    /// The origin of the contact: local or corporate.
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

/// The origin of a contact.
package enum ContactKind: Int, Codable, Hashable, Sendable, CaseIterable {
    /// There is no contact of this number.
    case unknown = 0
    /// The user’s own contact, or one that an imported file named.
    case local = 1
    /// A contact of the organisation.
    case corporate = 2
}

/// The name of a number.
package struct GivenName: Codable, Hashable, Sendable {
    /// The contact, of the spelling that stands for the number.
    package let contact: Contact
    /// The date at which a file gave the name that is not of the corporate book; `nil` if the user did.
    package let namedAt: Timestamp?
    /// The user’s own or a file’s contact that the corporate book’s one precedes; `nil` if there is none.
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

    /// The name without the corporate book; `nil` if only that names the number.
    package var own: GivenName? { contact.kind == .corporate ? rest : self }

    /// The name that is left without the first one.
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

    /// The rank of a person’s name, the lowest first: the corporate book’s, then the user’s own, then those of files.
    package var rank: Int { contact.kind == .corporate ? 0 : namedAt == nil ? 1 : 2 }

    /// The rank of a number without a name.
    package static let unnamed = 3
}

/// One of the names of a person, who may have several.
package struct PersonName: Hashable, Sendable {
    /// The contact, of the number with the name.
    package let contact: Contact
    /// The address that stands for the person’s conversation.
    package let leader: Address
    /// Whether the number has another name in the corporate book, which comes first.
    package private(set) var isBeside = false

    /// Whether the conversation has the name.
    package var isLeading: Bool { !isBeside && contact.address == leader }
}

extension [PersonName] {
    /// The same by name and then by address, as their Unicode numbers order them.
    package var inOrder: [PersonName] {
        sorted { first, second in
            let (names, addresses) = (
                (first.contact.name.utf8, second.contact.name.utf8),
                (first.contact.address.text.utf8, second.contact.address.text.utf8)
            )
            if !names.0.elementsEqual(names.1) { return names.0.lexicographicallyPrecedes(names.1) }
            guard addresses.0.elementsEqual(addresses.1) else {
                return addresses.0.lexicographicallyPrecedes(addresses.1)
            }
            return !first.isBeside && second.isBeside
        }
    }
}

/// A participant that a multimedia message names.
package struct Participant: Codable, Hashable, Sendable {
    /// The role of a participant; the numbers are those of Android.
    package enum Role: Int, Codable, Hashable, Sendable, CaseIterable {
        /// Wrote it.
        case from = 137
        /// Got it.
        case to = 151
        /// Got a copy.
        case cc = 130
        /// Got a copy without the others’ knowledge.
        case bcc = 129
    }

    /// The role in the message.
    package let role: Role
    /// The address as it was written.
    package let rawAddress: String

    /// A participant of this role.
    package init(_ role: Role, _ rawAddress: String) {
        self.role = role
        self.rawAddress = rawAddress
    }
}

/// The change of the conversations when their numbers are read in another way.
package struct PeopleChange: Hashable, Sendable {
    /// The number before.
    package let before: Int
    /// The number after.
    package let after: Int
}

/// Conversations that are kept under a name in place of a number.
package struct NamedChats: Hashable, Sendable {
    /// The addresses of one person each, who chats under the name.
    package var people: [Address] = []
    /// The addresses of groups.
    package var groups: Set<Address> = []

    package init() {}
}

extension PhoneNumbering {
    /// Reads the stored region of numbers; `nil` if spellings stay apart: for no region, and if none was ever set.
    package init?(kept region: String?) {
        guard let region, !region.isEmpty else { return nil }
        self.init(region: region)
    }

    /// The one spelling for all spellings of a number, or of a group with its members in theirs; `nil` for no number
    /// and has none, such as a short code or a name that sends.
    package func person(_ address: Address) -> Address? {
        guard address.isGroup else { return number(address.text).map(Address.init(stored:)) }
        let members = address.members.map { (number($0), $0) }
        guard members.contains(where: { $0.0 != nil }) else { return nil }
        return Address(stored: Set(members.map { $0 ?? $1 }).sorted().joined(separator: "~"))
    }

    /// The number of an address; one without a number behind its plus may have begun with a longer prefix than `00`.
    private func number(_ address: String) -> String? {
        international(address) ?? (address.hasPrefix("+") ? international("00" + address.dropFirst()) : nil)
    }

    /// The address that a user in the region means: no address has a longer prefix than `00` for calls abroad, so
    /// that `001` in Singapore would be a number of America.
    package func address(_ raw: String) -> Address {
        let address = Address(raw)
        guard Self.mayMeanAnother(than: address, raw), let number = international(raw),
            number != international(address.text)
        else { return address }
        return Address(stored: number)
    }

    /// Whether the meaning of the written text of an address depends on the region.
    package static func mayMeanAnother(than address: Address, _ raw: String) -> Bool {
        address.text.hasPrefix("+") && !raw.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "~") }
    }

    package func spelling(_ address: Address) -> Address { person(address) ?? address }
}
