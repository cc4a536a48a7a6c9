// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// The names of groups in files, in every store.
@Suite struct GroupTitleTests {
    @Test(arguments: [
        ("Al Fa, Bea Ta", true), ("bea ta, AL FA", true), ("Al Fa & Bea Ta", true), ("Bea Ta,Al Fa", true),
        ("Al Fa、Bea Ta", true), ("+1 555 000 0001, Bea Ta", true), ("Al Fa", false), ("Al Fa, Al Fa", false),
        ("Al Fa & Friends", false), ("Al Fa, Bea Ta, Ce", false), ("Al, Bea", false), ("AlFa, BeaTa", false),
    ])
    func `only a whole list of members is one`(_ name: String, _ isList: Bool) {
        let members: [Set<String>] = [["Al Fa", "+15550000001"], ["Bea Ta", "+15550000002"]]
        #expect(GroupTitle(name)?.lists(members) ?? false == isList)
    }

    @Test func `members are told apart who share names, or have a comma in theirs`() {
        #expect(GroupTitle("Al, Ali")?.lists([["Al", "Ali"], ["Al"]]) == true)
        #expect(GroupTitle("Al, Al")?.lists([["Al"], ["Al"]]) == true)
        #expect(GroupTitle("Fa, Al, Bea")?.lists([["Bea"], ["Fa, Al"]]) == true)
        #expect(GroupTitle("Fa, Al, Bea")?.lists([["Bea"], ["Fa, Al"], ["Ce"]]) == false)
        let many = (0..<200).map { _ in Set((0..<200).map { "n\($0)" }) }
        #expect(GroupTitle((0..<200).map { "n\($0)" }.joined(separator: ", "))?.lists(many) == true)
        #expect(GroupTitle((1...200).map { "n\($0)" }.joined(separator: ", "))?.lists(many) == false)
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a group is not called by a list of those in it`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let (al, bea) = ("+15550000001", "+15550000002")
        let group = Address("\(al)~\(bea)")
        func name() async throws -> String? { try await dao.contact(group, of: ana)?.name }
        func merge(_ drafts: MessageDraft...) async throws {
            _ = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        }
        // Who is meant is not known yet.
        try await merge(draft("one", from: group.text, at: 1, name: "Al Fa, Bea Ta"))
        #expect(try await name() == "Al Fa, Bea Ta")
        try await merge(draft("two", from: al, at: 2, name: "Al Fa"))
        #expect(try await name() == "Al Fa, Bea Ta")
        try await merge(draft("three", from: bea, at: 3, name: "Bea Ta"))
        #expect(try await name() == nil)
        // The same again, and of one who is called otherwise meanwhile.
        try await merge(draft("four", from: group.text, at: 4, name: "Al Fa, Bea Ta"))
        #expect(try await name() == nil)
        try await dao.save(Contact(address: Address(al), name: "Albert Fa", kind: .local), of: ana)
        try await merge(draft("five", from: group.text, at: 5, name: "Bea Ta & Al Fa"))
        #expect(try await name() == nil)
        #expect(try await dao.background(5, of: ana)?.importedName == "Bea Ta & Al Fa")
        // A title stays, whatever lists come.
        try await merge(draft("six", from: group.text, at: 6, name: "Bea Ta & Friends"))
        #expect(try await name() == "Bea Ta & Friends")
        _ = try await dao.save([draft("seven", from: group.text, at: 7, name: "Al Fa, Bea Ta")], of: ana)
        #expect(try await name() == "Bea Ta & Friends")
        // So does whatever the user says.
        try await dao.save(Contact(address: group, name: "Albert Fa, Bea Ta", kind: .local), of: ana)
        try await merge(draft("eight", from: "+15550000003", at: 8, name: "Ce"))
        #expect(try await name() == "Albert Fa, Bea Ta")
        withExtendedLifetime(system) {}
    }

    @Test(arguments: [
        ("Al, Ce, Bea", "Ce"), ("al,bea, Ce Ta ", "Ce Ta"), ("Al, Bea & Friends", nil), ("Al, Ce, De", nil),
        ("Al, Ce", nil), ("Al, Al, Ce", nil), ("Al, Bea, Ce, De", nil), ("Al, Bea, +15550000003", nil),
    ])
    func `of a list all but one who is known, the rest is the name of that one`(_ name: String, _ rest: String?) {
        let found = GroupTitle(name)?.remainder([["Al"], ["+15550000003"], ["Bea"]])
        #expect(found?.name == rest && (rest == nil || found?.member == 1))
    }

    @Test(arguments: MessageTestStore.allCases)
    func `who is only in groups is called as the lists of these have it`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let numbers = (1...4).map { "+1555000000\($0)" }
        let drafts = [
            draft("one", from: numbers.joined(separator: "~"), at: 1, name: "De, Al, Ce, Bea"),
            draft("two", from: numbers[..<3].joined(separator: "~"), at: 2, name: "Al, Bea, Ce"),
            draft("three", from: numbers[0], at: 3, name: "Al"), draft("four", from: numbers[1], at: 4, name: "Bea"),
        ]
        _ = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        #expect(try await dao.contacts(of: ana).map(\.name) == ["Al", "Bea", "Ce", "De"])
        #expect(try await dao.read(ana) { try $0.allNames() }.allSatisfy { !$0.contact.address.isGroup })
        #expect(try await dao.contact(Address(numbers[3]), of: ana)?.name == "De")
        // Who is called otherwise is not called so again.
        try await dao.save(Contact(address: Address(numbers[2]), name: "Ceridwen", kind: .local), of: ana)
        _ = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        #expect(try await dao.contacts(of: ana).map(\.name) == ["Al", "Bea", "Ceridwen", "De"])
        #expect(try await dao.read(ana) { try $0.allNames() }.allSatisfy { !$0.contact.address.isGroup })
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a list that an earlier file left goes once somebody in it is called otherwise`(
        _ kind: MessageTestStore
    ) async throws {
        let (dao, system) = try kind.make()
        let (al, bea) = (Address("+15550000001"), Address("+15550000002"))
        let group = Address("\(al)~\(bea)")
        for (address, name) in [(al, "Al Fa"), (bea, "Bea Ta")] {
            try await dao.save(Contact(address: address, name: name, kind: .local), of: ana)
        }
        try await dao.write(ana) { messages in
            let list = Contact(address: group, name: "Al Fa, Bea Ta", kind: .local)
            try messages.setGivenName(GivenName(contact: list, namedAt: draft("", at: 1).date), of: group)
            let albert = Contact(address: al, name: "Albert Fa", kind: .local)
            try messages.setName(GivenName(contact: albert, namedAt: nil), of: al)
        }
        #expect(try await dao.contact(group, of: ana) == nil)
        withExtendedLifetime(system) {}
    }
}
