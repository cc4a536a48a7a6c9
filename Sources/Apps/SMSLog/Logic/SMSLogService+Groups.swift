// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PhoneNumbers
import SMSLogDomain
import SMSLogStore

/// Groups that are called by those who are in them: `Alice, +15551000000`.
extension SMSLogService {
    /// The names and numbers that stand between commas; none where there is no comma between two.
    static func members(in word: String) -> [String] {
        let names = word.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return names.count > 1 ? names : []
    }

    /// The group of all these and nobody else, in whichever order they are.
    ///
    /// - Throws: As `address(of:)` for one of them whom nobody knows; `SMSLogFault.noGroup`, `.severalGroups`.
    func group(of members: [String]) async throws -> Address {
        var people: Set<Address> = []
        for member in members { people.insert(try await self.member(member)) }
        return try await dao.read(owner) { [people] messages in
            let people = try messages.people(people)
            let groups = try messages.groups().filter {
                try messages.people(of: $0) == people && messages.isKnown($0)
            }
            let leaders = Set(try groups.map { try messages.leader(of: $0) })
            guard let group = leaders.first else { throw SMSLogFault.noGroup(members) }
            guard leaders.count == 1 else {
                let numbers = leaders.sorted().prefix(10).map(\.text)
                throw SMSLogFault.severalGroups(members, numbers: Array(numbers))
            }
            return group
        }
    }

    /// Somebody in a group, of whom there may be nothing else.
    private func member(_ word: String) async throws -> Address {
        do { return try await meant(word, orGroup: false).leader } catch SMSLogFault.unknownNumber {
            let number = try await address(typed: word)
            let isMember = try await dao.read(owner) { messages in
                let person = try messages.people([number])
                return try messages.groups().contains { try messages.people(of: $0).isSuperset(of: person) }
            }
            guard isMember else { throw SMSLogFault.unknownNumber(word) }
            return number
        }
    }
}

extension MessageReader {
    /// Those who are in a group.
    fileprivate func people(of group: Address) throws -> Set<Address> {
        try people(Set(group.members.map(Address.init(stored:))))
    }

    /// The same people, each by one address, whichever of their numbers and spellings these are.
    fileprivate func people(_ addresses: Set<Address>) throws -> Set<Address> {
        let leaders = try addresses.map { try leader(of: $0) }
        guard let numbering = try numbering() else { return Set(leaders) }
        return Set(leaders.map(numbering.spelling))
    }
}
