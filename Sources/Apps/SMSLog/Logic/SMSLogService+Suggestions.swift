// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain
import SMSLogStore

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
        try await dao.read(owner) { try Self.suggestedPeople(in: $0) }
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
