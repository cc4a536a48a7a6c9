// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Stores

/// People with several numbers.
extension SMSLogService {
    /// What has become of a person.
    package struct Regrouped: Sendable {
        /// Who it is: the name, or else the number that stands for the conversation.
        package let name: String
        /// The numbers of the conversation, the one that stands for it first.
        package let numbers: [Address]
    }

    /// Makes one conversation of those of several people, who are one.
    ///
    /// - Parameter words: Numbers, or words of names; a number of which nothing is known yet may be among them.
    /// - Throws: As `address(of:)`; `SMSLogFault.onePerson` where they are one already, `.notAPerson` for a group.
    package func merge(_ words: [String]) async throws -> Regrouped {
        let meant = try await people(words)
        return try await store.write { messages in
            let before = try messages.groups(of: Set(meant))
            guard before.count > 1 else { throw SMSLogFault.onePerson(words.joined(separator: " ")) }
            let apart = try messages.apart()
            try messages.merge(meant)
            return try Self.regrouped(
                meant[0], before, apart: apart.subtracting(try messages.apart()), in: messages)
        }
    }

    /// Notes that several people are different ones, whatever speaks for one: nobody suggests that any more.
    ///
    /// - Parameter words: As in `merge`.
    /// - Returns: The first of them, and the numbers that stand for the conversations of all.
    /// - Throws: As `merge`.
    package func tellApart(_ words: [String]) async throws -> Regrouped {
        let meant = try await people(words)
        return try await store.write { messages in
            var leaders: [Address] = []
            for leader in try meant.map({ try messages.leader(of: $0) }) where !leaders.contains(leader) {
                leaders.append(leader)
            }
            guard leaders.count > 1 else { throw SMSLogFault.onePerson(words.joined(separator: " ")) }
            let pairs = Set(AddressPair.all(of: leaders))
            let before = try messages.apart().intersection(pairs)
            for pair in pairs.subtracting(before) { try messages.setApart(true, pair) }
            let name = try messages.contact(leaders[0])?.name ?? leaders[0].text
            try messages.journal([
                MessageStep(
                    leaders[0], called: name, before: .init(apart: before), after: .init(apart: pairs))
            ])
            return Regrouped(name: name, numbers: leaders)
        }
    }

    /// Gives each number of a person its own conversation again; where a number is meant that does not stand for the
    /// conversation, that one alone.
    ///
    /// - Throws: As `address(of:)`; `SMSLogFault.oneNumber` for one who has but one number.
    package func split(_ word: String) async throws -> Regrouped {
        let (leader, number) = try await meant(word)
        return try await store.write { messages in
            let before = try messages.groups(of: [leader])
            let name = try messages.contact(leader)?.name ?? leader.text
            guard try messages.hasSeveralNumbers(leader) else { throw SMSLogFault.oneNumber(name) }
            let numbers = try messages.numbers(of: leader)
            if let number, number != leader {
                try messages.takeOut(number)
                return try Self.regrouped(number, before, in: messages)
            }
            try messages.split(leader)
            _ = try Self.regrouped(leader, before, name: name, in: messages)
            return Regrouped(name: name, numbers: numbers)
        }
    }

    private static func regrouped(
        _ address: Address, _ before: Set<Set<Address>>, apart: Set<AddressPair>? = nil,
        name: String? = nil, in messages: any MessageDAO
    ) throws -> Regrouped {
        let leader = try messages.leader(of: address)
        let name = try name ?? messages.contact(leader)?.name ?? leader.text
        let after = try messages.groups(of: Set(before.joined()))
        try messages.journal([
            MessageStep(
                leader, called: name, before: .init(people: before, apart: apart),
                after: .init(people: after, apart: apart.map { _ in [] }))
        ])
        return Regrouped(name: name, numbers: try messages.numbers(of: leader))
    }

    private func people(_ words: [String]) async throws -> [Address] {
        var addresses: [Address] = []
        for word in words { addresses.append(try await person(word)) }
        return addresses
    }

    /// Somebody with whom there may be no message yet.
    private func person(_ word: String) async throws -> Address {
        let address: Address
        do { address = try await meant(word).leader } catch SMSLogFault.unknownNumber {
            // What is a whole number is somebody’s.
            address = try await self.address(typed: word)
            let isWhole = word.hasPrefix("+") && address.isDialable
            let number = try await numbering().person(address)
            guard isWhole || number != nil else { throw SMSLogFault.unknownNumber(word) }
        }
        guard !address.isGroup else { throw SMSLogFault.notAPerson(word) }
        return address
    }

    /// The one person whose number at work this is, of which there is nothing else.
    func personAtWork(_ word: String) async throws -> Address? {
        guard try await dialable(address(typed: word)) != nil else { return nil }
        return try await store.read { messages in
            let numbering = try messages.numbering()
            func spelling(_ text: String) -> Address { numbering?.spelling(Address(text)) ?? Address(text) }
            let number = spelling(word)
            let people = Set(
                try messages.allNames().filter { $0.contact.workNumber.map(spelling) == number }.map(\.leader))
            return people.count == 1 ? people.first : nil
        }
    }

    /// The numbers of the person with whom the conversation of an address is, the one that stands for it first.
    package func numbers(of address: Address) async throws -> [Address] {
        try await store.read { try $0.numbers(of: address) }
    }

    /// The number of each spelling in the conversation of an address; none where all are one number.
    package func severalNumbers(of address: Address) async throws -> [Address: Address] {
        try await store.read { try $0.severalNumbers(of: address) }
    }

    /// What the numbers of a person are called, the name of the conversation first and then as their ranks have them.
    package func names(ofPerson address: Address) async throws -> [GivenName] {
        try await store.read { messages in
            let names = try messages.numbers(of: address).compactMap { try messages.givenName(of: $0) }
            return names.prefix(1)
                + names.dropFirst().sorted { ($0.rank, $0.contact.name) < ($1.rank, $1.contact.name) }
        }
    }

    /// The spelling that stands for the number of an address; see `MessageReader.number(of:)`.
    package func number(of address: Address) async throws -> Address {
        try await store.read { try $0.number(of: address) }
    }

    /// The number that is meant by a word: that of a conversation, unless another one of the person’s is called so.
    ///
    /// - Throws: As `address(of:)`.
    package func named(_ word: String) async throws -> Address {
        let (leader, number) = try await meant(word)
        return number ?? leader
    }

    /// What a number itself is called; nil where nobody has named it.
    package func givenName(of address: Address) async throws -> GivenName? {
        try await store.read { try $0.givenName(of: address) }
    }

    /// The number to which messages for a person go: of several that of the newest message; nil where none can be dialled.
    package func lastUsed(of address: Address) async throws -> Address? {
        let all = try await store.read { messages in
            guard try messages.hasSeveralNumbers(address) else { return [try messages.leader(of: address)] }
            let newest = try messages.messages(.page(address, .newest), limit: Self.mostRecent)
            let numbers = try messages.numbers(of: address)
            return try newest.reversed().map { try messages.number(of: $0.address) } + numbers
        }
        for address in all { if let number = try await dialable(address) { return number } }
        return nil
    }

    /// Among so many messages the number is looked for that was used last.
    private static var mostRecent: Int { 20 }
}
