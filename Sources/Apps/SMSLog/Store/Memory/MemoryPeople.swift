// SPDX-License-Identifier: GPL-3.0-or-later

import PhoneNumbers
import SMSLogDomain
import Stores

/// Which spellings are one person’s, and what stands for their conversation.
struct MemoryPeople: Sendable {
    /// In which region numbers are read, and by which version of `PhoneNumbering`.
    private(set) var reading: (region: String, version: Int)?
    /// All addresses that are known, each with the one that stands for its conversation.
    private(set) var leaders: [Address: Address] = [:]
    /// The addresses that each of these stands for.
    private var spellings: [Address: Set<Address>] = [:]
    /// The same with the one that stands for its number.
    private var numbers: [Address: Address] = [:]
    /// The persons of those that are numbers.
    private var persons: [Address: Address] = [:]
    /// What there was of the conversations of numbers that a person has among others.
    private var formers: [Address: ConversationState] = [:]
    /// The address that stands for the number of a person.
    private var known: [Address: Address] = [:]

    private var numbering: PhoneNumbering? { PhoneNumbering(kept: reading?.region) }

    /// The addresses that are known in the conversation of one, or in any.
    func joined(with address: Address?) -> [JoinedAddress] {
        (address.map(spellings(with:)) ?? Set(leaders.keys))
            .map {
                JoinedAddress(
                    $0, person: persons[$0], number: number(of: $0), leader: leaders[$0] ?? $0, former: formers[$0])
            }
            .sorted { $0.address < $1.address }
    }

    /// The addresses that are known in the conversation of one.
    func spellings(with address: Address) -> Set<Address> { spellings[leader(of: address)] ?? [] }

    /// Whether the conversation of an address has several numbers.
    func hasSeveralNumbers(_ address: Address) -> Bool {
        spellings(with: address).contains { number(of: $0) != leaders[$0] }
    }

    /// The address that stands for the conversation of one.
    func leader(of address: Address) -> Address {
        let number = number(of: address)
        return leaders[number] ?? number
    }

    /// The address that stands for the number of one.
    func number(of address: Address) -> Address {
        numbers[address] ?? numbering?.person(address).flatMap { known[$0] } ?? address
    }

    /// Remembers an address.
    mutating func know(_ address: Address) {
        guard leaders[address] == nil else { return }
        let (number, leader) = (number(of: address), leader(of: address))
        put(JoinedAddress(address, person: numbering?.person(address), number: number, leader: leader))
    }

    mutating func setRegion(_ region: String) {
        reading = (region, PhoneNumbering.version)
        persons = [:]
        known = [:]
    }

    mutating func put(_ joined: JoinedAddress) {
        if let formerLeader = leaders[joined.address] { spellings[formerLeader]?.remove(joined.address) }
        spellings[joined.leader, default: []].insert(joined.address)
        leaders[joined.address] = joined.leader
        numbers[joined.address] = joined.number
        persons[joined.address] = joined.person
        formers[joined.address] = joined.former
        if let person = joined.person { known[person] = joined.number }
    }
}

/// Which spellings are one person’s.
extension MemoryMessageTransaction {
    func reading() -> (region: String, version: Int)? { state.people.reading }

    func known(_ address: Address) -> KnownAddress? {
        let (number, leader) = (state.people.number(of: address), leader(of: address))
        guard state.people.leaders[number] != nil else { return nil }
        return KnownAddress(
            number: number, leader: leader, contact: state.names[leader]?.contact,
            state: state.states[leader] ?? ConversationState(), count: state.count(with: leader),
            hasSeveralNumbers: state.people.hasSeveralNumbers(leader))
    }

    /// The address that stands for the conversation of one.
    func leader(of address: Address) -> Address { state.people.leader(of: address) }

    func joinedAddresses(with address: Address?) -> [JoinedAddress] { state.people.joined(with: address) }

    func givenName(of address: Address) -> GivenName? { state.names[state.people.number(of: address)] }

    func allNames() -> [PersonName] {
        named.flatMap { name in
            let leader = leader(of: name.contact.address)
            return [PersonName(contact: name.contact, leader: leader)]
                + [name.local].compactMap { $0 }.map { PersonName(contact: $0, leader: leader, isBeside: true) }
        }.inOrder
    }

    func contactsAtWork() -> [Contact] {
        named.map(\.contact).filter { $0.workNumber != nil }
            .sorted { $0.address.text.utf8.lexicographicallyPrecedes($1.address.text.utf8) }
    }

    /// What the numbers are called that have a name.
    private var named: [GivenName] {
        state.names.filter { state.people.number(of: $0.key) == $0.key }.map(\.value)
    }

    func apart() -> Set<AddressPair> { state.apart }

    func setApart(_ isApart: Bool, _ pair: AddressPair) {
        log.addUnknown()
        if isApart { state.apart.insert(pair) } else { state.apart.remove(pair) }
    }

    func setRegion(_ region: String) {
        log.addUnknown()
        state.people.setRegion(region)
    }

    func join(_ addresses: [JoinedAddress]) {
        log.addUnknown()
        for address in addresses { state.people.put(address) }
    }
}
