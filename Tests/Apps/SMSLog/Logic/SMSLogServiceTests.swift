// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumTesting
@testable import SMSLogLogic
import SMSLogStore
import Testing

@Suite struct SMSLogServiceTests {
    private let clock = ManualClock(now: Timestamp(seconds: 1000))

    private func service() throws -> (SMSLogService, any MessageStores) {
        let (dao, _) = try TestStore.memory.make()
        return (SMSLogService(dao: dao, owner: ana, clock: clock), dao)
    }

    @Test func aNumberIsNotCutWhereItsBlanksAre() async throws {
        let (service, dao) = try service()
        await #expect(throws: SMSLogFault.severalNumbers(first: "8123", joined: "8123 4567", rest: "hello")) {
            try await service.outbox.send("4567 hello", toNumberFrom: "8123")
        }
        await #expect(throws: SMSLogFault.severalNumbers(first: "+65", joined: "+65 8123 4567", rest: "")) {
            try await service.outbox.send("8123  4567", toNumberFrom: "+65")
        }
        #expect(try await dao.tally(of: ana).messages == 0)
        // One that is known, and no other, is meant.
        _ = try await dao.save([draft("x", from: "81234567")], of: ana)
        let known = try await service.outbox.send("4567 hello you", toNumberFrom: "8123")
        #expect(known.address.text == "81234567")
        #expect(known.content == "hello you")
        _ = try await dao.save([draft("x", from: "10086")], of: ana)
        #expect(try await service.outbox.send("4711", toNumberFrom: "10086").content == "4711")
        // Both are.
        _ = try await dao.save([draft("x", from: "8123")], of: ana)
        await #expect(throws: SMSLogFault.severalNumbers(first: "8123", joined: "8123 4567", rest: "a")) {
            try await service.outbox.send("4567 a", toNumberFrom: "8123")
        }
        // Whole by itself, too long together, and no number.
        for (number, text) in [
            ("+15551234567", "2 tickets"), ("5551234567", "4111111111111111 is it"), ("5551234567", "at 5"),
        ] {
            #expect(try await service.outbox.send(text, toNumberFrom: number).content == text)
        }
    }

    @Test(arguments: [
        ("hi", "nobody", SMSLogFault.unknownNumber("nobody")), (" \n", "+15551000000", .emptyText),
        ("hi", "Bank", .notDialable("Bank")),
    ])
    func whatCannotBeSentIsNotStored(_ text: String, _ number: String, _ fault: SMSLogFault) async throws {
        let (service, dao) = try service()
        _ = try await dao.save([draft("x", from: "Bank")], of: ana)
        await #expect(throws: fault) { try await service.outbox.send(text, to: number) }
        #expect(try await dao.tally(of: ana).messages == 1)
    }

    @Test func aNameStandsForItsNumberWhenItIsTheOnlyOne() async throws {
        let (service, _) = try service()
        try await service.people.save(Contact(address: Address("+1"), name: "Alice Smith", kind: .local))
        try await service.people.save(Contact(address: Address("+2"), name: "Alice Jones", kind: .local))
        try await service.people.save(Contact(address: Address("+3"), name: "王小明", kind: .local))
        try await service.people.save(Contact(address: Address("+4"), name: "Alice", kind: .local))
        #expect(try await service.people.address(of: "smi").text == "+1")
        #expect(try await service.people.address(of: "Alice").text == "+4")
        #expect(try await service.people.address(of: "小明").text == "+3")
        #expect(try await service.people.address(of: "+2").text == "+2")
        await #expect(throws: SMSLogFault.ambiguousName("ali", numbers: ["+4", "+2", "+1"])) {
            try await service.people.address(of: "ali")
        }
        await #expect(throws: SMSLogFault.unknownNumber("+9")) { try await service.people.address(of: "+9") }
        await #expect(throws: SMSLogFault.emptyName) {
            try await service.people.save(Contact(address: Address("+1"), name: " ", kind: .local))
        }
    }

    @Test(arguments: TestStore.allCases)
    func `a service is called by words of its name where nobody else is`(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: clock)
        for name in ["AMAZON", "DHL Paket", "DHL Express", "12345"] {
            _ = try await dao.save([draft("x", from: name)], of: ana)
        }
        #expect(try await service.people.address(of: "amazon").text == "AMAZON")
        #expect(try await service.newest(of: "paket", limit: 5).messages.map(\.content) == ["x"])
        #expect(try await service.find("from:dhl", limit: 9).count == 2)
        await #expect(throws: SMSLogFault.ambiguousName("dhl", numbers: ["DHL Express", "DHL Paket"])) {
            try await service.people.address(of: "dhl")
        }
        // A short number is typed whole.
        await #expect(throws: SMSLogFault.unknownNumber("123")) { try await service.people.address(of: "123") }
        // What is written in a conversation is no recipient for the name of a service.
        #expect(try await !service.people.isPerson("amazon"))
        try await service.people.save(Contact(address: Address("+15551000001"), name: "Ama Amazon", kind: .local))
        #expect(try await service.people.address(of: "amazon").text == "+15551000001")
        withExtendedLifetime(system) {}
    }

    @Test func aQueryWithoutALetterSaysSo() async throws {
        let (service, dao) = try service()
        _ = try await dao.save([draft("it's C++ AND more")], of: ana)
        await #expect(throws: QueryFault.emptyQuery("\"*\"")) { try await service.find("\"*\"", limit: 5) }
        for query in ["you OR", "AND you", "(you OR) it", "you NOT"] {
            let term = query.contains("OR") ? "OR" : query.contains("AND") ? "AND" : "NOT"
            await #expect(throws: QueryFault.hangingTerm(term)) { try await service.find(query, limit: 5) }
        }
        for query in ["it's", "C++ \"AND\"", "c++"] { #expect(try await service.find(query, limit: 5).count == 1) }
    }
}

extension Outbox {
    /// Sends the text behind a number that was typed with blanks.
    fileprivate func send(_ text: String, toNumberFrom word: String) async throws -> Message {
        let (said, recipient) = try await addressed(word, isQuoted: false, before: text, beside: nil)
        return try await send(said.text, to: recipient).message
    }
}
