// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Search

/// Whom a word means, in one state of a store: by a number, by words of a name, or by all who are in a group.
struct PeopleLookup {
    /// A conversation, and the number where one of several is meant: it was typed, or is called so and the conversation
    /// is not.
    typealias Meant = (leader: Address, number: Address?)

    private let reader: any MessageReader
    private let names: () throws -> [PersonName]

    /// - Parameter names: All that were given; nil: the reader’s.
    init(_ reader: any MessageReader, names: (() throws -> [PersonName])? = nil) {
        self.reader = reader
        self.names = names ?? { try reader.allNames() }
    }

    /// The one conversation that is meant.
    ///
    /// - Parameter orGroup: Whether several between commas are a group.
    /// - Throws: `SMSLogFault.unknownNumber`, `.ambiguousName`, `.noGroup`, `.severalGroups`.
    func meant(_ word: String, orGroup: Bool = true) throws -> Meant {
        if let known = try known(word) { return (known.leader, known.number) }
        if let person = try person(named: word) { return person }
        let members = orGroup ? Self.members(in: word) : []
        guard !members.isEmpty else { throw SMSLogFault.unknownNumber(word) }
        return (try group(of: members), nil)
    }

    /// What is known of a number, where there are messages or a contact of it; nil for what is no such number.
    func known(_ word: String) throws -> KnownAddress? {
        try reader.known(reader.address(typed: word)).flatMap { $0.hasMessagesOrContact ? $0 : nil }
    }

    /// All whom a number or words of a name mean, however many they are.
    func everybody(_ word: String) throws -> Set<Address> {
        let address = try reader.address(typed: word)
        var found: Set<Address> = []
        if let conversation = try reader.conversation(with: address) { found.insert(conversation.address) }
        let query = SearchQuery(word, beginnings: .all)
        let leader = try reader.leader(of: address)
        for name in try names() where name.leader == leader || query.finds(name.contact.name) {
            found.insert(name.leader)
        }
        found.formUnion(try chats(named: query))
        return found.isEmpty ? Set(try services(named: query)) : found
    }

    /// The service that is called so, which has no name but its address; nil for none.
    ///
    /// Nobody writes to a service, so a word means one only where it means nobody else.
    ///
    /// - Throws: `SMSLogFault.ambiguousName`.
    func service(named word: String) throws -> Address? {
        let found = try services(named: SearchQuery(word, beginnings: .all))
        let words = SearchText.tokens(of: word)
        let same = found.filter { SearchText.tokens(of: $0.text) == words }
        return try only(same.isEmpty ? found : same, called: word)
    }

    private func services(named query: SearchQuery) throws -> [Address] {
        // What is archived or blocked stands in no other list.
        try [.services, .archived, .blocked].flatMap { try reader.conversations($0, after: nil, limit: .max) }
            .filter { $0.kind == .services && $0.address.form.isNamed && query.finds($0.address.text) }
            .map(\.address)
    }

    /// The names and numbers that stand between commas; none where there is no comma between two.
    static func members(in word: String) -> [String] {
        let names = word.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return names.count > 1 ? names : []
    }

    /// The group of all these and nobody else, in whichever order they are.
    ///
    /// - Throws: As `meant` for one of them whom nobody knows.
    func group(of members: [String]) throws -> Address {
        let people = try people(Set(members.map(member)))
        let groups = try reader.addresses(.groups, limit: .max).filter {
            try $0.hasMessagesOrContact && self.people(of: $0.address) == people
        }
        let leaders = Set(groups.map(\.leader))
        guard let group = leaders.first else { throw SMSLogFault.noGroup(members) }
        guard leaders.count == 1 else {
            let numbers = leaders.sorted().prefix(10).map(\.text)
            throw SMSLogFault.severalGroups(members, numbers: Array(numbers))
        }
        return group
    }

    /// Somebody in a group, of whom there may be nothing else.
    private func member(_ word: String) throws -> Address {
        do { return try meant(word, orGroup: false).leader } catch SMSLogFault.unknownNumber {
            let number = try reader.address(typed: word)
            let person = try people([number])
            let isMember = try reader.groups().contains { try people(of: $0).isSuperset(of: person) }
            guard isMember else { throw SMSLogFault.unknownNumber(word) }
            return number
        }
    }

    private func person(named word: String) throws -> Meant? {
        let query = SearchQuery(word, beginnings: .all)
        let named = try names().filter { query.finds($0.contact.name) }
        // A name that was given comes before one that somebody chats under.
        if named.isEmpty { return try chat(named: word, query) }
        let exact = named.filter { $0.contact.name == word }
        let words = SearchText.tokens(of: word)
        let same = exact.isEmpty ? named.filter { SearchText.tokens(of: $0.contact.name) == words } : exact
        let people = named.filter { !$0.leader.isGroup }
        // A group is called after those in it.
        let found = !same.isEmpty ? same : Set(people.map(\.leader)).count == 1 ? people : named
        guard let first = found.first else { return nil }
        guard found.allSatisfy({ $0.leader == first.leader }) else {
            throw SMSLogFault.ambiguousName(word, numbers: found.prefix(10).map(\.contact.address.text))
        }
        // One number may have two names, of which one is in the corporate book.
        let numbers = Set(found.map(\.contact.address))
        return (first.leader, numbers.count == 1 && numbers != [first.leader] ? first.contact.address : nil)
    }

    private func chat(named word: String, _ query: SearchQuery) throws -> Meant? {
        try only(chats(named: query), called: word).map { ($0, nil) }
    }

    /// The only one of those who are called so; nil where there is none.
    private func only(_ found: [Address], called word: String) throws -> Address? {
        guard found.count > 1 else { return found.first }
        throw SMSLogFault.ambiguousName(word, numbers: found.prefix(10).map(\.text))
    }

    private func chats(named query: SearchQuery) throws -> [Address] {
        try reader.namedChats().people.filter { query.finds($0.text) }
    }

    /// Those who are in a group.
    private func people(of group: Address) throws -> Set<Address> {
        try people(Set(group.members.map(Address.init(stored:))))
    }

    /// The same people, each by one address, whichever of their numbers and spellings these are.
    private func people(_ addresses: Set<Address>) throws -> Set<Address> {
        let leaders = try addresses.map { try reader.leader(of: $0) }
        guard let numbering = try reader.numbering() else { return Set(leaders) }
        return Set(leaders.map(numbering.spelling))
    }
}
