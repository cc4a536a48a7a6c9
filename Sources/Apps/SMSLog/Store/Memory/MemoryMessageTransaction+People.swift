// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Stores

/// Which spellings are one person’s.
extension MemoryMessageTransaction {
    func region() -> String? { state.people.region }

    func leader(of address: Address) -> Address { state.people.leader(of: address) }

    func joinedAddresses() -> [JoinedAddress] { state.people.all }

    func spellings(of address: Address) -> [Address] {
        let leader = leader(of: address)
        return state.people.all.filter { $0.leader == leader }.map(\.address)
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
