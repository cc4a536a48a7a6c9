// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
package import AtriumSession

/// The spellings of one number.
extension MessageDAO {
    /// Reads numbers as in a region, so that all spellings of one number have one conversation.
    ///
    /// The address with a contact leads the conversation, by the ranks of names, then one with marks, a draft,
    /// and the common spelling. The conversation has the marks of all of them, and is archived if all
    /// are; drafts are put one below the other. Joined numbers come apart with another region, and each has its earlier
    /// state. A person to whom the user has given several numbers keeps all of them.
    ///
    /// - Parameter region: Two letters; empty: all spellings are apart.
    /// - Returns: The number of changed conversations before, and now.
    package func setPeople(by region: String) throws -> PeopleChange {
        // The setting is what a command changes, and what `undo` takes back.
        setJournaled()
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

    /// The rank of an address as the leader of the conversation of a number: the lowest leads.
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
    /// The change of conversations.
    fileprivate init(from before: [JoinedAddress], to after: [JoinedAddress]) {
        let (old, new) = (
            Set(before.conversations.map { Set($0.map(\.address)) }),
            Set(after.conversations.map { Set($0.map(\.address)) })
        )
        self.init(before: old.subtracting(new).count, after: new.subtracting(old).count)
    }
}

/// The user’s assignment of numbers to people.
extension MessageDAO {
    /// Makes one conversation of those of several addresses, whose numbers are one person’s from now on.
    ///
    /// The number with the first of the names stands for it, then one that can be dialled, then that of the newest message.
    /// Marks and drafts are put together as those of the spellings of a number are; each number keeps its name and what it
    /// had, for `split`. A message that comes to one of them later is in the conversation by itself. That some of them are
    /// different people’s is not said any more.
    ///
    /// - Parameter addresses: One of which nothing is known may be among them, no group.
    package func merge(_ addresses: [Address]) throws {
        var all: [Address] = []
        for address in addresses {
            if try known(address) == nil { try setMarks([], of: address) }
            all += try split(address)
        }
        let numbers = Set(all).sorted()
        guard numbers.count > 1 else { return }
        let states = Dictionary(uniqueKeysWithValues: try numbers.map { ($0, try state(of: $0)) })
        let united = try united(numbers)
        let joined = try numbers.flatMap { try joinedAddresses(with: $0) }
        let leader = try leading(numbers)
        for number in numbers { try setDraft(nil, for: number) }
        try join(joined.map { $0.led(by: leader, former: states[$0.address]) })
        try put(united, on: leader)
        let spellings = Set(joined.map(\.address))
        for pair in try apart() where spellings.contains(pair.first) && spellings.contains(pair.second) {
            try setApart(false, pair)
        }
    }

    /// Gives each number of a person its own conversation again.
    ///
    /// Each has its earlier state; marks that the conversation got or lost since hold for all of them. A draft
    /// is split again if it is unchanged, and otherwise stays with the leading number.
    ///
    /// - Returns: The numbers, possibly only one.
    @discardableResult
    package func split(_ address: Address) throws -> [Address] {
        let numbers = try numbers(of: address)
        guard numbers.count > 1 else { return numbers }
        let joined = try joinedAddresses(with: address)
        let now = try state(of: address)
        let formers = numbers.map { number in
            joined.first { $0.address == number }?.former ?? ConversationState()
        }
        try setDraft(nil, for: address)
        try join(joined.map { $0.led(by: $0.number, former: nil) })
        let hasMessages = try numbers.map { try newest(of: $0) != nil }
        let first = ConversationState(
            uniting: zip(formers, hasMessages).map { (conversation: $0, hasMessages: $1) })
        let (added, removed) = (now.marks.subtracting(first.marks), first.marks.subtracting(now.marks))
        for (number, former) in zip(numbers, formers) {
            // The one that stood for the conversation is the first.
            let rest = number == numbers[0] ? now.draft : nil
            let marks = former.marks.union(added).subtracting(removed).listed
            try put(
                ConversationState(marks: marks, draft: now.draft == first.draft ? former.draft : rest), on: number)
        }
        return numbers
    }

    /// Takes one number out of a person’s conversation; if there are only two, both are separated.
    package func takeOut(_ number: Address) throws {
        let others = try split(number).filter { $0 != number }
        try merge(others)
    }

    /// The groups of these numbers, with their other members.
    package func groups(of numbers: Set<Address>) throws -> Set<Set<Address>> {
        try Set(numbers.map { try Set(self.numbers(of: $0)) })
    }

    /// Groups these numbers as they are here.
    package func regroup(_ groups: Set<Set<Address>>) throws {
        for number in groups.joined() { try split(number) }
        for group in groups { try merge(Array(group)) }
    }

    /// Names a number; the name that it has in the corporate book comes first.
    ///
    /// For a person with several numbers the one with the first of the names leads the conversation: the corporate
    /// book’s before the user’s own, then those of files.
    package func name(_ contact: Contact, namedAt: Timestamp?) throws {
        let old = try givenName(of: contact.address)
        try put(GivenName(contact: contact, namedAt: namedAt).over(old), of: contact.address)
    }

    /// Sets or removes the name of a number; groups that a file calls after its person lose that name.
    package func setName(_ name: GivenName?, of address: Address) throws {
        if !address.isGroup { try forgetListedMembers() }
        try put(name, of: address)
        if name != nil, !address.isGroup { try forgetListedMembers() }
    }

    /// Removes the name of a number that comes first, and returns the contact that it was; `nil` if there is none.
    package func removeName(of address: Address) throws -> Contact? {
        guard let name = try givenName(of: address) else { return nil }
        try put(name.rest, of: address)
        return name.contact
    }

    /// Sets all names of a number.
    func put(_ name: GivenName?, of address: Address) throws {
        guard try name != nil || givenName(of: address) != nil else { return }
        try setGivenName(name, of: address)
        try leadByName(address)
    }

    /// Makes another number lead a conversation if its name comes before the leader’s.
    private func leadByName(_ address: Address) throws {
        guard try hasSeveralNumbers(address) else { return }
        let numbers = try numbers(of: address)
        let ranks = try numbers.map { try rank(of: $0) }
        guard let best = ranks.min(), best < ranks[0], let place = ranks.firstIndex(of: best) else { return }
        try lead(numbers[place])
    }

    /// Makes a number lead the conversation of its person, if there are several.
    func lead(_ number: Address) throws {
        let numbers = try numbers(of: number)
        guard numbers.contains(number), numbers[0] != number else { return }
        let state = try state(of: number)
        try setDraft(nil, for: number)
        try join(joinedAddresses(with: number).map { $0.led(by: number, former: $0.former) })
        try put(state, on: number)
    }

    /// The numbers that lead the conversations of these numbers, for people with several.
    func leaders(of numbers: Set<Address>) throws -> Set<Address> {
        try Set(numbers.filter { try hasSeveralNumbers($0) }.map { try leader(of: $0) })
    }

    /// The number of several that stands for their conversation.
    private func leading(_ numbers: [Address]) throws -> Address {
        let ranks = try numbers.map { number in
            (
                rank: try rank(of: number) * 2 + (number.isDialable ? 0 : 1),
                newest: try newest(of: number)?.milliseconds ?? .min, number: number
            )
        }
        return ranks.min {
            ($0.rank, $1.newest, $0.number) < ($1.rank, $0.newest, $1.number)
        }?.number ?? numbers[0]
    }

    private func rank(of number: Address) throws -> Int { try givenName(of: number)?.rank ?? GivenName.unnamed }

    /// The state of one conversation made of those of these addresses.
    func united(_ addresses: [Address]) throws -> ConversationState {
        try ConversationState(uniting: addresses.map { (try state(of: $0), try newest(of: $0) != nil) })
    }

    /// Sets the state of the conversation that a number leads, if it is different.
    func put(_ state: ConversationState, on leader: Address) throws {
        if try self.state(of: leader) != state { try setState(state, of: leader) }
    }
}
