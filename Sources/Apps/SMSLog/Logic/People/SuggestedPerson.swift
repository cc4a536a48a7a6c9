// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Suggestions of who may be one person; only the user merges them.
extension PeopleLookup {
    /// Conversations and contacts that are likely one person’s: contacts with the same words in their names, in any order,
    /// as cards with several numbers and chats give them; contacts of which one has the other’s number at work, unless
    /// others have it too; and a mail address with the words of a name before its `@`.
    ///
    /// People whom the user has marked as different are left out.
    func suggestions() throws -> [SuggestedPerson] {
        let chats = try reader.namedChats()
        let names = try reader.allNames().filter { !$0.leader.isGroup && !chats.groups.contains($0.leader) }
        var found = sameNames(names + chats.people.map(PersonName.init(chat:)))
        found += try workNumbers(names)
        found += try mails(names)
        let apart = Set(
            try reader.apart().map { AddressPair(try reader.leader(of: $0.first), try reader.leader(of: $0.second)) })
        // The first reason counts.
        var known: Set<Set<Address>> = []
        return found.flatMap { $0.without(apart) }.filter { suggested in
            let numbers = Set(suggested.numbers)
            guard !known.contains(where: numbers.isSubset) else { return false }
            return known.insert(numbers).inserted
        }.sorted { ($0.name, $0.numbers[0]) < ($1.name, $1.numbers[0]) }
    }

    private func sameNames(_ names: [PersonName]) -> [SuggestedPerson] {
        let named = Dictionary(grouping: names) { words(of: $0.contact.name) }
        return named.compactMap { words, names in
            let numbers = leaders(of: names)
            guard !words.isEmpty, numbers.count > 1 else { return nil }
            return SuggestedPerson(name: names[0].contact.name, numbers: numbers, reason: .sameName)
        }
    }

    private func workNumbers(_ names: [PersonName]) throws -> [SuggestedPerson] {
        let working = names.filter { $0.contact.workNumber != nil }
        let byNumber = try Dictionary(grouping: working) {
            try reader.leader(of: Address($0.contact.workNumber ?? ""))
        }
        return try byNumber.compactMap { work, names in
            // A number of several contacts is an office’s.
            guard leaders(of: names).count == 1, names[0].leader != work, !work.isGroup,
                try reader.known(work) != nil
            else { return nil }
            return SuggestedPerson(
                name: names[0].contact.name, numbers: [names[0].leader, work], reason: .workNumber)
        }
    }

    private func mails(_ names: [PersonName]) throws -> [SuggestedPerson] {
        let named = Dictionary(grouping: names) { words(of: $0.contact.name) }.filter { $0.key.count > 1 }
        guard !named.isEmpty else { return [] }
        return try reader.joinedAddresses().compactMap { joined in
            guard !joined.address.isGroup, let sign = joined.address.text.firstIndex(of: "@"),
                let names = named[words(of: String(joined.address.text[..<sign]))]
            else { return nil }
            let numbers = leaders(of: names)
            guard numbers.count == 1, numbers[0] != joined.leader else { return nil }
            return SuggestedPerson(
                name: names[0].contact.name, numbers: numbers + [joined.leader], reason: .mailOfName)
        }
    }

    private func leaders(of names: [PersonName]) -> [Address] { Set(names.map(\.leader)).sorted() }

    /// The sorted words of a name, without case and diacritics.
    private func words(of name: String) -> [String] {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init).sorted()
    }
}

extension PersonName {
    /// The name of a person in chats.
    fileprivate init(chat address: Address) {
        self.init(contact: Contact(address: address, name: address.text, kind: .local), leader: address)
    }
}

/// Conversations that are likely one person’s, and why.
package struct SuggestedPerson: Hashable, Sendable {
    /// Why they are likely one person’s.
    package enum Reason: String, Sendable {
        /// The contacts have the same name.
        case sameName
        /// One is the other’s number at work.
        case workNumber
        /// A mail address has the words of the name.
        case mailOfName
    }

    /// The name of the first.
    package let name: String
    /// The leaders of the conversations.
    package let numbers: [Address]
    package let reason: Reason
}

extension SuggestedPerson {
    /// The suggestion without different people: if there are some, one suggestion for each other pair.
    func without(_ apart: Set<AddressPair>) -> [SuggestedPerson] {
        let pairs = AddressPair.all(of: numbers)
        let others = pairs.filter { !apart.contains($0) }
        guard others.count < pairs.count else { return [self] }
        return others.map { SuggestedPerson(name: name, numbers: [$0.first, $0.second], reason: reason) }
    }
}
