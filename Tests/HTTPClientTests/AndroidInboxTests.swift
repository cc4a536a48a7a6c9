// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumHTTPClient
import AtriumSecrets
import AtriumSession
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// What a telephone with SMS Gateway for Android has in its inbox.
@Suite struct AndroidInboxTests {
    private let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))

    private func gateway(at address: String, _ schedule: PollSchedule) throws -> AndroidGateway {
        AndroidGateway(
            at: try #require(GatewayAddress(address)), account: HTTPAccount(user: "sms", password: Secret("pw")),
            sim: nil, http: CurlClient(connecting: .seconds(300), patience: .seconds(300)), schedule: schedule)
    }

    private static func listed(_ number: Int) -> String {
        """
        {"id":"text:\(number)","type":"SMS","sender":"+1555","recipient":null,"simNumber":2,
        "contentPreview":"Grüße \(number)","createdAt":"2026-01-01T08:00:00.\(100 + number % 900)+00:00"}
        """
    }

    @Test func allOfItIsTakenAndThenWhatIsNew() async throws {
        let pages = Mutex([(0..<500).map(Self.listed), [Self.listed(500)], []])
        let server = try LoopbackServer { request, _ in
            guard request.line.hasPrefix("GET") else { return .answer(202, "") }
            let page = pages.withLock { $0.isEmpty ? [] : $0.removeFirst() }
            return .answer(200, "[" + page.joined(separator: ",") + "]")
        }
        defer { server.end() }
        let schedule = PollSchedule(clock: clock)
        let first = try gateway(at: server.address, schedule)
        let keys = try await first.arrivals()
        #expect(keys.count == 501 && Set(keys).count == 501)
        let oldest = try #require(first.message(arrived: keys[0]))
        #expect(oldest.text == "Grüße 500" && oldest.sender == "+1555" && oldest.sim == "2")
        #expect(
            server.requests.map(\.line) == [
                "POST /inbox/refresh HTTP/1.1", "GET /inbox?type=SMS&limit=500&offset=0 HTTP/1.1",
                "GET /inbox?type=SMS&limit=500&offset=500 HTTP/1.1",
            ])
        // Soon after it is not asked again, and then for the last day.
        #expect(try await gateway(at: server.address, schedule).arrivals() == [])
        #expect(server.requests.count == 3)
        clock.advance(by: .seconds(60))
        #expect(try await gateway(at: server.address, schedule).arrivals() == [])
        #expect(
            server.requests.last?.line
                == "GET /inbox?type=SMS&limit=500&from=2025-12-31T09%3A00%3A00Z&offset=0 HTTP/1.1")
    }

    @Test func oneThatItHasCalledAboutHasTheSameName() async throws {
        let server = try LoopbackServer { request, _ in
            request.line.hasPrefix("GET") ? .answer(200, "[\(Self.listed(3))]") : .answer(202, "")
        }
        defer { server.end() }
        let keys = try await gateway(at: server.address, PollSchedule(clock: clock)).arrivals()
        let body = """
            {"event":"sms:received","payload":{"messageId":"a1","sender":"+1555","message":"Grüße 3","simNumber":2,
            "receivedAt":"2026-01-01T09:00:00.103+01:00"}}
            """
        let call = IncomingCall(target: "/", body: Array(body.utf8))
        guard case .message(let called) = try AndroidCallback.read(call, signedWith: nil, at: clock.now) else {
            Issue.record("no message")
            return
        }
        #expect(keys == [called.key])
    }

    @Test func aVersionThatHandsOutNothingHasNothing() async throws {
        let server = try LoopbackServer { _, _ in .answer(404, "") }
        defer { server.end() }
        #expect(try await gateway(at: server.address, PollSchedule(clock: clock)).arrivals() == [])
    }
}
