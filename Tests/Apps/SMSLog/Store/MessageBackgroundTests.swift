// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// The fields of a message that no conversation shows, in every store.
struct MessageBackgroundTests {
    @Test(arguments: MessageTestStore.allCases)
    func `a spelling that has become the address is told no more`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let group = MessageDraft(
            address: Address("+15550000001~+15550000002~+15550000003"), rawAddress: "+15550000001~+15550000002",
            content: "hi", date: Timestamp(seconds: 1), direction: .incoming, status: .received, isRead: true,
            kind: .mms)
        _ = try await dao.save([group], of: ana)
        #expect(try await dao.background(1, of: ana)?.rawAddress == group.rawAddress)
        try await dao.write(ana) { try $0.know(own: [Address("+15550000003")]) }
        #expect(try await dao.message(1, of: ana)?.address.text == group.rawAddress)
        #expect(try await dao.background(1, of: ana)?.rawAddress == nil)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a change that says no reference leaves the one that there is`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save([outgoing("a")], of: ana)
        #expect(try await dao.background(1, of: ana) == MessageBackground())
        _ = try await dao.change(1, of: ana, StatusChange(to: .sent, from: [.pending], reference: "r1"))
        _ = try await dao.change(1, of: ana, StatusChange(to: .delivered, from: [.sent]))
        #expect(try await dao.background(1, of: ana)?.reference == "r1")
        #expect(try await dao.background(2, of: ana) == nil)
        withExtendedLifetime(system) {}
    }
}
