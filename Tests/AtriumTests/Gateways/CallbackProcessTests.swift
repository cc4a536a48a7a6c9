// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumHTTPClient
import AtriumWorlds
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// The program that waits for the calls of gateways, as another process.
@Suite struct CallbackProcessTests {
    /// Other tests may have the machine for long.
    private static let client = CurlClient(connecting: .seconds(60), patience: .seconds(120))

    private static let start = """
        ana() { atrium --user ana --password-file password -c sms "$@"; }
        echo gateway-secret > secret

        """

    /// Runs a script during which the program listens, and does something meanwhile.
    private static func listening(
        _ atrium: ProgramUnderTest, at port: Int, before: String = "", then after: String,
        _ calls: @Sendable () async throws -> Void
    ) async throws -> ProgramUnderTest.Outcome {
        let done = atrium.home + "/done"
        try? FileManager.default.removeItem(atPath: done)
        let script =
            start + before + """

                "$ATRIUM-gateway" 2> log & pid=$!
                waits '[ -e done ]'
                \(after)
                kill $pid; wait $pid; echo "status $?"
                cat log
                """
        let program = Task { try await atrium(script) }
        do {
            try await answers(at: port)
            try await calls()
        } catch { Issue.record("\(error)") }
        _ = FileManager.default.createFile(atPath: done, contents: nil)
        return try await program.value
    }

    /// Waits until somebody listens.
    private static func answers(at port: Int) async throws {
        let limit = ContinuousClock.now + .seconds(ProgramUnderTest.patience)
        while ContinuousClock.now < limit {
            if (try? await client.answer(to: HTTPRequest("http://127.0.0.1:\(port)/"))) != nil { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw NoListener(port: port)
    }

    private struct NoListener: Error {
        let port: Int
    }

    private static func call(_ address: String, json: String? = nil) async throws -> Int {
        try await client.answer(to: HTTPRequest(address, json: json.map { Array($0.utf8) })).status
    }

    @Test func `Kannel is told where to report, and what it tells is kept once`() async throws {
        let server = try LoopbackServer { request, _ in
            request.query["to"] == nil
                ? .answer(400, "Missing receiver number, rejected") : .answer(202, "0: Accepted for delivery")
        }
        defer { server.end() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let port = Int.random(in: 20_000..<60_000)
        let sent = try await atrium(
            Self.start + """
                ana -c "gateway add kannel \(server.address) --user tester --secret secret --listen \(port)" 2>&1 \
                    | grep -c '^get-url = "http://127.0.0.1:\(port)/'
                ana -c 'send --yes +15551234567 Hello' -c 'gateway list' | grep -oE 'accepted|not now: .*'
                """)
        #expect(sent.output == "1\naccepted\nnot now: atrium-gateway does not run  never\n")
        let query = try #require(server.requests.map(\.query).last { $0["to"] != nil })
        #expect(query["dlr-mask"] == "31")
        let report = try #require(query["dlr-url"])
        let message = try #require(report.components(separatedBy: "/report").first) + "/message"
        #expect(report.hasPrefix("http://127.0.0.1:\(port)/1/kannel/"))
        let outcome = try await Self.listening(
            atrium, at: port,
            then: """
                ana -c 'thread +15551234567' | grep -o 'Hello.*'
                ana -c gateway | grep -E '^(Accepted|Sent|Delivered|Listens)'
                ana -c 'gateway list' | grep -c never
                """
        ) { () async throws in
            let (sent, arrived) = (
                report.replacing("%d", with: "8").replacing("%A", with: "ACK%2F"), report.replacing("%d", with: "1")
            )
            // In the wrong order, and of a message that nobody knows.
            for address in [arrived, sent, arrived, report.replacing("id=", with: "id=0").replacing("%d", with: "1")] {
                #expect(try await Self.call(address) == 200)
            }
            let told = message + "?id=i1&from=%2B15551234567&text=Hello+you&time=0&smsc=x"
            #expect(try await Self.call(told) == 200)
            #expect(try await Self.call(told) == 200)
            #expect(try await Self.call(told.replacing("/kannel/", with: "/kannel/0")) == 404)
        }
        #expect(outcome.output.hasPrefix("Hello      delivered\nHello you\n"), "\(outcome)")
        #expect(outcome.output.contains("\nListens at  127.0.0.1:\(port)\n"), "\(outcome)")
        #expect(outcome.output.contains("\nDelivered   1\n0\nstatus 0\n"), "\(outcome)")
        #expect(outcome.output.contains("Gateway kannel reports on a message that is not here: 0"), "\(outcome)")
    }

    @Test func `a telephone is told where to call, and told otherwise when it is removed`() async throws {
        let hooks = Mutex<[String: String]>([:])
        let server = try LoopbackServer { request, _ in
            if request.line.hasPrefix("GET /health") { return .answer(200, #"{"status":"pass"}"#) }
            if request.line.hasPrefix("GET /webhooks") { return .answer(200, "[]") }
            if request.line.hasPrefix("DELETE /webhooks/") {
                let id = String(request.line.split(separator: " ")[1].dropFirst("/webhooks/".count))
                return .answer(hooks.withLock { $0.removeValue(forKey: id) } == nil ? 404 : 204, "")
            }
            if request.line.hasPrefix("POST /webhooks"),
                let told = try? JSONDecoder().decode([String: String].self, from: Data(request.body.utf8))
            {
                hooks.withLock { $0[told["id"] ?? ""] = "\(told["event"] ?? "") \(told["url"] ?? "")" }
                return .answer(201, request.body)
            }
            if request.line.hasPrefix("POST /messages/inbox/export") { return .answer(202, "{}") }
            return .answer(404, "")
        }
        defer { server.end() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let port = Int.random(in: 20_000..<60_000)
        let outcome = try await Self.listening(
            atrium, at: port,
            before: """
                ana -c "gateway add android \(server.address) --user sms --secret secret --listen \(port)" > added 2>&1
                cat added | grep -c 'adb reverse tcp:\(port)'
                """,
            then: """
                ana -c 'thread +15551234567' | grep -o 'Hello.*'
                ana -c 'gateway remove android'
                """
        ) { () async throws in
            let told = hooks.withLock { $0.values.sorted() }
            #expect(
                told.map { $0.prefix { $0 != " " } } == ["sms:delivered", "sms:failed", "sms:received", "sms:sent"])
            let address = try #require(told.first?.split(separator: " ").last).description
            #expect(address.hasPrefix("http://127.0.0.1:\(port)/1/android/"))
            let body = #"{"event":"sms:received","payload":{"messageId":"1a","sender":"+15551234567","#
            for _ in 0..<2 {
                let told = body + #""message":"Hello","receivedAt":"2026-01-21T12:00:00Z"}}"#
                #expect(try await Self.call(address, json: told) == 200)
            }
            #expect(try await Self.call(address, json: "no JSON") == 400)
        }
        #expect(
            outcome.output.hasPrefix(
                "1\nHello\nRemoved gateway android. Nothing is sent from now on; messages are kept.\n"),
            "\(outcome)")
        #expect(hooks.withLock { $0.isEmpty })
        #expect(server.requests.contains { $0.line.hasPrefix("POST /messages/inbox/export") })
    }

    @Test func `a port that somebody else has is said`() async throws {
        let other = try LoopbackServer { _, _ in .answer(403, "Authorization failed") }
        defer { other.end() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await Self.listening(
            atrium, at: other.port,
            before: """
                ana -c "gateway add kannel \(other.address) --user ana --secret secret --listen \(other.port)" > /dev/null 2>&1
                """,
            then: """
                waits "ana -c 'gateway list' | grep -q 'already in use'"
                ana -c 'gateway set kannel --listen off'
                """
        ) {}
        #expect(
            outcome.output.contains("Calls of gateway kannel are no longer accepted.\nstatus 0\n"),
            "\(outcome)")
    }
}
