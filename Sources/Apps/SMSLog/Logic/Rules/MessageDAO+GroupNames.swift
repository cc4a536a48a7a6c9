// SPDX-License-Identifier: GPL-3.0-or-later

/// Groups that a file calls by their members, which is no name of their own: it would stay when one of them is renamed.
extension MessageDAO {
    /// The names in messages to store that only list the members of a group.
    ///
    /// Writes nothing: the names that the messages themselves give count, too.
    func listedMembers(in drafts: [MessageDraft]) throws -> Set<ListedMembers> {
        var groups: Set<ListedMembers> = []
        for draft in drafts where draft.address.isGroup {
            if let name = draft.importedName { groups.insert(ListedMembers(group: draft.address, name: name)) }
        }
        groups = groups.filter { GroupTitle($0.name) != nil }
        guard !groups.isEmpty else { return [] }
        var told: [Address: Set<String>] = [:]
        for draft in drafts where !draft.address.isGroup {
            if let name = draft.importedName { told[draft.address, default: []].insert(name) }
        }
        return try groups.filter { listed in
            let given = try givenName(of: listed.group)
            // Such a name was taken away before.
            if given == nil, try imported(listed.group).contains(listed.name) { return true }
            return try given?.contact.name != listed.name && isList(listed, beside: told)
        }
    }

    /// Removes the file’s name of groups if that only lists their members.
    ///
    /// A single member without a name, of three or more, gets the one in the list.
    func forgetListedMembers() throws {
        var isNamed = false
        for group in try groups() {
            guard let given = try givenName(of: group), let namedAt = given.namedAt,
                let title = GroupTitle(given.contact.name)
            else { continue }
            let listed = ListedMembers(group: group, name: given.contact.name)
            if try !isList(listed, beside: [:]) {
                guard let rest = title.remainder(try members(of: listed.group, asFilesHaveThem: true)) else { continue }
                let member = Address(stored: listed.group.members[rest.member])
                guard try contact(member) == nil else { continue }
                try self.name(Contact(address: member, name: rest.name, kind: .local), namedAt: namedAt)
                isNamed = true
            }
            _ = try removeName(of: listed.group)
        }
        // Another list may be known for one by that.
        if isNamed { try forgetListedMembers() }
    }

    /// - Parameter told: The names of addresses beside those here.
    private func isList(_ listed: ListedMembers, beside told: [Address: Set<String>]) throws -> Bool {
        guard let title = GroupTitle(listed.name) else { return false }
        // Files’ names for people whom the user has renamed take longer.
        return try title.lists(members(of: listed.group, beside: told))
            || title.lists(members(of: listed.group, beside: told, asFilesHaveThem: true))
    }

    /// The names of each member of a group.
    private func members(
        of group: Address, beside told: [Address: Set<String>] = [:], asFilesHaveThem isAsFiles: Bool = false
    ) throws -> [Set<String>] {
        try group.members.map(Address.init(stored:)).map { member in
            let names = try names(of: member, beside: told)
            return isAsFiles ? names.union(try imported(member)) : names
        }
    }

    /// The names of a member, and all spellings of the numbers.
    private func names(of member: Address, beside told: [Address: Set<String>]) throws -> Set<String> {
        let joined = try joinedAddresses(with: member)
        let spellings = Set(joined.map(\.address) + [member])
        let numbers = joined.isEmpty ? [member] : Set(joined.map(\.number))
        var names = Set(spellings.flatMap { told[$0] ?? [] })
        for number in numbers {
            if let name = try givenName(of: number) {
                names.formUnion([name.contact, name.local].compactMap { $0?.name })
            }
        }
        return names.union(names.isEmpty ? [Address.unknown.text] : []).union(spellings.map(\.text))
    }

    /// The names in files for the other end of the newest messages.
    private func imported(_ address: Address) throws -> Set<String> {
        let recent = try messages(.page(address, .newest), limit: mostRecent)
        return Set(try contents(of: recent.map(\.id)).values.compactMap(\.background.importedName))
    }

    private var mostRecent: Int { 5 }
}

/// A file’s name for a group.
struct ListedMembers: Hashable {
    let group: Address
    let name: String
}

/// The user’s own numbers, which are no members of a group.
extension MessageDAO {
    /// Remembers numbers as the user’s own, and moves the messages of groups that they were taken for members of.
    package func know(own addresses: Set<Address>) throws {
        let new = addresses.subtracting(try ownAddresses())
        guard !new.isEmpty else { return }
        for address in new.sorted() { try addOwn(address) }
        let own = try ownAddresses()
        for group in try groups() {
            let others = group.without(own)
            if others != group { try move(group, to: others) }
        }
    }

    /// Moves all messages of one address to another, and the name, the marks and the draft if that has none.
    private func move(_ address: Address, to other: Address) throws {
        try update([.moved(address, to: other)])
        // Anything that other spellings have as well stays with them.
        guard try joinedAddresses(with: address).map(\.address) == [address] else { return }
        let leader = try leader(of: other)
        let (old, new) = (try state(of: address), try state(of: leader))
        try put(ConversationState(), on: address)
        try put(
            ConversationState(marks: new.marks.isEmpty ? old.marks : new.marks, draft: new.draft ?? old.draft),
            on: leader)
        guard let name = try givenName(of: address) else { return }
        try setGivenName(nil, of: address)
        if try givenName(of: leader) == nil { try setGivenName(name, of: leader) }
    }
}
