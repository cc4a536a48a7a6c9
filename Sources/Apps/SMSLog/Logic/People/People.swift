// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSearch
package import AtriumSession
import AtriumStores
package import AtriumWorlds
import Synchronization

/// The people of one owner: their numbers, their names, and the numbers that one person has.
package struct People: Sendable {
    let store: any MessageStore
    /// The region of the operating system; `nil` if it names none.
    let systemRegion: String?
    private let names = KnownNames()

    /// Asks one state of the store, with the names as they were read last.
    func ask<Answer: Sendable>(_ question: @Sendable (PeopleLookup) throws -> Answer) async throws -> Answer {
        let moment = names.look { store.changes() }
        return try await store.read { [names] messages in
            try question(PeopleLookup(messages) { try names.all(messages, since: moment) })
        }
    }

    /// The same off the caller’s actor, for questions that may compare all names.
    @concurrent
    func askAside<Answer: Sendable>(
        _ question: @Sendable (PeopleLookup) throws -> Answer
    ) async throws -> Answer { try await ask(question) }

    /// The address of a number, of words of one contact’s name, of the members of a group, or of words of a service’s name.
    ///
    /// - Parameter orGroup: Whether several names between commas are a group.
    /// - Throws: `SMSLogFault.unknownNumber`, `.ambiguousName`, `.noGroup`, `.severalGroups`.
    package func address(of word: String, orGroup: Bool = true) async throws -> Address {
        try await ask { try $0.address(of: word, orGroup: orGroup) }
    }

    /// Whether a word means an address or a name, also one that several people have; a group is not one person.
    package func isPerson(_ word: String) async throws -> Bool { try await ask { try $0.isPerson(word) } }

    /// The addresses with messages or a name that begin with a prefix, by address.
    @concurrent
    package func addresses(startingWith prefix: String, limit: Int) async throws -> [KnownAddress] {
        try await store.read { try $0.addresses(.beginning(prefix), limit: limit) }
    }

    /// The suggestions of who may be one person; see `PeopleLookup.suggestions()`.
    package func suggestions() async throws -> [SuggestedPerson] { try await askAside { try $0.suggestions() } }
}

/// Names.
extension People {
    /// All contacts, by name; groups that have one are none.
    package func contacts() async throws -> [Contact] { try await store.read { try $0.contacts() } }

    /// The contacts whose name has these words, by name, groups among them.
    package func contacts(named words: String, limit: Int) async throws -> [Contact] {
        let query = SearchQuery(words, beginnings: .all)
        return try await askAside { people in
            let named = try people.names().found(by: query).lazy.filter { $0.contact.address == $0.leader }
            return Array(named.map(\.contact).prefix(limit))
        }
    }

    /// The contact of an address; `nil` if there is none.
    package func contact(_ address: Address) async throws -> Contact? {
        try await store.read { try $0.contact(address) }
    }

    /// The contact of an address, or one made of the name of a person in chats; `nil` if there is neither.
    package func knownContact(_ address: Address) async throws -> Contact? {
        try await store.read { messages in
            if let contact = try messages.contact(address) { return contact }
            guard let chat = try messages.conversation(with: address), chat.isNamedPerson else { return nil }
            return Contact(address: chat.address, name: chat.address.text, kind: .unknown)
        }
    }

    /// The names of addresses that have one.
    package func names(of addresses: Set<Address>) async throws -> [Address: String] {
        try await store.read { try $0.names(of: addresses) }
    }

    /// The name of a number itself; `nil` if it has none.
    package func givenName(of address: Address) async throws -> GivenName? {
        try await store.read { try $0.givenName(of: address) }
    }

    /// The names of a person’s numbers, the name of the conversation first and the others by rank.
    package func names(ofPerson address: Address) async throws -> [GivenName] {
        try await store.read { messages in
            let names = try messages.numbers(of: address).compactMap { try messages.givenName(of: $0) }
            return names.prefix(1)
                + names.dropFirst().sorted { ($0.rank, $0.contact.name) < ($1.rank, $1.contact.name) }
        }
    }

    /// Separates the number or name of a person from another name behind it, which is `nil` if nothing is left of it.
    ///
    /// - Throws: `SMSLogFault.severalNumbers`.
    package func renamed(_ word: String, before text: String) async throws -> (word: String, name: String?) {
        try await askAside { try $0.renamed(word, before: text) }
    }

    /// Stores a contact in place of the one of its address.
    ///
    /// - Throws: `SMSLogFault.emptyName`; `SMSLogFault.unknownNumber` for an empty address; `SMSLogFault.corporateName`.
    package func save(_ contact: Contact) async throws {
        guard contact.name.contains(where: { !$0.isWhitespace }) else { throw SMSLogFault.emptyName }
        guard !contact.address.isEmpty else { throw SMSLogFault.unknownNumber("") }
        let name = GivenName(contact: contact, namedAt: nil)
        try await store.write { messages in
            let old = try messages.givenName(of: contact.address)
            if let old = old?.contact, old.kind == .corporate, contact.kind != .corporate {
                throw SMSLogFault.corporateName(old.name, contact.address)
            }
            // The same name is in the corporate book now: there are not two.
            let isSame = old?.own?.contact.name == contact.name
            try Self.name(contact.address, isSame ? name : name.over(old), in: messages)
        }
    }

    package struct RemovedName: Sendable {
        /// The contact that it was.
        package let contact: Contact
        /// The contact behind it, which leads again; `nil` if there was none.
        package let rest: Contact?
    }

    /// Removes the first name of an address; its messages stay.
    ///
    /// - Throws: `SMSLogFault.unknownNumber`.
    package func removeContact(_ address: Address) async throws -> RemovedName {
        try await store.write { messages in
            guard let old = try messages.givenName(of: address) else { throw SMSLogFault.unknownNumber(address.text) }
            try Self.name(address, old.rest, in: messages)
            return RemovedName(contact: old.contact, rest: old.local)
        }
    }

    private static func name(_ address: Address, _ name: GivenName?, in messages: any MessageDAO) throws {
        let before = try messages.givenName(of: address)
        let book = name.map(\.contact).flatMap { $0.kind == .corporate ? $0 : nil }
        let numbers = Set([address] + [book?.workNumber].compactMap { $0 }.map { Address($0) })
        let groups = numbers.count > 1 ? try messages.groups(of: numbers) : nil
        let leaders = try messages.leaders(of: numbers)
        try messages.setName(name, of: address)
        // Without a name of the user’s own a number is called again as files call it, but not by a removed name of theirs.
        let (wasUnnamed, isUnnamed) = (try messages.unnamed().contains(address), name == nil && before?.namedAt != nil)
        try messages.setUnnamed(isUnnamed, address)
        if let book { try messages.joinAtWork(book) }
        let after = try messages.givenName(of: address)
        let regrouped = try groups.map { try messages.groups(of: Set($0.joined())) }
        let isRegrouped = regrouped != groups
        try messages.journal([
            MessageStep(
                address, called: before?.contact.name ?? address.text,
                before: .init(
                    people: isRegrouped ? groups : nil, leaders: leaders, name: .init(before),
                    isUnnamed: isUnnamed == wasUnnamed ? nil : wasUnnamed),
                after: .init(
                    people: isRegrouped ? regrouped : nil, leaders: try messages.leaders(of: numbers),
                    name: .init(after),
                    isUnnamed: isUnnamed == wasUnnamed ? nil : isUnnamed))
        ])
    }
}

/// People with several numbers.
extension People {
    /// A person after numbers were merged or split.
    package struct Numbers: Sendable {
        /// The name, or else the leader of the conversation.
        package let name: String
        /// The numbers of the conversation, its leader first.
        package let numbers: [Address]
    }

    /// Merges the conversations of several people into one.
    ///
    /// - Parameter words: Numbers, also unknown ones, or words of names.
    /// - Throws: As `address(of:)`; `SMSLogFault.onePerson` if they are merged already, `.notAPerson` for a group.
    package func merge(_ words: [String]) async throws -> Numbers {
        try await store.write { messages in
            let meant = try Self.people(words, in: messages)
            let before = try MessageStep.State(people: Set(meant), in: messages)
            guard before.people?.count ?? 0 > 1 else { throw SMSLogFault.onePerson(words.joined(separator: " ")) }
            let apart = try messages.apart()
            try messages.merge(meant)
            return try Self.regrouped(meant[0], before, apart: apart.subtracting(try messages.apart()), in: messages)
        }
    }

    /// Marks several people as different ones, so that no suggestion joins them.
    ///
    /// - Parameter words: As in `merge`.
    /// - Returns: The first of them, and the leaders of all their conversations.
    /// - Throws: As `merge`.
    package func tellApart(_ words: [String]) async throws -> Numbers {
        try await store.write { messages in
            var leaders: [Address] = []
            for address in try Self.people(words, in: messages) {
                let leader = try messages.leader(of: address)
                if !leaders.contains(leader) { leaders.append(leader) }
            }
            guard leaders.count > 1 else { throw SMSLogFault.onePerson(words.joined(separator: " ")) }
            let pairs = Set(AddressPair.all(of: leaders))
            let before = try messages.apart().intersection(pairs)
            for pair in pairs.subtracting(before) { try messages.setApart(true, pair) }
            let name = try messages.contact(leaders[0])?.name ?? leaders[0].text
            try messages.journal([
                MessageStep(leaders[0], called: name, before: .init(apart: before), after: .init(apart: pairs))
            ])
            return Numbers(name: name, numbers: leaders)
        }
    }

    /// Gives each number of a person its own conversation again, or only the meant number if it is not the leader.
    ///
    /// - Throws: As `address(of:)`; `SMSLogFault.oneNumber` for a person with one number.
    package func split(_ word: String) async throws -> Numbers {
        try await store.write { messages in
            let (leader, number) = try PeopleLookup(messages).meant(word)
            let before = try MessageStep.State(people: [leader], in: messages)
            let name = try messages.contact(leader)?.name ?? leader.text
            guard try messages.hasSeveralNumbers(leader) else { throw SMSLogFault.oneNumber(name) }
            let numbers = try messages.numbers(of: leader)
            if let number, number != leader {
                try messages.takeOut(number)
                return try Self.regrouped(number, before, in: messages)
            }
            try messages.split(leader)
            _ = try Self.regrouped(leader, before, name: name, in: messages)
            return Numbers(name: name, numbers: numbers)
        }
    }

    private static func people(_ words: [String], in messages: any MessageDAO) throws -> [Address] {
        let people = PeopleLookup(messages)
        return try words.map { try people.numberedPerson($0) }
    }

    private static func regrouped(
        _ address: Address, _ before: MessageStep.State, apart: Set<AddressPair>? = nil, name: String? = nil,
        in messages: any MessageDAO
    ) throws -> Numbers {
        var before = before
        let leader = try messages.leader(of: address)
        let name = try name ?? messages.contact(leader)?.name ?? leader.text
        var after = try MessageStep.State(people: Set((before.people ?? []).joined()), in: messages)
        (before.apart, after.apart) = (apart, apart.map { _ in [] })
        try messages.journal([MessageStep(leader, called: name, before: before, after: after)])
        return Numbers(name: name, numbers: try messages.numbers(of: leader))
    }

    /// The numbers of a person, the leader of the conversation first.
    package func numbers(of address: Address) async throws -> [Address] {
        try await store.read { try $0.numbers(of: address) }
    }

    /// The spelling that stands for the number of an address; see `MessageReader.number(of:)`.
    package func number(of address: Address) async throws -> Address {
        try await store.read { try $0.number(of: address) }
    }

    /// The number that a word means: the leader of a conversation, or another number of the person of that name.
    ///
    /// - Throws: As `address(of:)`.
    package func number(called word: String) async throws -> Address {
        let (leader, number) = try await ask { try $0.meant(word) }
        return number ?? leader
    }
}

/// The region in whose way numbers are read.
extension People {
    /// The key of the setting.
    package static let regionSetting = "sms.region"
    /// The region of the operating system’s language.
    package static let regionOfSystem = "auto"
    /// No region: all spellings are apart.
    package static let noRegion = "none"

    /// Sets the region for reading numbers.
    ///
    /// - Parameters:
    ///   - typed: Two letters, or one of the words above.
    ///   - session: The login of the user, which names the store of the messages.
    /// - Returns: The value of the setting, and the change of conversations.
    /// - Throws: `SMSLogFault.unknownRegion`; `StoreFault`.
    package static func setRegion(
        _ typed: String, of session: UserSession, among stores: any MessagePlaces, in world: World
    ) async throws -> (value: String, change: PeopleChange) {
        let value: String
        let region: String
        switch typed.lowercased() {
        case regionOfSystem: (value, region) = (regionOfSystem, self.region(of: world.variables) ?? "")
        case noRegion: (value, region) = (noRegion, "")
        case let name:
            guard let known = PhoneNumbering(region: name).region else { throw SMSLogFault.unknownRegion(typed) }
            (value, region) = (known, known)
        }
        let store = try stores.open(MessageStoreChoice(of: session), for: session.user, isMade: false, isWatched: false)
        return (value, try await store.write { try $0.setPeople(by: region) })
    }

    /// Reads numbers by the operating system’s region, unless the user has named one, and reads them again once
    /// `PhoneNumbering` has changed.
    ///
    /// - Throws: `StoreFault`.
    package func joinAtFirst() async throws {
        let reading = try await store.read { try $0.reading() }
        guard (reading?.version ?? 0) < PhoneNumbering.version, let region = reading?.region ?? systemRegion else {
            return
        }
        _ = try await store.write { try $0.setPeople(by: region) }
    }

    /// The region that the operating system’s variables name, such as `LANG=en_SG.UTF-8`; `nil` for none.
    static func region(of variables: [String: String]) -> String? {
        let names = ["LC_ALL", "LC_TELEPHONE", "LANG"]
        guard let locale = names.compactMap({ variables[$0] }).first(where: { !$0.isEmpty }) else { return nil }
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
        return parts.count < 2 ? nil : PhoneNumbering(region: String(parts[1])).region
    }
}

/// The names of people, read once and again after one has changed.
///
/// Decoding a thousand of them would take longer than finding messages among a million.
private final class KnownNames: Sendable {
    /// The number of changes before a transaction.
    struct Moment {
        fileprivate let number: Int
    }

    private struct Known {
        var changes: ChangeObserver<MessageChange>?
        /// The number of changes of names.
        var number = 0
        var names: PersonNames?
    }

    private let known = Mutex(Known())

    /// Forgets the names if one has changed; called before the transaction in which they are read.
    ///
    /// - Parameter changes: Makes an observer of changes from now on.
    func look(hearing changes: () -> ChangeObserver<MessageChange>) -> Moment {
        known.withLock { known in
            let heard = known.changes ?? changes()
            known.changes = heard
            if heard.take()?.mayHave({ if case .contact = $0 { true } else { false } }) ?? false {
                known.names = nil
                known.number += 1
            }
            return Moment(number: known.number)
        }
    }

    /// All names, as `MessageReader.allNames()` has them.
    ///
    /// - Throws: `StoreFault`.
    func all(_ messages: any MessageReader, since moment: Moment) throws -> PersonNames {
        if let names = known.withLock({ $0.names }) { return names }
        let names = PersonNames(try messages.allNames())
        // A transaction that began before the last change has older ones.
        known.withLock { if $0.number == moment.number { $0.names = names } }
        return names
    }
}

extension MessageStep.State {
    /// The groups of these numbers, and those that lead them.
    fileprivate init(people numbers: Set<Address>, in messages: any MessageDAO) throws {
        let people = try messages.groups(of: numbers)
        self.init(people: people, leaders: try messages.leaders(of: Set(people.joined())))
    }
}
