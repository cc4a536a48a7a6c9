// SPDX-License-Identifier: GPL-3.0-or-later

import PhoneNumbers
package import SMSLogDomain

/// Which spellings are one number.
extension MessageTransaction {
    /// Reads numbers as those in a region do, so that all spellings of one have one conversation.
    ///
    /// The address with a contact stands for the conversation, as the ranks of names have it, then one with marks, a draft,
    /// and what is the spelling for all. The conversation has the marks of all of them, and is archived where all
    /// are; drafts are put one below the other. What is joined comes apart with another region, and each has what it had
    /// before. A person whom the user has given several numbers keeps all of them.
    ///
    /// - Parameter region: Two letters; empty: all spellings are apart.
    /// - Returns: How many conversations there were of those that are other ones now, and how many there are.
    package func setPeople(by region: String) throws -> PeopleChange {
        let before = try joinedAddresses()
        guard before.contains(where: { $0.number != $0.leader }) else { return try joinSpellings(before, by: region) }
        let people = before.conversations.filter { Set($0.map(\.number)).count > 1 }.map { $0.map(\.address) }
        for person in people { try split(person[0]) }
        _ = try joinSpellings(try joinedAddresses(), by: region)
        for person in people { try merge(person) }
        return try PeopleChange(from: before, to: joinedAddresses())
    }

    /// The same, of numbers that are all apart.
    private func joinSpellings(_ before: [JoinedAddress], by region: String) throws -> PeopleChange {
        let numbering = PhoneNumbering(kept: region)
        let former = Dictionary(grouping: before, by: \.leader).mapValues { Set($0.map(\.address)) }
        try setRegion(region)
        let numbers = Dictionary(grouping: before.map { JoinedAddress($0, by: numbering) }) { $0.person ?? $0.address }
        var (changed, kept): ([[JoinedAddress]], [JoinedAddress]) = ([], [])
        let leaders = Dictionary(uniqueKeysWithValues: before.map { ($0.address, $0.leader) })
        for spellings in numbers.values {
            let leader = leaders[spellings[0].address] ?? spellings[0].address
            if former[leader] == Set(spellings.map(\.address)) {
                kept += spellings.map { $0.spelling(of: leader) }
            } else {
                changed.append(spellings)
            }
        }
        try join(kept + changed.joined())
        for spellings in changed where spellings.count > 1 { try joinAsOne(spellings) }
        let leading = Set(changed.joined().map { leaders[$0.address] ?? $0.address })
        return PeopleChange(before: leading.count, after: changed.count)
    }

    /// Makes one conversation of those of several spellings.
    private func joinAsOne(_ spellings: [JoinedAddress]) throws {
        let ranks = try spellings.map { (rank: try rank(of: $0), address: $0.address) }
        guard let leader = ranks.min(by: { ($0.rank, $0.address) < ($1.rank, $1.address) })?.address else { return }
        let united = try united(spellings.map(\.address))
        for spelling in spellings { try setDraft(nil, for: spelling.address) }
        try join(spellings.map { $0.spelling(of: leader) })
        try put(united, on: leader)
    }

    /// How well an address stands for the conversation of a number: the lowest does.
    private func rank(of spelling: JoinedAddress) throws -> Int {
        let address = spelling.address
        if let name = try givenName(of: address) { return name.rank }
        if try !marks(of: address).isEmpty { return GivenName.unnamed }
        if try draft(for: address) != nil { return GivenName.unnamed + 1 }
        return spelling.person == address ? GivenName.unnamed + 2 : GivenName.unnamed + 3
    }
}

extension JoinedAddress {
    /// An address by itself.
    fileprivate init(_ old: JoinedAddress, by numbering: PhoneNumbering?) {
        let address = old.address
        self.init(address, person: numbering?.person(address), number: address, leader: address)
    }

    /// The same as a spelling of the one number of a conversation.
    fileprivate func spelling(of leader: Address) -> JoinedAddress {
        JoinedAddress(address, person: person, number: leader, leader: leader)
    }
}

extension [JoinedAddress] {
    /// The addresses of each conversation, by the address that stands for it.
    var conversations: [[JoinedAddress]] {
        Dictionary(grouping: self, by: \.leader).sorted { $0.key < $1.key }.map(\.value)
    }
}

extension PeopleChange {
    /// What has become of conversations.
    fileprivate init(from before: [JoinedAddress], to after: [JoinedAddress]) {
        let (old, new) = (
            Set(before.conversations.map { Set($0.map(\.address)) }),
            Set(after.conversations.map { Set($0.map(\.address)) })
        )
        self.init(before: old.subtracting(new).count, after: new.subtracting(old).count)
    }
}
