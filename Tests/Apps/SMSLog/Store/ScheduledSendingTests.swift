// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
@testable import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Messages that wait for their time.
struct ScheduledSendingTests {
    private func message(
        _ id: Int, _ handover: Handover, at seconds: Int64, to number: String = "+15551234567"
    ) -> QueuedMessage {
        QueuedMessage(
            id: id, person: Address(number), status: .pending, handover: handover, reference: nil,
            entry: QueueEntry(key: "\(id)", date: Timestamp(seconds: seconds)))
    }

    @Test func `each is due from its time on, and holds up nobody before`() {
        let queue = [message(1, .scheduled, at: 100), message(2, .waiting, at: 50), message(3, .scheduled, at: 200)]
        func due(at seconds: Int64) -> [Int] {
            QueuedMessage.due(at: Timestamp(seconds: seconds), among: queue).map(\.id)
        }
        #expect(due(at: 49) == [] && due(at: 50) == [2] && due(at: 99) == [2])
        // Of one recipient the earliest goes first.
        #expect(due(at: 300) == [2])
        let rest = [queue[0], queue[2]]
        #expect(QueuedMessage.due(at: Timestamp(seconds: 300), among: rest).map(\.id) == [1])
        #expect(QueuedMessage.next(after: Timestamp(seconds: 60), among: queue) == Timestamp(seconds: 100))
        #expect(QueuedMessage.next(after: Timestamp(seconds: 200), among: queue) == nil)
    }
}

/// Messages to people with several numbers wait for each other.
extension ScheduledSendingTests {
    @Test(arguments: MessageTestStore.allCases)
    func `a person’s messages go in their order, by whichever number`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let numbers = ["+15551000001", "+15551000002", "+15551000003"]
        _ = try await dao.save(numbers.map { draft("a", from: $0) }, of: ana)
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock(now: Timestamp(seconds: 1000)))
        try await service.gateways.add(Gateway(name: "stub", kind: .folder, place: "/nowhere"))
        _ = try await service.people.merge([numbers[0], numbers[1]])
        var ids: [Int] = []
        for number in numbers { ids.append(try await service.outbox.send("hi", to: number).id) }
        let queue = try await service.gateways.queue()
        #expect(QueuedMessage.due(at: Timestamp(seconds: 1000), among: queue).map(\.id) == [ids[0], ids[2]])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `one that is sent before its time stands where it went`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let clock = ManualClock(now: Timestamp(seconds: 1000))
        let service = SMSLogService(dao: dao, owner: ana, clock: clock)
        try await service.gateways.add(Gateway(name: "stub", kind: .folder, place: "/nowhere"))
        let later = try await service.outbox.send("much later", to: "+1555", at: Timestamp(seconds: 9000))
        clock.set(to: Timestamp(seconds: 2000))
        _ = try await service.outbox.send("now", to: "+1555")
        clock.set(to: Timestamp(seconds: 2000))
        let sent = try await service.outbox.resend(later.id).message
        #expect(sent.date == Timestamp(seconds: 2000) && sent.progress == .kept)
        clock.set(to: Timestamp(seconds: 3000))
        _ = try await service.outbox.send("after", to: "+1555")
        let texts = try await service.messages(with: Address("+1555"), page: .newest, limit: 9).map(\.content)
        #expect(Set(texts.prefix(2)) == ["now", "much later"] && texts.last == "after")
        #expect(try await service.conversation(with: Address("+1555"))?.last.content == "after")
        #expect(try await service.search("much", limit: 9).map(\.id) == [later.id])
        // A file does not bring it again, be it from before or from now; not even once it is removed.
        let rows = [9000, 2000].map { outgoing("much later", to: "+1555", at: $0) }
        for row in rows { #expect(try await dao.merge([row], of: ana) == [nil]) }
        _ = try await service.remove([later.id])
        #expect(try await service.search("much", limit: 9).isEmpty)
        for row in rows { #expect(try await dao.merge(MessageMerge(drafts: [row]), of: ana).removed == 1) }
        withExtendedLifetime(system) {}
    }
}
