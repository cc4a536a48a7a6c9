// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores

/// Those with a name.
extension MemoryMessageTransaction {
    /// Those of conversations; one of an address that has come to lead none is kept for later.
    private var leading: [Contact] { state.names.filter { leader(of: $0.key) == $0.key }.map(\.value.contact) }

    func parties(startingWith prefix: String, limit: Int) -> [Party] {
        let own = Set(state.all.map(\.address))
        let addresses = own.union(own.map(leader)).union(leading.map(\.address))
        return addresses.filter { $0.text.utf8.starts(with: prefix.utf8) }
            .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.prefix(limit)
            .map { Party(address: $0, name: state.names[leader(of: $0)]?.contact.name) }
    }

    func setGivenName(_ name: GivenName?, of address: Address) {
        let number = state.people.number(of: address)
        state.people.know(number)
        log.add(.contact(leader(of: number)))
        state.names[number] = name?.of(number)
    }
}
