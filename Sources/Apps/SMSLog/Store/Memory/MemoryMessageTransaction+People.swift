// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Stores

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
