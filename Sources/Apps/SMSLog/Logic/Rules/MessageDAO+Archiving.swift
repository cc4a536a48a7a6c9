// SPDX-License-Identifier: GPL-3.0-or-later

extension MessageReader {
    /// Whether a message has its final status: it neither waits nor is more reported of it.
    package func isSettled(_ message: Message) throws -> Bool {
        guard message.handover == .foreign || message.status != .pending else { return false }
        return try queueEntry(of: message.id) == nil
    }
}

/// Messages that go from one store to another.
extension MessageDAO {
    /// Stores those messages of another store that are not here; completes those that are.
    ///
    /// Messages that the user has removed here earlier are stored too: they would be lost otherwise.
    ///
    /// - Parameter matched: The messages that earlier ones stand for, so that none stands for two.
    /// - Returns: The same with these.
    package func keep(_ drafts: [MessageDraft], outside matched: MatchedMessages) throws -> MatchedMessages {
        let matches = try match(drafts, .rows(isAlone: false), outside: matched)
        _ = try complete(drafts, matches)
        let new = zip(drafts, matches).filter { $1?.kind ?? .removed == .removed }.map(\.0)
        // That such a message was removed here would keep out another one like it.
        try update(
            zip(new, match(new, .removed, outside: MatchedMessages())).compactMap { draft, match in
                match.map { .forgotten($0.number, removedAs: draft) }
            })
        let known = matches.compactMap { $0?.kind == .removed ? nil : $0?.number }
        return try (known + insert(new)).reduce(into: matched) { $0.insert($1) }
    }

    /// Returns the number of another store’s messages that are missing here, or lack bytes, and the other matches.
    package func lacked(of drafts: [MessageDraft], outside matched: MatchedMessages) throws -> (Int, MatchedMessages) {
        var (lacked, matched) = (0, matched)
        for (draft, match) in zip(drafts, try match(drafts, .same, outside: matched)) {
            guard let match, try draft.data.allSatisfy({ try bytes(of: $0.key) == $0.value }) else {
                lacked += 1
                continue
            }
            matched.insert(match.number)
        }
        return (lacked, matched)
    }

    /// Removes a message that another store has now; no file brings it back here.
    ///
    /// - Returns: False for one that is gone, or on its way again.
    package func letGo(_ id: Int) throws -> Bool {
        guard let message = try message(id), try isSettled(message) else { return false }
        try update([.remembered(message)])
        try remove(.messages([message]))
        return true
    }
}

/// The people of a store: the facts that another store needs to have the same people.
package struct KnownPeople: Sendable {
    fileprivate let region: String?
    fileprivate let own: Set<Address>
    fileprivate let names: [GivenName]
    /// The numbers of people with several.
    fileprivate let groups: [[Address]]
    /// The pairs that are different people’s, as the user says.
    fileprivate let apart: Set<AddressPair>
}

extension KnownPeople {
    /// The same of those of whose numbers one is new in a store; a store that has a region keeps it.
    package func new(in messages: any MessageReader) throws -> KnownPeople {
        func isNew(_ address: Address) throws -> Bool { try messages.known(address) == nil }
        return KnownPeople(
            region: try messages.region() ?? region, own: own,
            names: try names.filter { try isNew($0.contact.address) },
            groups: try groups.filter { try $0.contains(where: isNew) },
            apart: try apart.filter { try isNew($0.first) || isNew($0.second) })
    }
}

extension MessageReader {
    /// The people of this store.
    package func knownPeople() throws -> KnownPeople {
        KnownPeople(
            region: try region(), own: try ownAddresses(),
            names: try addresses(.named, limit: .max).compactMap(\.name),
            groups: try severalNumbers(), apart: try apart())
    }

    /// The numbers of each person with several.
    package func severalNumbers() throws -> [[Address]] {
        try joinedAddresses().conversations.map { Set($0.map(\.number)) }.filter { $0.count > 1 }.map { $0.sorted() }
    }
}

extension MessageDAO {
    /// Takes over the people of another store: numbers that are one person’s there are so here, and a name counts here
    /// as it does there.
    package func take(_ people: KnownPeople) throws {
        if let region = people.region, try self.region() != region { _ = try setPeople(by: region) }
        for address in people.own.subtracting(try ownAddresses()) { try addOwn(address) }
        for name in people.names {
            let known = try givenName(of: name.contact.address)
            if known.map({ $0.rank > name.rank }) ?? true {
                try put(name.over(known), of: name.contact.address)
            } else if let own = name.own, known?.own == nil {
                try put(own.over(known), of: name.contact.address)
            }
        }
        for numbers in people.groups {
            let joined = Set(try self.numbers(of: numbers[0]))
            if !joined.isSuperset(of: numbers) { try merge(numbers) }
        }
        for pair in people.apart.subtracting(try apart())
        where try leader(of: pair.first) != leader(of: pair.second) {
            try setApart(true, pair)
        }
    }
}
