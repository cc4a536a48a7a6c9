// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSession
import AtriumStores
import SMSLogLogic

/// The spellings of each person, and the leader of their conversation.
struct MemoryPeople: Sendable {
    /// The numbering; `nil` if spellings stay apart.
    var numbering: PhoneNumbering?
    /// All addresses that are known.
    private(set) var all: [Address: JoinedAddress] = [:]
    /// The addresses in the conversation that each of these stands for.
    private var spellings: [Address: Set<Address>] = [:]
    /// The address that stands for the number of a person.
    private var known: [Address: Address] = [:]

    /// An address with its number and its conversation, also one that is not known.
    func joined(_ address: Address) -> JoinedAddress {
        if let joined = all[address] { return joined }
        let person = numbering?.person(address)
        let number = person.flatMap { known[$0] } ?? address
        return JoinedAddress(address, person: person, number: number, leader: all[number]?.leader ?? number)
    }

    /// The addresses that are known in the conversation of one.
    func spellings(with address: Address) -> Set<Address> { spellings[leader(of: address)] ?? [] }

    /// Whether the conversation of an address has several numbers.
    func hasSeveralNumbers(_ address: Address) -> Bool {
        spellings(with: address).contains { all[$0].map { $0.number != $0.leader } ?? false }
    }

    /// The address that stands for the conversation of one.
    func leader(of address: Address) -> Address { joined(address).leader }

    /// Remembers an address.
    mutating func know(_ address: Address) {
        if all[address] == nil { put(joined(address)) }
    }

    mutating func put(_ joined: JoinedAddress) {
        if let old = all[joined.address] {
            spellings[old.leader]?.remove(joined.address)
            // It has to be found by its present spelling.
            if let person = old.person, person != joined.person { known[person] = nil }
        }
        spellings[joined.leader, default: []].insert(joined.address)
        all[joined.address] = joined
        if let person = joined.person { known[person] = joined.number }
    }
}

/// Addresses.
extension MemoryMessageDAO {
    /// The address that stands for the conversation of one.
    func leader(of address: Address) -> Address { state.people.leader(of: address) }

    func addresses(_ key: AddressKey, limit: Int) -> [KnownAddress] {
        if case .these(let addresses) = key { return Array(addresses.compactMap(state.known).prefix(limit)) }
        return key.result(
            among: state.people.all.keys.compactMap(state.known), limit: limit, leader: leader,
            hasMessages: state.hasMessages)
    }

    func put(_ facts: [AddressFact]) {
        for fact in facts {
            switch fact {
            case .state(let new, let address):
                let leader = leader(of: address)
                state.people.know(leader)
                log.add(.conversation(leader))
                state.states[leader] = new
            case .name(let name, let address):
                let number = state.people.joined(address).number
                state.people.know(number)
                log.add(.contact(leader(of: number)))
                state.names[number] = name?.of(number)
            case .joined(let joined):
                log.addUnknown()
                state.people.put(joined)
            }
        }
    }
}
