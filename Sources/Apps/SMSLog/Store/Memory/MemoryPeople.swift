// SPDX-License-Identifier: GPL-3.0-or-later

import PhoneNumbers
import SMSLogDomain

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
