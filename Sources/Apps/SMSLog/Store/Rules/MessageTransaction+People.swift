// SPDX-License-Identifier: GPL-3.0-or-later

import PhoneNumbers
package import SMSLogDomain

/// Which spellings are one person’s.
extension MessageTransaction {
    /// Reads numbers as those in a region do, so that all spellings of one have one conversation.
    ///
    /// The address with a contact stands for the conversation, the user’s own before one of a file, then one with marks, a
    /// draft, and what is the spelling for all. The conversation has the marks of all of them, and is archived where all
    /// are; drafts are put one below the other. What is joined comes apart with another region, and each has what it had
    /// before.
    ///
    /// - Parameter region: Two letters; empty: all spellings are apart.
    /// - Returns: How many conversations there were of those that are other ones now, and how many there are.
    package func setPeople(by region: String) throws -> PeopleChange {
        let numbering = PhoneNumbering(kept: region)
        let before = try joinedAddresses()
        let former = Dictionary(grouping: before, by: \.leader).mapValues { Set($0.map(\.address)) }
        try setRegion(region)
        let people = Dictionary(grouping: before.map { JoinedAddress($0, by: numbering) }) { $0.person ?? $0.address }
        var (changed, kept): ([[JoinedAddress]], [JoinedAddress]) = ([], [])
        let leaders = Dictionary(uniqueKeysWithValues: before.map { ($0.address, $0.leader) })
        for spellings in people.values {
            let leader = leaders[spellings[0].address] ?? spellings[0].address
            if former[leader] == Set(spellings.map(\.address)) {
                kept += spellings.map { JoinedAddress($0.address, person: $0.person, leader: leader) }
            } else {
                changed.append(spellings)
            }
        }
        try join(kept + changed.joined())
        for spellings in changed where spellings.count > 1 { try joinAsOne(spellings) }
        let leading = Set(changed.joined().map { leaders[$0.address] ?? $0.address })
        return PeopleChange(before: leading.count, after: changed.count)
    }

    /// Makes one conversation of several.
    private func joinAsOne(_ spellings: [JoinedAddress]) throws {
        let ranks = try spellings.map { (rank: try rank(of: $0), address: $0.address) }
        guard let leader = ranks.min(by: { ($0.rank, $0.address) < ($1.rank, $1.address) })?.address else { return }
        let standings = try spellings.map { try standing(of: $0.address) }
        var marks = standings.reduce(into: ConversationMarks()) { $0.formUnion($1.marks) }
        if !standings.allSatisfy({ $0.newest == nil || $0.marks.contains(.archived) }) { marks.remove(.archived) }
        if !marks.isDisjoint(with: [.archived, .blocked]) { marks.remove(.pinned) }
        var drafts: [ConversationDraft] = []
        for spelling in spellings {
            guard let draft = try draft(for: spelling.address) else { continue }
            drafts.append(draft)
            try setDraft(nil, for: spelling.address)
        }
        try join(spellings.map { JoinedAddress($0.address, person: $0.person, leader: leader) })
        if try standing(of: leader).marks != marks { try setMarks(marks, of: leader) }
        drafts.sort { ($0.savedAt, $0.text) < ($1.savedAt, $1.text) }
        guard let last = drafts.last else { return }
        let text = drafts.map(\.text).joined(separator: "\n")
        try setDraft(ConversationDraft(text: text, savedAt: last.savedAt), for: leader)
    }

    /// How well an address stands for the conversation of a person: the lowest does.
    private func rank(of spelling: JoinedAddress) throws -> Int {
        let address = spelling.address
        if try contact(address) != nil { return try nameDate(of: address) == nil ? 0 : 1 }
        if try !standing(of: address).marks.isEmpty { return 2 }
        if try draft(for: address) != nil { return 3 }
        return spelling.person == address ? 4 : 5
    }
}

extension JoinedAddress {
    /// An address by itself.
    fileprivate init(_ old: JoinedAddress, by numbering: PhoneNumbering?) {
        self.init(old.address, person: numbering?.person(old.address), leader: old.address)
    }
}
