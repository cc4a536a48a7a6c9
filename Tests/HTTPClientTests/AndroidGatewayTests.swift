// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumHTTPClient
import AtriumSession
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// What a telephone with SMS Gateway for Android is asked, and what its answers mean.
@Suite struct AndroidGatewayTests {
    private static let key = "00112233445566778899aabbccddeeff"
    private static let clock = ManualClock(now: Timestamp(seconds: 1000))

    private static func message(to number: String = "+15551000000") -> OutgoingMessage {
        OutgoingMessage(
            key: key, number: number, text: "Grüße \"😀\"\n2", date: Timestamp(seconds: 1), order: 7, parts: 1,
            isOfSevenBits: false)
    }

    private static func gateway(
        at address: String, sim: Int? = nil, clock: ManualClock = clock, patience: Duration = .seconds(300)
    ) throws -> AndroidGateway {
        AndroidGateway(
            at: try #require(GatewayAddress(address)), account: HTTPAccount(user: "sms", password: Secret("pw")),
            sim: sim,
            http: CurlClient(connecting: patience, patience: patience),
            schedule: PollSchedule(clock: clock))
    }

    private static func state(_ state: String, id: String = key, error: String? = nil) -> LoopbackServer.Reply {
        let error = error.map { "\"\($0)\"" } ?? "null"
        return .answer(
            200,
            """
            {"id":"\(id)","deviceId":"x","state":"\(state)","isHashed":false,"states":{},
            "recipients":[{"phoneNumber":"+1555","state":"\(state)","error":\(error)}]}
            """)
    }

    private static func fault(_ reply: LoopbackServer.Reply) async throws -> GatewayFault? {
        try await LoopbackServer.outcome(of: reply) { server, patience in
            let gateway = try gateway(at: server.address, patience: patience)
            do throws(GatewayFault) { _ = try await gateway.submit(message()) } catch { return error }
            return nil
        }
    }

    @Test func itGetsTheMessageUnderItsKey() async throws {
        let server = try LoopbackServer { _, _ in
            .answer(202, "{\"id\":\"\(Self.key)\",\"state\":\"Pending\",\"recipients\":[]}")
        }
        defer { server.end() }
        let receipt = try await Self.gateway(at: server.address, sim: 2).submit(Self.message())
        #expect(receipt.reference == Self.key)
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /messages HTTP/1.1")
        #expect(request.fields["authorization"] == "Basic c21zOnB3")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any])
        #expect(json["id"] as? String == Self.key)
        #expect((json["textMessage"] as? [String: String]) == ["text": "Grüße \"😀\"\n2"])
        #expect(json["phoneNumbers"] as? [String] == ["+15551000000"])
        #expect(json["withDeliveryReport"] as? Bool == true)
        #expect(json["simNumber"] as? Int == 2)
        // What is no whole number is checked by nobody but the network.
        _ = try await Self.gateway(at: server.address + "/3rdparty/v1").submit(Self.message(to: "72000"))
        #expect(server.requests.last?.line == "POST /3rdparty/v1/messages?skipPhoneValidation=true HTTP/1.1")
        #expect(server.requests.last?.body.contains("simNumber") == false)
    }

    @Test func oneThatItKnowsIsTaken() async throws {
        #expect(try await Self.fault(.answer(409, "{\"message\":\"exists\"}")) == nil)
    }

    @Test func whatItRefusesSaysWhy() async throws {
        #expect(
            try await Self.fault(.answer(400, "{\"message\":\"Invalid phone number\"}"))
                == .refused(reason: "Invalid phone number"))
        guard case .busy = try await Self.fault(.answer(500, "")) else {
            Issue.record()
            return
        }
        for reply in [LoopbackServer.Reply.answer(401, ""), .answer(403, "")] {
            guard case .unreachable(.fact(.unauthorized, _)) = try await Self.fault(reply) else {
                Issue.record("\(reply)")
                continue
            }
        }
        for reply in [LoopbackServer.Reply.close, .half, .silence, .answer(200, "<html>"), Self.state("Sent", id: "x")]
        {
            guard case .lost = try await Self.fault(reply) else {
                Issue.record("\(reply)")
                continue
            }
        }
    }

    @Test func itIsAskedWhatBecameOfALostOne() async throws {
        let server = try LoopbackServer { request, before in
            #expect(request.line == "GET /messages/\(Self.key) HTTP/1.1")
            return before == 0 ? .answer(404, "{\"message\":\"not found\"}") : Self.state("Pending")
        }
        defer { server.end() }
        let gateway = try Self.gateway(at: server.address)
        #expect(try await gateway.recover(Self.message()) == .notTaken)
        #expect(try await gateway.recover(Self.message()) == .taken(SubmissionReceipt(reference: Self.key)))
        server.end()
        await #expect(throws: GatewayFault.self) { try await gateway.recover(Self.message()) }
    }

    @Test func statesAreAskedForEverLessOften() async throws {
        let answers = Mutex(Self.state("Processed"))
        let server = try LoopbackServer { _, _ in answers.withLock { $0 } }
        defer { server.end() }
        let clock = ManualClock(now: Timestamp(seconds: 1000))
        let gateway = try Self.gateway(at: server.address, clock: clock)
        let taken = [TakenMessage(reference: Self.key, key: Self.key)]
        var asked: [Int] = []
        for second in 0..<120 {
            let before = server.requests.count
            #expect(try await gateway.reports(on: taken) == [])
            if server.requests.count > before { asked.append(second) }
            clock.advance(by: .seconds(1))
        }
        #expect(asked == [0, 5, 15, 35, 75])
        clock.advance(by: .seconds(900))
        for (state, error, outcome) in [
            ("Sent", nil, DeliveryReport.Outcome.sent), ("Delivered", nil, .delivered),
            ("Failed", "No service", .failed(reason: "No service")), ("Failed", nil, .failed(reason: "Failed")),
            ("Cancelled", nil, .failed(reason: "Cancelled")),
        ] {
            answers.withLock { $0 = Self.state(state, error: error) }
            #expect(try await gateway.reports(on: taken).map(\.outcome) == [outcome])
            clock.advance(by: .seconds(900))
        }
        // It has forgotten the message.
        answers.withLock { $0 = .answer(404, "") }
        #expect(try await gateway.reports(on: taken) == [])
    }

    @Test func itIsTriedWithoutSending() async throws {
        let health = Mutex("{\"status\":\"warn\",\"checks\":{}}")
        let server = try LoopbackServer { request, _ in
            if request.line == "GET /health HTTP/1.1" { return .answer(200, health.withLock { $0 }) }
            return request.fields["authorization"] == "Basic c21zOnB3" ? .answer(404, "") : .answer(401, "")
        }
        defer { server.end() }
        try await Self.gateway(at: server.address).test()
        let address = try #require(GatewayAddress(server.address))
        let stranger = AndroidGateway(
            at: address, account: HTTPAccount(user: "sms", password: Secret("x")), sim: nil, http: CurlClient(),
            schedule: PollSchedule(clock: Self.clock))
        await #expect(throws: GatewayFault.unreachable(reason: .fact(.unauthorized, "401"))) {
            try await stranger.test()
        }
        for text in ["{\"status\":\"fail\"}", "<html>"] {
            health.withLock { $0 = text }
            await #expect(throws: GatewayFault.self) { try await Self.gateway(at: server.address).test() }
        }
    }
}
