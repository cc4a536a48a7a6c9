// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import SMSLogDomain
import SMSLogStore
import Session
import Synchronization
import Systems
import Testing

@testable import SMSLogLogic

@Suite struct SMSLogServiceTests {
    private let gateway = StubGateway()
    private let clock = ManualClock(now: Timestamp(seconds: 1000))

    private func service() throws -> (SMSLogService, any MessageDAO) {
        let (dao, _) = try TestStore.memory.make()
        return (SMSLogService(dao: dao, owner: ana, clock: clock, gateway: gateway), dao)
    }

    @Test func aMessageIsStoredBeforeItIsSubmitted() async throws {
        let (service, dao) = try service()
        let seen = Mutex<SendStatus?>(nil)
        gateway.onSubmit.withLock {
            $0 = { message in
                let stored = try? await dao.message(message.id, of: ana)
                seen.withLock { $0 = stored?.status }
            }
        }
        let message = try await service.send("hi", to: "+1 (555) 100-0000")
        #expect(seen.withLock { $0 } == .pending)
        #expect(gateway.submitted == 1)
        // What a gateway has taken is still pending: it says later what became of it.
        #expect(message.status == .pending)
        #expect(message.reference == "ref-1")
        #expect(message.address.text == "+15551000000")
        #expect(message.rawAddress == "+1 (555) 100-0000")
        #expect(message.date == Timestamp(seconds: 1000))
    }

    @Test func aRefusalKeepsTheMessageAndTheReason() async throws {
        let (service, dao) = try service()
        gateway.refusal.withLock { $0 = "no credit" }
        await #expect(throws: SMSLogFault.refused(1, reason: "no credit")) {
            try await service.send("hi", to: "+15551000000")
        }
        #expect(try await dao.message(1, of: ana)?.status == .failed)
        #expect(try await dao.message(1, of: ana)?.failure == "no credit")
        gateway.refusal.withLock { $0 = nil }
        let again = try await service.resend(1)
        #expect(again.status == .pending)
        #expect(again.failure == nil)
        let reference = try #require(again.reference)
        try await service.apply(DeliveryReport(reference: reference, outcome: .sent))
        await #expect(throws: SMSLogFault.notResendable(1, .sent)) { try await service.resend(1) }
        await #expect(throws: SMSLogFault.unknownMessage(7)) { try await service.resend(7) }
    }

    /// What a gateway has, or may have, is not given to it a second time.
    @Test func aSubmittedMessageIsNotSentAgain() async throws {
        let (service, dao) = try service()
        let message = try await service.send("hi", to: "+15551000000")
        #expect(message.handover == .taken)
        for _ in 0..<400 {
            await #expect(throws: SMSLogFault.handedOver(1)) { try await service.resend(1) }
        }
        #expect(gateway.submitted == 1)
        // The network may fail later, and then it is sent again, once.
        try await service.apply(DeliveryReport(reference: "ref-1", outcome: .failed(reason: "no route")))
        #expect(try await service.resend(1).failure == nil)
        await #expect(throws: SMSLogFault.handedOver(1)) { try await service.resend(1) }
        #expect(gateway.submitted == 2)
        #expect(try await dao.tally(of: ana).byStatus == [.pending: 1])
    }

    @Test(arguments: ["4", "5", "6"])
    func importedMessagesAreNeverSent(_ type: String) async throws {
        let (service, dao) = try service()
        _ = try await BackupText.importing(BackupText.file(BackupText.sms("old", type: type)), into: dao)
        await #expect(throws: SMSLogFault.notOwn(1)) { try await service.resend(1) }
        #expect(gateway.submitted == 0)
    }

    @Test func withoutAGatewayAMessageWaits() async throws {
        let (dao, _) = try TestStore.memory.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: clock, gateway: nil)
        #expect(try await service.send("hi", to: "+15551000000").handover == .waiting)
        #expect(try await service.resend(1).status == .pending)
        #expect(service.gatewayName == nil)
        // Once there is one, it is sent once.
        let later = SMSLogService(dao: dao, owner: ana, clock: clock, gateway: gateway)
        #expect(try await later.resend(1).handover == .taken)
        await #expect(throws: SMSLogFault.handedOver(1)) { try await later.resend(1) }
        #expect(gateway.submitted == 1)
    }

    /// Two programs on one file, each of which sends the failed message again, again and again.
    @Test func ofTwoProgramsOneSends() async throws {
        let system = try TestStore.sqlite.open()
        guard case .sqlite(let file) = system.system else { return }
        let other = InformationSystem.sqlite(try SQLiteSystem(path: file.path))
        let services = try [system.system, other].map {
            try SMSLogService(in: .test(system: $0, clock: clock), owner: ana, gateway: gateway)
        }
        gateway.refusal.withLock { $0 = "no credit" }
        _ = try? await services[0].send("hi", to: "+15551000000")
        gateway.refusal.withLock { $0 = nil }
        let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<40 {
                group.addTask { (try? await services[index % 2].resend(1)) != nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
        #expect(gateway.submitted == 2)
        other.close()
        withExtendedLifetime(system) {}
    }

    @Test func aNumberIsNotCutWhereItsBlanksAre() async throws {
        let (service, dao) = try service()
        await #expect(throws: SMSLogFault.severalNumbers(first: "8123", joined: "8123 4567", rest: "hello")) {
            try await service.send("4567 hello", toNumberFrom: "8123")
        }
        await #expect(throws: SMSLogFault.severalNumbers(first: "+65", joined: "+65 8123 4567", rest: "")) {
            try await service.send("8123  4567", toNumberFrom: "+65")
        }
        #expect(try await dao.tally(of: ana).messages == 0)
        // One that is known, and no other, is meant.
        _ = try await dao.save([draft("x", from: "81234567")], of: ana)
        let known = try await service.send("4567 hello you", toNumberFrom: "8123")
        #expect(known.address.text == "81234567")
        #expect(known.content == "hello you")
        _ = try await dao.save([draft("x", from: "10086")], of: ana)
        #expect(try await service.send("4711", toNumberFrom: "10086").content == "4711")
        // Both are.
        _ = try await dao.save([draft("x", from: "8123")], of: ana)
        await #expect(throws: SMSLogFault.severalNumbers(first: "8123", joined: "8123 4567", rest: "a")) {
            try await service.send("4567 a", toNumberFrom: "8123")
        }
        // Whole by itself, too long together, and no number.
        for (number, text) in [
            ("+15551234567", "2 tickets"), ("5551234567", "4111111111111111 is it"), ("5551234567", "at 5"),
        ] {
            #expect(try await service.send(text, toNumberFrom: number).content == text)
        }
    }

    @Test(arguments: [
        ("hi", "nobody", SMSLogFault.unknownNumber("nobody")), (" \n", "+15551000000", .emptyText),
        ("hi", "Bank", .notDialable("Bank")),
    ])
    func whatCannotBeSentIsNotStored(_ text: String, _ number: String, _ fault: SMSLogFault) async throws {
        let (service, dao) = try service()
        _ = try await dao.save([draft("x", from: "Bank")], of: ana)
        await #expect(throws: fault) { try await service.send(text, to: number) }
        #expect(try await dao.tally(of: ana).messages == 1)
    }

    @Test func reportsMoveAMessageForwardOnly() async throws {
        let (service, dao) = try service()
        for number in 1...3 { _ = try await service.send("\(number)", to: "+1555") }
        gateway.report(
            DeliveryReport(reference: "ref-1", outcome: .delivered), DeliveryReport(reference: "ref-1", outcome: .sent),
            DeliveryReport(reference: "ref-1", outcome: .failed(reason: "late")),
            DeliveryReport(reference: "ref-2", outcome: .failed(reason: "gone")),
            DeliveryReport(reference: "ref-2", outcome: .delivered),
            DeliveryReport(reference: "unheard", outcome: .sent))
        try await service.followReports()
        let statuses = try await dao.messages(with: Address("+1555"), of: ana, page: .newest, limit: 9).map(\.status)
        #expect(statuses == [.delivered, .failed, .pending])
        #expect(try await dao.message(2, of: ana)?.failure == "gone")
    }

    @Test func aNameStandsForItsNumberWhenItIsTheOnlyOne() async throws {
        let (service, _) = try service()
        try await service.save(Contact(address: Address("+1"), name: "Alice Smith", kind: .local))
        try await service.save(Contact(address: Address("+2"), name: "Alice Jones", kind: .local))
        try await service.save(Contact(address: Address("+3"), name: "王小明", kind: .local))
        try await service.save(Contact(address: Address("+4"), name: "Alice", kind: .local))
        #expect(try await service.address(of: "smi").text == "+1")
        #expect(try await service.address(of: "Alice").text == "+4")
        #expect(try await service.address(of: "小明").text == "+3")
        #expect(try await service.address(of: "+2").text == "+2")
        await #expect(throws: SMSLogFault.ambiguousName("ali", numbers: ["+4", "+2", "+1"])) {
            try await service.address(of: "ali")
        }
        await #expect(throws: SMSLogFault.unknownNumber("+9")) { try await service.address(of: "+9") }
        await #expect(throws: SMSLogFault.emptyName) {
            try await service.save(Contact(address: Address("+1"), name: " ", kind: .local))
        }
    }

    @Test func aQueryWithoutALetterSaysSo() async throws {
        let (service, dao) = try service()
        _ = try await dao.save([draft("it's C++ AND more")], of: ana)
        await #expect(throws: SMSLogFault.emptyQuery("\"*\"")) { try await service.find("\"*\"", limit: 5) }
        for query in ["it's", "C++ AND", "c++"] { #expect(try await service.find(query, limit: 5).count == 1) }
    }
}
