// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Gateways, on every store.
@Suite struct GatewayTests {
    @Test(arguments: MessageTestStore.allCases)
    func `a gateway is found by its name alone, as it stands among the others`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        var phone = Gateway(name: "phone", kind: .android, place: "10.0.0.7:8080", user: "ana", sim: 2)
        phone.limit = DailyLimit(most: 100, count: 3, end: Timestamp(seconds: 86_400))
        let made = phone
        try await dao.write(ana) { messages in
            _ = try messages.add(Gateway(name: "outbox", kind: .folder, place: "/tmp/outbox"))
            _ = try messages.add(made)
        }
        try await dao.write(ben) { _ = try $0.add(Gateway(name: "phone", kind: .folder, place: "/tmp/ben")) }
        let (all, one, none) = try await dao.read(ana) { messages in
            (try messages.gateways(), try messages.gateway("phone"), try messages.gateway("Phone"))
        }
        #expect(all.count == 2)
        #expect(one == all.last)
        #expect(one?.limit == phone.limit)
        #expect(none == nil)
        #expect(try await dao.read(ben) { try $0.gateway("phone")?.place } == "/tmp/ben")
        try await dao.write(ana) { try $0.removeGateway("phone") }
        #expect(try await dao.read(ana) { try $0.gateway("phone") } == nil)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `what a gateway is given is counted before it has a limit, too`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let (noon, dayEnd) = (Timestamp(seconds: 43_200), Timestamp(seconds: 86_400))
        let drafts = (1...4).map { number in
            var draft = MessageDraft(
                address: Address("+155\(number)"), rawAddress: "+155\(number)", content: "hi", date: noon,
                direction: .outgoing, status: .pending)
            draft.handover = .waiting
            return draft
        }
        try await dao.write(ana) { messages in
            _ = try messages.add(Gateway(name: "phone", kind: .folder, place: "/tmp/outbox"))
            for (number, draft) in drafts.enumerated() {
                _ = try messages.add(outgoing: draft, key: "key\(number)", from: noon)
            }
        }
        func claim(_ id: Int) async throws -> Bool {
            try await dao.write(ana) { try $0.claim(id, for: "phone", at: noon, dayEnd: dayEnd) } != nil
        }
        #expect(try await claim(1))
        #expect(try await claim(2))
        #expect(try await claim(3))
        try await dao.write(ana) { messages in
            try messages.accept(1, as: "one")
            try messages.putBack(2, retry: nil, reason: "down")
            try messages.refuse(3, reason: "no")
            try messages.change(gateway: "phone") { $0.limit.most = 1 }
        }
        #expect(
            try await dao.read(ana) { try $0.gateway("phone")?.limit } == DailyLimit(most: 1, count: 1, end: dayEnd))
        #expect(try await !claim(2))
        try await dao.write(ana) { try $0.change(gateway: "phone") { $0.limit.most = nil } }
        #expect(try await claim(2))
        #expect(try await dao.read(ana) { try $0.gateway("phone")?.limit } == DailyLimit(count: 2, end: dayEnd))
        withExtendedLifetime(system) {}
    }
}
