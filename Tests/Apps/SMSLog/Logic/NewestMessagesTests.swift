// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSession
import AtriumTesting
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// The newest page of the conversation that a word means.
struct NewestMessagesTests {
    private func withService(
        _ kind: TestStore, _ test: (SMSLogService, any MessageStores) async throws -> Void
    ) async throws {
        // The system keeps the folder of its store as long as it is there.
        let (dao, system) = try kind.make()
        _ = try await dao.save((1...4).map { draft("a\($0)", from: "+15551000001", at: $0) }, of: ana)
        _ = try await dao.save([draft("b", from: "Bank", at: 9)], of: ana)
        for contact in [
            Contact(address: Address("+15551000001"), name: "Alice Smith", kind: .local),
            Contact(address: Address("+15551000002"), name: "Alice Jones", kind: .local, workNumber: "+15551000009"),
        ] { try await dao.save(contact, of: ana) }
        try await test(SMSLogService(dao: dao, owner: ana, clock: ManualClock(now: Timestamp(seconds: 1000))), dao)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: TestStore.allCases)
    func `a number, a name and words of one mean the same conversation`(kind: TestStore) async throws {
        try await withService(kind) { service, _ in
            for word in ["+15551000001", "+1 555 100-0001", "Alice Smith", "smith"] {
                let thread = try await service.newest(of: word, limit: 3)
                #expect(thread.leader.text == "+15551000001")
                #expect(thread.messages.map(\.content) == ["a2", "a3", "a4"])
                #expect(thread.count == 4 && thread.areNewest)
                #expect(thread.messages.allSatisfy { $0.contact?.name == "Alice Smith" })
            }
            #expect(try await service.newest(of: "Bank", limit: 3).messages.map(\.content) == ["b"])
        }
    }

    @Test(arguments: TestStore.allCases)
    func `who has no messages has an empty page, by the number at work as well`(kind: TestStore) async throws {
        try await withService(kind) { service, _ in
            for word in ["jones", "+15551000002", "+15551000009"] {
                let thread = try await service.newest(of: word, limit: 3)
                #expect(thread.leader.text == "+15551000002")
                #expect(thread.messages.isEmpty && thread.count == 0)
            }
        }
    }

    @Test(arguments: TestStore.allCases)
    func `a word that means nobody, or several, is told of`(kind: TestStore) async throws {
        try await withService(kind) { service, dao in
            await #expect(throws: SMSLogFault.unknownNumber("+15551000008")) {
                try await service.newest(of: "+15551000008", limit: 3)
            }
            await #expect(
                throws: SMSLogFault.ambiguousName("alice", numbers: ["+15551000002", "+15551000001"])
            ) { try await service.newest(of: "alice", limit: 3) }
            // One in whose name the word is from now on is found at once.
            try await dao.save(Contact(address: Address("Bank"), name: "Zebra", kind: .local), of: ana)
            #expect(try await service.newest(of: "zebra", limit: 3).messages.map(\.content) == ["b"])
        }
    }

    @Test(arguments: [("+15551000001", false), ("~15551000001", false), ("Bank", false), ("001 555 100 0001", true)])
    func `only what is dialled before a country code depends on the region`(_ raw: String, _ depends: Bool) {
        #expect(PhoneNumbering.mayMeanAnother(than: Address(raw), raw) == depends)
    }
}
