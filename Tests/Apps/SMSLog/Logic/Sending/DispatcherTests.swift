// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
@testable import MessageGateways
@testable import SMSLogLogic
import SMSLogStore
import Synchronization
import Testing

/// What becomes of messages between the log and a gateway.
@Suite struct DispatcherTests {
    let gateway = StubGateway()
    let clock = ManualClock(now: Timestamp(seconds: 1000))
    let dao: any MessageStores
    let service: SMSLogService

    init() throws {
        (dao, _) = try TestStore.memory.make()
        service = Self.service(dao, clock, gateway)
    }

    private static func service(_ dao: any MessageStores, _ clock: ManualClock, _ gateway: StubGateway) -> SMSLogService
    {
        SMSLogService(
            dao: dao, owner: ana, clock: clock,
            worker: LocalWorker(stores: dao, clock: clock, timeZone: .gmt) { (_, _) throws(GatewayFault) in gateway })
    }

    func addGateway() async throws {
        try await service.gateways.add(Gateway(name: "stub", kind: .folder, place: "/stub"))
    }

    func states() async throws -> [String] {
        try await dao.read(ana) { messages in
            try messages.messages(.above(0), limit: 99).map { $0.progress?.rawValue ?? "\($0.status)" }
        }
    }

    @Test func withoutAGatewayNothingIsSentNowOrLater() async throws {
        _ = try await service.outbox.send("hi", to: "+1555")
        try await service.gateways.work()
        try await addGateway()
        try await service.gateways.work()
        // What was kept is not sent by itself, long after.
        #expect(gateway.submitted == [])
        #expect(try await states() == ["kept"])
        _ = try await service.outbox.resend(1)
        try await service.gateways.work()
        #expect(gateway.submitted == ["+1555 hi"])
        #expect(try await states() == ["accepted"])
    }

    @Test func eachStateIsOneTransactionAndOneEvent() async throws {
        try await addGateway()
        let changes = try dao.changes()
        gateway.onSubmit.withLock {
            $0 = { [dao] _ in
                let stored = try? await dao.message(1, of: ana)
                #expect(stored?.progress == .handedOver)
                #expect(changes.take() == .these([.message(1, .changed(.status)), .gateways]))
            }
        }
        _ = try await service.outbox.send("hi", to: "+1 (555) 100-0000")
        #expect(changes.take() == .these([.message(1, .added)]))
        try await service.gateways.work()
        #expect(changes.take() == .these([.message(1, .changed(.status))]))
        #expect(try await states() == ["accepted"])
        #expect(try await dao.background(1, of: ana)?.reference == "ref-1")
        for (outcome, state) in [(DeliveryReport.Outcome.sent, "sent"), (.delivered, "delivered")] {
            gateway.set { $0.reports = [DeliveryReport(reference: "ref-1", outcome: outcome)] }
            try await service.gateways.work()
            #expect(try await states() == [state])
            #expect(changes.take() == .these([.message(1, .changed(.status))]))
        }
        #expect(try await service.gateways.queue() == [])
        #expect(gateway.submitted == ["+15551000000 hi"])
    }

    @Test func aRefusalFailsWithItsReasonAndHoldsUpNobody() async throws {
        try await addGateway()
        gateway.set { $0.faults["+1"] = .refused(reason: "no credit") }
        for number in ["+1111", "+1112"] { _ = try await service.outbox.send("to \(number)", to: number) }
        gateway.set { $0.faults = ["+1111": .refused(reason: "no credit")] }
        try await service.gateways.work()
        #expect(try await states() == ["failed", "accepted"])
        #expect(try await dao.message(1, of: ana)?.failure == "no credit")
        gateway.set { $0.faults = [:] }
        #expect(try await service.outbox.resend(1).message.progress == .kept)
        try await service.gateways.work()
        #expect(try await states() == ["accepted", "accepted"])
        await #expect(throws: SMSLogFault.handedOver(1)) { try await service.outbox.resend(1) }
        #expect(Set(gateway.keys).count == 3)
    }

    @Test func aGatewayThatIsDownIsAskedSeldomerAndEachMessageGoesOutOnceAndInOrder() async throws {
        try await addGateway()
        gateway.set { $0.fault = .unreachable(reason: "down") }
        for text in ["a", "b", "c"] { _ = try await service.outbox.send(text, to: "+1555") }
        var tries: [Int] = []
        for _ in 0..<1200 {
            let before = gateway.submitted.count
            try await service.gateways.work()
            if gateway.submitted.count > before { tries.append(Int(clock.now.milliseconds / 1000) - 1000) }
            clock.advance(by: .seconds(1))
        }
        // Each pause is twice the one before.
        #expect(tries == [0, 5, 15, 35, 75, 155, 315, 635])
        #expect(Set(gateway.submitted) == ["+1555 a"])
        #expect(try await service.gateways.sending()?.trouble == "down")
        #expect(try await states() == ["kept", "kept", "kept"])
        gateway.set { ($0.fault, $0.submitted) = (nil, []) }
        clock.advance(by: .seconds(900))
        try await service.gateways.work()
        #expect(gateway.submitted == ["+1555 a", "+1555 b", "+1555 c"])
        #expect(try await service.gateways.sending()?.trouble == nil)
    }

    @Test func whatIsPutOffHoldsBackItsOwnRecipientOnly() async throws {
        try await addGateway()
        gateway.set { $0.faults["+1111"] = .busy(reason: "memory full") }
        for (text, number) in [("a", "+1111"), ("b", "+1111"), ("c", "+1112")] {
            _ = try await service.outbox.send(text, to: number)
        }
        try await service.gateways.work()
        #expect(gateway.submitted == ["+1111 a", "+1112 c"])
        #expect(try await states() == ["kept", "kept", "accepted"])
        gateway.set { $0.faults = [:] }
        try await service.gateways.work()
        #expect(gateway.submitted.count == 2)
        clock.advance(by: .seconds(5))
        try await service.gateways.work()
        #expect(gateway.submitted == ["+1111 a", "+1112 c", "+1111 a", "+1111 b"])
        // The same message under the same key.
        #expect(gateway.keys[0] == gateway.keys[2])
    }

    @Test(arguments: [Recovery.taken(SubmissionReceipt(reference: "r")), .notTaken, .unknown])
    func whatWasInterruptedIsNeverSentTwice(_ recovery: Recovery) async throws {
        try await addGateway()
        _ = try await service.outbox.send("hi", to: "+1555")
        // As after kill -9 between the two transactions.
        _ = try await dao.write(ana) {
            try $0.claim(1, for: "stub", at: Timestamp(seconds: 1000), dayEnd: Timestamp(seconds: 86_400))
        }
        gateway.set { $0.recovery = recovery }
        try await service.gateways.work()
        switch recovery {
        case .taken:
            #expect(gateway.submitted == [])
            #expect(try await states() == ["accepted"])
        case .notTaken:
            #expect(gateway.submitted == ["+1555 hi"])
            #expect(try await states() == ["accepted"])
        case .unknown:
            #expect(gateway.submitted == [])
            #expect(try await states() == ["doubtful"])
            try await service.gateways.work()
            #expect(gateway.submitted == [])
        }
    }

    @Test func theUserDecidesOfWhatIsInDoubt() async throws {
        try await addGateway()
        gateway.set { $0.fault = .lost(reason: "timeout") }
        _ = try await service.outbox.send("hi", to: "+1555")
        try await service.gateways.work()
        #expect(try await states() == ["handed-over"])
        gateway.set { $0.fault = nil }
        clock.advance(by: .seconds(5))
        try await service.gateways.work()
        #expect(try await states() == ["doubtful"])
        #expect(gateway.submitted.count == 1)
        _ = try await service.outbox.resend(1)
        try await service.gateways.work()
        #expect(gateway.submitted.count == 2)
        _ = try await service.outbox.send("again", to: "+1555")
        _ = try await dao.write(ana) { messages in
            _ = try messages.claim(2, for: "stub", at: Timestamp(seconds: 9999), dayEnd: Timestamp(seconds: 86_400))
            try messages.doubt(2, reason: "x")
        }
        try await service.outbox.settle(2)
        #expect(try await service.message(2).status == .sent)
        await #expect(throws: SMSLogFault.notDoubtful(2)) { try await service.outbox.settle(2) }
        #expect(try await service.gateways.queue().map(\.id) == [1])
    }

    @Test(arguments: ["4", "5", "6"])
    func importedMessagesAreNeverSent(_ type: String) async throws {
        try await addGateway()
        _ = try await BackupText.importing(BackupText.file(BackupText.sms("old", type: type)), into: dao)
        try await service.gateways.work()
        await #expect(throws: SMSLogFault.notOwn(1)) { try await service.outbox.resend(1) }
        #expect(gateway.submitted == [])
    }

    @Test func reportsMoveAMessageForwardOnly() async throws {
        try await addGateway()
        for number in 1...3 { _ = try await service.outbox.send("\(number)", to: "+1555") }
        try await service.gateways.work()
        let reports = [
            DeliveryReport(reference: "ref-1", outcome: .delivered), DeliveryReport(reference: "ref-1", outcome: .sent),
            DeliveryReport(reference: "ref-1", outcome: .failed(reason: "late")),
            DeliveryReport(reference: "ref-2", outcome: .failed(reason: "gone")),
            DeliveryReport(reference: "ref-2", outcome: .delivered),
            DeliveryReport(reference: "unheard", outcome: .sent),
        ]
        gateway.set { $0.reports = reports }
        try await service.gateways.work()
        #expect(try await states() == ["delivered", "failed", "accepted"])
        #expect(try await dao.message(2, of: ana)?.failure == "gone")
        let arrivals = try await dao.read(ana) { messages in
            try (1...3).map { try messages.details(of: $0)?.delivered }
        }
        #expect(arrivals == [clock.now, nil, nil])
    }

    @Test func whatComesInIsStoredOnce() async throws {
        try await addGateway()
        let first = ReceivedMessage(key: "1", sender: "+1555", text: "hi", date: Timestamp(seconds: 5))
        let twin = ReceivedMessage(key: "2", sender: "+1555", text: "hi", date: Timestamp(seconds: 5))
        gateway.set { $0.arrived = [first, twin] }
        #expect(try await service.gateways.receive().map(\.content) == ["hi", "hi"])
        #expect(try await service.gateways.receive() == [])
        #expect(try await dao.unread(of: ana) == 2)
        // Nor what the user has removed.
        for id in 1...2 { _ = try await service.remove([id]) }
        #expect(try await service.gateways.receive() == [])
    }

    @Test func whatGoesWithAGatewayIsNotLost() async throws {
        try await addGateway()
        try await service.gateways.add(Gateway(name: "other", kind: .gammu, place: "/other"))
        await #expect(throws: SMSLogFault.gatewayExists("stub")) { try await addGateway() }
        try await service.gateways.use("other")
        #expect(try await service.gateways.all().map(\.name) == ["other", "stub"])
        gateway.set { $0.faults["+1555"] = .busy(reason: "later") }
        _ = try await service.outbox.send("hi", to: "+1555")
        try await service.gateways.work()
        try await service.gateways.remove("other")
        gateway.set { $0.faults = [:] }
        clock.advance(by: .seconds(9))
        try await service.gateways.work()
        #expect(try await states() == ["accepted"])
        #expect(try await service.gateways.queue().first?.entry.gateway == "stub")
        _ = try await service.outbox.send("ho", to: "+1555")
        try await service.gateways.remove("stub")
        #expect(try await service.gateways.queue() == [])
        await #expect(throws: SMSLogFault.unknownGateway("stub")) { try await service.gateways.remove("stub") }
        #expect(try await states() == ["accepted", "kept"])
    }

    @Test func oneUsersGatewayIsNobodyElses() async throws {
        try await addGateway()
        #expect(try await dao.owners() == [ana])
        let other = SMSLogService(dao: dao, owner: ben, clock: clock, worker: service.gateways.worker)
        _ = try await other.outbox.send("hi", to: "+1555")
        try await other.gateways.work()
        #expect(gateway.submitted == [])
    }

    /// Two programs on one file, each of which sends whatever there is, again and again.
    @Test func ofTwoProgramsOneSends() async throws {
        let system = try TestStore.sqlite.open()
        guard case .sqlite(let file) = system.system else { return }
        let other = InformationSystem.sqlite(try SQLiteSystem(path: file.path))
        let services = try [system.system, other].map {
            Self.service(try SystemMessages.all(on: $0), clock, gateway)
        }
        try await services[0].gateways.add(Gateway(name: "stub", kind: .folder, place: "/stub"))
        for number in 0..<20 { _ = try await services[number % 2].outbox.send("\(number)", to: "+1555\(number % 3)") }
        gateway.set { $0.recovery = .unknown }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { for _ in 0..<5 { try await service.gateways.work() } } }
            try await group.waitForAll()
        }
        #expect(Set(gateway.submitted).count == gateway.submitted.count)
        other.close()
        withExtendedLifetime(system) {}
    }

    @Test func `a message that is taken ends the pause of a gateway`() async throws {
        try await addGateway()
        gateway.set { $0.fault = .unreachable(reason: "down") }
        _ = try await service.outbox.send("1", to: "+15551")
        for _ in 0..<5 {
            try await service.gateways.work()
            clock.advance(by: .seconds(900))
        }
        #expect(try await service.gateways.sending()?.failures == 5)
        // The first message is taken; the second one breaks the run over the queue, for the first time.
        gateway.set { ($0.fault, $0.faults) = (nil, ["+15552": .unreachable(reason: "down")]) }
        _ = try await service.outbox.send("2", to: "+15552")
        try await service.gateways.work()
        #expect(try await states() == ["accepted", "kept"])
        #expect(try await service.gateways.sending()?.failures == 1)
        #expect(try await service.gateways.sending()?.retry == clock.now + .seconds(5))
    }

    @Test func `messages in doubt are found until the user decides`() async throws {
        try await addGateway()
        gateway.set { $0.fault = .lost(reason: "cut") }
        _ = try await service.outbox.send("1", to: "+15551")
        try await service.gateways.work()
        #expect(try await service.find("is:doubt", limit: 9).isEmpty)
        gateway.set { $0.fault = nil }
        clock.advance(by: .seconds(900))
        try await service.gateways.work()
        #expect(try await service.find("is:doubt", limit: 9).map(\.content) == ["1"])
        _ = try await service.outbox.settle(1)
        #expect(try await service.find("is:doubt", limit: 9).isEmpty)
    }
}
