// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PhoneNumbers
package import Session
import Stores
package import Worlds

/// Whose numbers are whose, which the region decides in which somebody is.
extension SMSLogService {
    /// What a user sets for it.
    package static let regionSetting = "sms.region"
    /// The region of the operating system’s language.
    package static let regionOfSystem = "auto"
    /// No region: all spellings are apart.
    package static let noRegion = "none"

    /// Has numbers read as those in a region do from now on.
    ///
    /// - Parameters:
    ///   - typed: Two letters, or one of the words above.
    ///   - session: The login of the user, which tells in which store the messages are.
    /// - Returns: What is kept of it, and what became of conversations.
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
        let store = try stores.open(
            MessageStoreChoice(of: session), for: session.user, isMade: false, isWatched: false)
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

    /// The region that the operating system’s variables name, such as `LANG=en_SG.UTF-8`; nil for none.
    static func region(of variables: [String: String]) -> String? {
        let names = ["LC_ALL", "LC_TELEPHONE", "LANG"]
        guard let locale = names.compactMap({ variables[$0] }).first(where: { !$0.isEmpty }) else { return nil }
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
        return parts.count < 2 ? nil : PhoneNumbering(region: String(parts[1])).region
    }

    /// The address that stands for the conversation of another one, which may be any spelling of its number.
    package func leader(of address: Address) async throws -> Address {
        try await store.read { try $0.leader(of: address) }
    }

    /// The number to which messages for an address go; nil where none can.
    package func dialable(_ address: Address) async throws -> Address? {
        guard !address.isDialable else { return address }
        return try await numbering().person(address).flatMap { $0.isDialable ? $0 : nil }
    }

    /// The address that somebody means who has typed it.
    func address(typed word: String) async throws -> Address {
        try await store.read { try $0.address(typed: word) }
    }

    /// How numbers are read; without a region those with a country code alone.
    func numbering() async throws -> PhoneNumbering {
        PhoneNumbering(region: try await store.read { try $0.region() })
    }
}

/// Who is likely one person; nobody is merged but by the user.
extension SMSLogService {
    /// Conversations and contacts that are likely one person’s, by name: those whose contacts have the same words in their
    /// names, as cards with several numbers give them, in whichever order, or as somebody chats under; those of which one
    /// has the other’s number as that at work, if it is nobody else’s; and an address of mail with the words of a name
    /// before its `@`.
    ///
    /// Those of which the user has said that they are different people are not among them. Off the caller’s actor.
    ///
    /// - Throws: `StoreFault`.
    @concurrent
    package func suggestedPeople() async throws -> [SuggestedPerson] {
        try await store.read { try Self.suggestedPeople(in: $0) }
    }

    /// The same in one state.
    static func suggestedPeople(in messages: any MessageReader) throws -> [SuggestedPerson] {
        let chats = try messages.namedChats()
        let names = try messages.allNames().filter { !$0.leader.isGroup && !chats.groups.contains($0.leader) }
        var found = sameNames(names + chats.people.map(PersonName.init(chat:)))
        found += try workNumbers(names, in: messages)
        found += try mails(names, in: messages)
        let apart = Set(
            try messages.apart().map {
                AddressPair(try messages.leader(of: $0.first), try messages.leader(of: $0.second))
            })
        // The first reason counts.
        var known: Set<Set<Address>> = []
        return found.flatMap { $0.without(apart) }.filter { suggested in
            let numbers = Set(suggested.numbers)
            guard !known.contains(where: numbers.isSubset) else { return false }
            return known.insert(numbers).inserted
        }.sorted { ($0.name, $0.numbers[0]) < ($1.name, $1.numbers[0]) }
    }

    private static func sameNames(_ names: [PersonName]) -> [SuggestedPerson] {
        let named = Dictionary(grouping: names) { words(of: $0.contact.name) }
        return named.compactMap { words, names in
            let numbers = leaders(of: names)
            guard !words.isEmpty, numbers.count > 1 else { return nil }
            return SuggestedPerson(name: names[0].contact.name, numbers: numbers, reason: .sameName)
        }
    }

    private static func workNumbers(
        _ names: [PersonName], in messages: any MessageReader
    ) throws -> [SuggestedPerson] {
        let working = names.filter { $0.contact.workNumber != nil }
        let byNumber = try Dictionary(grouping: working) {
            try messages.leader(of: Address($0.contact.workNumber ?? ""))
        }
        return try byNumber.compactMap { work, names in
            // One number for many is that of an office.
            guard leaders(of: names).count == 1, names[0].leader != work, !work.isGroup,
                try messages.known(work) != nil
            else { return nil }
            return SuggestedPerson(
                name: names[0].contact.name, numbers: [names[0].leader, work], reason: .workNumber)
        }
    }

    private static func mails(_ names: [PersonName], in messages: any MessageReader) throws -> [SuggestedPerson] {
        let named = Dictionary(grouping: names) { words(of: $0.contact.name) }.filter { $0.key.count > 1 }
        guard !named.isEmpty else { return [] }
        return try messages.joinedAddresses().compactMap { joined in
            guard !joined.address.isGroup, let sign = joined.address.text.firstIndex(of: "@"),
                let names = named[words(of: String(joined.address.text[..<sign]))]
            else { return nil }
            let numbers = leaders(of: names)
            guard numbers.count == 1, numbers[0] != joined.leader else { return nil }
            return SuggestedPerson(
                name: names[0].contact.name, numbers: numbers + [joined.leader], reason: .mailOfName)
        }
    }

    private static func leaders(of names: [PersonName]) -> [Address] { Set(names.map(\.leader)).sorted() }

    /// The words of a name in one order, without case and accents.
    private static func words(of name: String) -> [String] {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init).sorted()
    }
}

extension PersonName {
    /// The name under which somebody chats.
    fileprivate init(chat address: Address) {
        self.init(contact: Contact(address: address, name: address.text, kind: .local), leader: address)
    }
}

/// Conversations that are likely one person’s.
package struct SuggestedPerson: Hashable, Sendable {
    /// Why they are.
    package enum Reason: String, Sendable {
        /// Contacts have one name.
        case sameName
        /// One is the number at work of the other.
        case workNumber
        /// An address of mail has the words of the name.
        case mailOfName
    }

    /// What the first of them is called.
    package let name: String
    /// The addresses that stand for their conversations.
    package let numbers: [Address]
    package let reason: Reason
}

extension SuggestedPerson {
    /// The same without those that are different people’s: where some of them are, each two of the others.
    func without(_ apart: Set<AddressPair>) -> [SuggestedPerson] {
        let pairs = AddressPair.all(of: numbers)
        let others = pairs.filter { !apart.contains($0) }
        guard others.count < pairs.count else { return [self] }
        return others.map { SuggestedPerson(name: name, numbers: [$0.first, $0.second], reason: reason) }
    }
}
