// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSearch
import Foundation

/// The people that words mean, in one state of a store: by a number, by words of a name, or by the members of a group.
struct PeopleLookup {
    /// A conversation, and a number in it if another one than its leader was typed or has the name.
    typealias Destination = (leader: Address, number: Address?)

    let reader: any MessageReader
    /// All names that were given.
    let names: () throws -> PersonNames

    /// - Parameter names: All names that were given; `nil` for those of the reader.
    init(_ reader: any MessageReader, names: (() throws -> PersonNames)? = nil) {
        self.reader = reader
        self.names = names ?? { PersonNames(try reader.allNames()) }
    }

    /// The address of a number, of words of one contact’s name, of the members of a group, or of words of a service’s name.
    ///
    /// - Parameter orGroup: Whether several names between commas are a group.
    /// - Throws: `SMSLogFault.unknownNumber`, `.ambiguousName`, `.noGroup`, `.severalGroups`.
    func address(of word: String, orGroup: Bool = true) throws -> Address {
        do { return try person(word, orGroup: orGroup) } catch SMSLogFault.unknownNumber(let text) {
            guard let service = try service(named: word) else { throw SMSLogFault.unknownNumber(text) }
            return service
        }
    }

    /// The same without services.
    private func person(_ word: String, orGroup: Bool) throws -> Address {
        do { return try meant(word, orGroup: orGroup).leader } catch SMSLogFault.unknownNumber(let text) {
            guard let leader = try personAtWork(word) else { throw SMSLogFault.unknownNumber(text) }
            return leader
        }
    }

    /// Whether a word means an address or a name, also one that several people have; a group is not one person.
    func isPerson(_ word: String) throws -> Bool {
        do {
            _ = try person(word, orGroup: false)
            return true
        } catch SMSLogFault.unknownNumber {
            return false
        } catch SMSLogFault.ambiguousName {
            return true
        }
    }

    /// The one conversation that a word means.
    ///
    /// - Throws: As `address(of:orGroup:)`.
    func meant(_ word: String, orGroup: Bool = true) throws -> Destination {
        if let known = try known(word) { return (known.leader, known.number) }
        if let person = try person(named: word) { return person }
        let members = orGroup ? Self.members(in: word) : []
        guard !members.isEmpty else { throw SMSLogFault.unknownNumber(word) }
        return (try group(of: members), nil)
    }

    /// The facts about a typed number; `nil` unless it has messages or a contact.
    func known(_ word: String) throws -> KnownAddress? {
        try reader.known(reader.address(typed: word)).flatMap { $0.hasMessagesOrContact ? $0 : nil }
    }

    /// All conversations that a number or words of a name mean.
    func conversations(matching word: String) throws -> Set<Address> {
        let address = try reader.address(typed: word)
        var found: Set<Address> = []
        if let conversation = try reader.conversation(with: address) { found.insert(conversation.address) }
        let query = SearchQuery(word, beginnings: .all)
        let leader = try reader.leader(of: address)
        for name in try names().all where name.leader == leader || query.finds(name.contact.name) {
            found.insert(name.leader)
        }
        found.formUnion(try chats(named: query))
        return found.isEmpty ? Set(try services(named: query)) : found
    }

    /// The service of a name, which is its address; a word means one only if it means no person.
    ///
    /// - Throws: `SMSLogFault.ambiguousName`.
    private func service(named word: String) throws -> Address? {
        let found = try services(named: SearchQuery(word, beginnings: .all))
        let words = SearchText.tokens(of: word)
        let same = found.filter { SearchText.tokens(of: $0.text) == words }
        return try only(same.isEmpty && !isOfDigits(word) ? found : same, called: word)
    }

    private func services(named query: SearchQuery) throws -> [Address] {
        // Archived and blocked conversations are in no other list.
        try [.services, .archived, .blocked].flatMap { try reader.conversations($0, after: nil, limit: .max) }
            .filter { $0.kind == .services && $0.address.form.isNamed && query.finds($0.address.text) }
            .map(\.address)
    }

    private func person(named word: String) throws -> Destination? {
        let query = SearchQuery(word, beginnings: .all)
        let named = try names().found(by: query)
        // A given name comes before one of a chat.
        if named.isEmpty {
            let chats = try chats(named: query).filter { !isOfDigits(word) || $0.text == word }
            return try only(chats, called: word).map { ($0, nil) }
        }
        let exact = named.filter { $0.contact.name == word }
        let words = SearchText.tokens(of: word)
        let same = exact.isEmpty ? named.filter { SearchText.tokens(of: $0.contact.name) == words } : exact
        if same.isEmpty, isOfDigits(word) { return nil }
        let people = named.filter { !$0.leader.isGroup }
        // A group has the names of its members.
        let found = !same.isEmpty ? same : Set(people.map(\.leader)).count == 1 ? people : named
        guard let first = found.first else { return nil }
        guard found.allSatisfy({ $0.leader == first.leader }) else {
            throw SMSLogFault.ambiguousName(word, numbers: found.prefix(10).map(\.contact.address.text))
        }
        // One number may have two names, one of them in the corporate book.
        let numbers = Set(found.map(\.contact.address))
        return (first.leader, numbers.count == 1 && numbers != [first.leader] ? first.contact.address : nil)
    }

    /// Whether a word is a number, which may be a whole name, but never a part of one.
    private func isOfDigits(_ word: String) -> Bool { word.utf8.allSatisfy { 0x30...0x39 ~= $0 } }

    private func chats(named query: SearchQuery) throws -> [Address] {
        try reader.namedChats().people.filter { query.finds($0.text) }
    }

    /// The only one of several addresses; `nil` if there is none.
    private func only(_ found: [Address], called word: String) throws -> Address? {
        guard found.count > 1 else { return found.first }
        throw SMSLogFault.ambiguousName(word, numbers: found.prefix(10).map(\.text))
    }
}

/// The names that were given.
struct PersonNames: Sendable {
    /// All of them, as `MessageReader.allNames()` orders them.
    let all: [PersonName]
    private let texts: SearchedTexts

    init(_ all: [PersonName]) {
        self.all = all
        texts = SearchedTexts(all.indices.map { all[$0].contact.name })
    }

    /// Those with all words of a query, in order.
    func found(by query: SearchQuery) -> [PersonName] {
        guard texts.mayFind(query) else { return [] }
        // By their places: the loop would copy all that is known of each.
        return all.indices.lazy.filter { query.finds(all[$0].contact.name) }.map { all[$0] }
    }
}

/// Groups.
extension PeopleLookup {
    /// The names and numbers between commas; empty without a comma between two.
    static func members(in word: String) -> [String] {
        let names = word.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return names.count > 1 ? names : []
    }

    /// The group of exactly these members, in any order.
    ///
    /// - Throws: `SMSLogFault.noGroup`, `.severalGroups`; as `meant` for an unknown member.
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

    /// A member of a group, who may be known only there.
    private func member(_ word: String) throws -> Address {
        do { return try meant(word, orGroup: false).leader } catch SMSLogFault.unknownNumber {
            let number = try reader.address(typed: word)
            let person = try people([number])
            let isMember = try reader.groups().contains { try people(of: $0).isSuperset(of: person) }
            guard isMember else { throw SMSLogFault.unknownNumber(word) }
            return number
        }
    }

    private func people(of group: Address) throws -> Set<Address> {
        try people(Set(group.members.map(Address.init(stored:))))
    }

    /// Whether a person of this name has written in groups.
    func hasSpeaker(named word: String) throws -> Bool { try !Self.named(word, among: reader.speakers()).isEmpty }

    /// The people of a name among those who have written in groups.
    static func named(_ word: String, among speakers: [Address: Set<Address>]) -> Set<Address> {
        let query = SearchQuery(word, beginnings: .all)
        return Set(speakers.values.joined()).filter { $0.form.isNamed && query.finds($0.text) }
    }

    /// The same people, each by one address for all their numbers and spellings.
    private func people(_ addresses: Set<Address>) throws -> Set<Address> {
        let leaders = try addresses.map { try reader.leader(of: $0) }
        guard let numbering = try reader.numbering() else { return Set(leaders) }
        return Set(leaders.map(numbering.spelling))
    }
}

/// Numbers.
extension PeopleLookup {
    /// The numbering; without a region it reads only numbers with a country code.
    func numbering() throws -> PhoneNumbering { PhoneNumbering(region: try reader.region()) }

    /// The number to which messages for an address go; `nil` if there is none.
    func dialable(_ address: Address) throws -> Address? {
        guard !address.isDialable else { return address }
        return try numbering().person(address).flatMap { $0.isDialable ? $0 : nil }
    }

    /// The number to which messages for a person go: of several the one of the newest message; `nil` if none can be dialled.
    func lastUsed(of address: Address) throws -> Address? {
        guard try reader.hasSeveralNumbers(address) else { return try dialable(reader.leader(of: address)) }
        let newest = try reader.messages(.page(address, .newest), limit: Self.mostRecent)
        let all = try newest.reversed().map { try reader.number(of: $0.address) } + reader.numbers(of: address)
        for address in all { if let number = try dialable(address) { return number } }
        return nil
    }

    /// The number of newest messages to search for the last used number.
    private static let mostRecent = 20

    /// A person with or without messages.
    ///
    /// - Throws: As `meant`; `SMSLogFault.notAPerson` for a group.
    func numberedPerson(_ word: String) throws -> Address {
        let address: Address
        do { address = try meant(word).leader } catch SMSLogFault.unknownNumber {
            address = try reader.address(typed: word)
            // A whole number belongs to a person.
            let isWhole = word.hasPrefix("+") && address.isDialable
            guard try isWhole || numbering().person(address) != nil else { throw SMSLogFault.unknownNumber(word) }
        }
        guard !address.isGroup else { throw SMSLogFault.notAPerson(word) }
        return address
    }

    /// The one person with this number at work, if nothing else is known of the number.
    private func personAtWork(_ word: String) throws -> Address? {
        guard try dialable(reader.address(typed: word)) != nil else { return nil }
        let numbering = try reader.numbering()
        func spelling(_ text: String) -> Address { numbering?.spelling(Address(text)) ?? Address(text) }
        let number = spelling(word)
        let people = Set(try names().all.filter { $0.contact.workNumber.map(spelling) == number }.map(\.leader))
        return people.count == 1 ? people.first : nil
    }

    /// The numbers that are in no conversation, not even in a group, and of no contact.
    func strangers(among addresses: Set<Address>) throws -> Set<Address> {
        let new = try addresses.filter { try $0.isDialable && !reader.isKnown($0) }
        guard !new.isEmpty else { return [] }
        let numbering = try reader.numbering()
        func spelling(_ address: Address) -> Address { numbering?.spelling(address) ?? address }
        let members = try reader.groups().flatMap(\.members).map(Address.init(stored:))
        let works = try names().all.compactMap(\.contact.workNumber).map { Address($0) }
        let speakers = try reader.speakers().values.joined()
        let heard = Set((members + works + speakers).map(spelling))
        return new.filter { !heard.contains(spelling($0)) }
    }

    /// The number to which a message for a word goes.
    ///
    /// - Throws: As `meant`; `SMSLogFault.notToGroup`, `SMSLogFault.notDialable`.
    func recipient(_ word: String) throws -> Recipient {
        let address = try reader.address(typed: word)
        if let number = try dialable(address) {
            return Recipient(number, written: address.isDialable ? word : number.text)
        }
        let (leader, named) = try meant(word)
        if let named, let number = try dialable(named) { return Recipient(number) }
        return try recipient(lastUsedOf: leader, called: word)
    }

    /// The number to which a message in a conversation goes.
    ///
    /// - Throws: `SMSLogFault.notToGroup`, `SMSLogFault.notDialable`.
    func recipient(lastUsedOf leader: Address, called word: String) throws -> Recipient {
        guard let number = try lastUsed(of: leader) else {
            let isGroup = try reader.conversation(with: leader)?.isGroup ?? leader.isGroup
            throw isGroup ? SMSLogFault.notToGroup(word) : .notDialable(word)
        }
        return Recipient(number, among: try reader.numbers(of: number))
    }
}

/// The number to which a message goes.
package struct Recipient: Hashable, Sendable {
    /// The number.
    package let address: Address
    /// The number as the user wrote it.
    let written: String
    /// All numbers of the person, if none of them was chosen; empty otherwise.
    package let numbers: [Address]

    init(_ address: Address, written: String? = nil, among numbers: [Address] = []) {
        (self.address, self.written, self.numbers) = (address, written ?? address.text, numbers)
    }
}
