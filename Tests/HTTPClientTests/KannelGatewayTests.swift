// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumHTTPClient
import AtriumSession
import LoopbackServer
import Testing

/// What Kannel is asked, and what its answers mean.
@Suite struct KannelGatewayTests {
    private static let text = "Grüße & 50% + 😀\n2"
    private static let hello = OutgoingMessage(
        key: "00112233445566778899aabbccddeeff", number: "+15551000000", text: text, date: Timestamp(seconds: 1),
        order: 7, parts: 2, isOfSevenBits: false)

    private static func gateway(
        at address: String, sender: String? = nil, patience: Duration = .seconds(300)
    ) throws -> KannelGateway {
        KannelGateway(
            at: try #require(GatewayAddress(address)), account: HTTPAccount(user: "ana", password: Secret("p&w=1")),
            sender: sender, http: CurlClient(connecting: patience, patience: patience))
    }

    private static func fault(_ reply: LoopbackServer.Reply) async throws -> GatewayFault? {
        try await LoopbackServer.outcome(of: reply) { server, patience in
            let gateway = try gateway(at: server.address, patience: patience)
            do throws(GatewayFault) { _ = try await gateway.submit(hello) } catch { return error }
            return nil
        }
    }

    @Test func itGetsTheMessageAsItIs() async throws {
        let server = try LoopbackServer { _, _ in .answer(202, "0: Accepted for delivery") }
        defer { server.end() }
        let receipt = try await Self.gateway(at: server.address + "/", sender: "8123").submit(Self.hello)
        #expect(receipt.reference == Self.hello.key)
        #expect(server.requests.first?.line.hasPrefix("GET /cgi-bin/sendsms?") == true)
        #expect(
            server.requests.first?.query == [
                "username": "ana", "password": "p&w=1", "to": "+15551000000", "text": Self.text, "charset": "UTF-8",
                "coding": "2", "max-messages": "2", "from": "8123",
            ])
        let plain = OutgoingMessage(
            key: "k", number: "8123", text: "€ hi", date: Timestamp(seconds: 1), order: 1, parts: 1,
            isOfSevenBits: true)
        _ = try await Self.gateway(at: server.address + "/sms/send").submit(plain)
        #expect(server.requests.last?.line.hasPrefix("GET /sms/send?") == true)
        #expect(server.requests.last?.query["coding"] == "0")
        #expect(server.requests.last?.query["from"] == nil)
    }

    @Test(arguments: ["0: Accepted for delivery", "3: Queued for later delivery", "Sent.", "Sent. Message splits: 2"])
    func theseMeanThatItHasTheMessage(_ answer: String) async throws {
        #expect(try await Self.fault(.answer(202, answer)) == nil)
    }

    @Test(arguments: [
        (400, "Number(s) has/have been denied by white- and/or black-lists."), (403, "Not routable. Do not try again."),
        (202, "Sent. Denied receivers are: +15551000000"),
    ])
    func theseMeanThatItNeverTakesIt(_ status: Int, _ answer: String) async throws {
        #expect(try await Self.fault(.answer(status, answer)) == .refused(reason: .said(answer)))
    }

    @Test(arguments: [(503, "Temporal failure, try again later."), (500, "Sending failed."), (429, "")])
    func theseMeanThatItIsTriedAgain(_ status: Int, _ answer: String) async throws {
        guard case .busy(.fact(.serverFault, _)) = try await Self.fault(.answer(status, answer)) else {
            Issue.record("\(status)")
            return
        }
    }

    @Test(arguments: [
        (LoopbackServer.Reply.answer(403, "Authorization failed for sendsms"), GatewayFact.unauthorized),
        (.answer(401, "Who are you?"), .unauthorized), (.answer(404, "<html>"), .nothingThere),
        (.redirection("http://127.0.0.1:1/x"), .redirected),
    ])
    func theseAreOfTheGateway(_ reply: LoopbackServer.Reply, _ expected: GatewayFact) async throws {
        guard case .unreachable(.fact(expected, _)) = try await Self.fault(reply) else {
            Issue.record("\(reply)")
            return
        }
    }

    /// Nobody knows then whether it has the message.
    @Test(arguments: [
        LoopbackServer.Reply.close, .half, .garbage, .silence, .answer(202, "<html>Welcome to our hotel</html>"),
        .answer(200, ""), .answer(502, "Bad Gateway"), .answer(504, ""), .answer(500, "Internal error"),
    ])
    func theseAreUnclear(_ reply: LoopbackServer.Reply) async throws {
        guard case .lost = try await Self.fault(reply) else {
            Issue.record("\(reply)")
            return
        }
        #expect(try Self.gateway(at: "http://127.0.0.1:1").recover(Self.hello) == .unknown)
    }

    @Test func itIsTriedWithoutSending() async throws {
        let server = try LoopbackServer { request, _ in
            guard request.query["to"] == nil, request.query["text"] == nil else { return .close }
            return request.query["password"] == "p&w=1"
                ? .answer(400, "Missing receiver number, rejected")
                : .answer(403, "Authorization failed for sendsms")
        }
        defer { server.end() }
        try await Self.gateway(at: server.address).test()
        let address = try #require(GatewayAddress(server.address))
        let stranger = KannelGateway(
            at: address, account: HTTPAccount(user: "ana", password: Secret("x")), sender: nil, http: CurlClient())
        await #expect(
            throws: GatewayFault.unreachable(reason: .fact(.unauthorized, "403: Authorization failed for sendsms"))
        ) { try await stranger.test() }
    }

    @Test(arguments: [
        "", "http://", "http:///x", "ftp://x", "http://ana:pw@x", "http://x?y", "http://x#y", "http://x y", "http://:1",
        "127.0.0.1:13013",
    ])
    func theseAreNoAddresses(_ text: String) { #expect(GatewayAddress(text) == nil) }

    @Test(arguments: [
        "http://127.0.0.1:1": false, "http://localhost": false, "http://[::1]:8080/x": false, "https://x.org": false,
        "http://192.168.1.2": true, "HTTP://x.org/localhost": true, "http://localhost.x.org": true,
        "http://127.x.org": true,
        "http://[::2]": true,
    ])
    func `what goes to another machine without TLS can be read`(text: String, isReadable: Bool) throws {
        #expect(try #require(GatewayAddress(text)).isReadable == isReadable)
    }

    @Test func reasonsComeBackAsTheyWereKept() {
        for fact in GatewayFact.allCases {
            let reason = GatewayReason.fact(fact, "a: b")
            #expect(GatewayReason(stored: reason.stored) == reason)
        }
        for text in ["", "atrium.", "atrium.x: y", "No credit: sorry"] {
            #expect(GatewayReason(stored: text) == .said(text))
        }
    }
}
