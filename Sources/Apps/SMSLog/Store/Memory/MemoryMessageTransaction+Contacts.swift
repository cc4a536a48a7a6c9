// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores

/// Those with a name.
extension MemoryMessageTransaction {
    func contact(_ address: Address) -> Contact? { state.contacts[leader(of: address)] }

    /// Those of conversations; one of an address that has come to lead none is kept for later.
    var leading: [Contact] { state.contacts.filter { leader(of: $0.key) == $0.key }.map(\.value) }

    func contacts() -> [Contact] {
        leading.sorted {
            $0.name == $1.name
                ? $0.address.text.utf8.lexicographicallyPrecedes($1.address.text.utf8)
                : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
    }

    func parties(startingWith prefix: String, limit: Int) -> [Party] {
        let own = Set(state.all.map(\.address))
        let addresses = own.union(own.map(leader)).union(leading.map(\.address))
        return addresses.filter { $0.text.utf8.starts(with: prefix.utf8) }
            .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.prefix(limit)
            .map { Party(address: $0, name: contact($0)?.name) }
    }

    func nameDate(of address: Address) -> Timestamp? { state.nameDates[leader(of: address)] }

    func put(_ contact: Contact, namedAt: Timestamp?) {
        let leader = leader(of: contact.address)
        state.people.know(leader)
        log.add(.contact(leader))
        state.contacts[leader] = contact.of(leader)
        state.nameDates[leader] = namedAt
    }

    func deleteContact(_ address: Address) {
        let leader = leader(of: address)
        state.people.know(leader)
        log.add(.contact(leader))
        state.contacts[leader] = nil
        state.nameDates[leader] = nil
    }
}
