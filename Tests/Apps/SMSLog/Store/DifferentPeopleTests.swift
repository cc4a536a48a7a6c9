// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Numbers that are not one person despite other evidence, in every store.
@Suite struct DifferentPeopleTests {
    private let one = Address("+15551000001")
    private let two = Address("+15551000002")
    private let three = Address("+15551000003")

    private func apart(_ dao: any MessageStores, _ owner: UserID = ana) async throws -> [String] {
        try await dao.read(owner) { try $0.apart() }.map { "\($0.first) \($0.second)" }.sorted()
    }

    @Test(arguments: MessageTestStore.allCases)
    func `each user says so, and merging or deleting forgets it`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        for owner in [ana, ben] {
            try await dao.write(owner) { messages in
                for pair in [AddressPair(one, two), AddressPair(two, one), AddressPair(three, two)] {
                    try messages.setApart(true, pair)
                }
                try messages.setApart(false, AddressPair(one, three))
            }
        }
        #expect(try await apart(dao) == ["+15551000001 +15551000002", "+15551000002 +15551000003"])
        try await dao.write(ana) { try $0.merge([three, two]) }
        #expect(try await apart(dao) == ["+15551000001 +15551000002"])
        // Who is apart again was one person.
        _ = try await dao.write(ana) { try $0.split(two) }
        #expect(try await apart(dao) == ["+15551000001 +15551000002"])
        try await dao.write(ana) { try $0.setApart(false, AddressPair(two, one)) }
        #expect(try await apart(dao).isEmpty)
        try await dao.removeAll(of: ben) { _ in }
        #expect(try await apart(dao, ben).isEmpty)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `what was said is not suggested, and undo brings it back`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock(now: Timestamp(seconds: 1000)))
        for address in [one, two] {
            try await service.people.save(Contact(address: address, name: "Info", kind: .local))
        }
        func suggested() async throws -> [[String]] {
            try await service.people.suggestions().map { $0.numbers.map(\.text) }
        }
        let both = [one.text, two.text]
        #expect(try await suggested() == [both])
        _ = try await command("different") { try await service.people.tellApart(both) }
        #expect(try await suggested().isEmpty)
        // A third may be either of them.
        try await service.people.save(Contact(address: three, name: "info", kind: .local))
        #expect(try await suggested() == [[one.text, three.text], [two.text, three.text]])
        _ = try await service.perform(.undo)
        #expect(try await suggested() == [both + [three.text]])
        #expect(try await service.perform(.undo).entries.isEmpty)
        // Who is merged all the same is one person, until that is taken back.
        _ = try await service.people.tellApart(both)
        _ = try await command("merge") { try await service.people.merge(both) }
        #expect(try await apart(dao).isEmpty)
        _ = try await service.perform(.undo)
        #expect(try await suggested() == [[one.text, three.text], [two.text, three.text]])
        await #expect(throws: SMSLogFault.onePerson(one.text)) { try await service.people.tellApart([one.text]) }
        withExtendedLifetime(system) {}
    }
}
