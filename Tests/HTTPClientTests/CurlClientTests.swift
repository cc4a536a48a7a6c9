// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumHTTPClient
import AtriumSession
import LoopbackServer
import Testing

/// What becomes of requests, and above all whether the server can have got them.
@Suite struct CurlClientTests {
    private let client = CurlClient(connecting: .seconds(300), patience: .seconds(300))

    private func fault(_ reply: LoopbackServer.Reply) async throws -> HTTPFault? {
        try await LoopbackServer.outcome(of: reply) { server, patience in
            let client = CurlClient(connecting: patience, patience: patience)
            do throws(HTTPFault) { _ = try await client.answer(to: HTTPRequest(server.address)) } catch { return error }
            return nil
        }
    }

    @Test func aRequestArrivesAsItIs() async throws {
        let server = try LoopbackServer { _, _ in .answer(202, "0: Accepted\r\n") }
        defer { server.end() }
        let account = HTTPAccount(user: "ana", password: Secret("p:ä"))
        let answer = try await client.answer(
            to: HTTPRequest(server.address + "/x?a=%2B1", json: Array("{\"a\":1}".utf8), account: account))
        #expect(answer.status == 202)
        #expect(String(decoding: answer.body, as: UTF8.self) == "0: Accepted\r\n")
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /x?a=%2B1 HTTP/1.1")
        #expect(request.body == "{\"a\":1}")
        #expect(request.fields["content-type"] == "application/json")
        #expect(request.fields["authorization"] == "Basic YW5hOnA6w6Q=")
        #expect(server.requests.count == 1)
    }

    @Test func noRedirectionIsFollowed() async throws {
        let server = try LoopbackServer { _, _ in .redirection("http://127.0.0.1:1/elsewhere") }
        defer { server.end() }
        let answer = try await client.answer(to: HTTPRequest(server.address))
        #expect(answer.status == 302)
        #expect(answer.location == "http://127.0.0.1:1/elsewhere")
        #expect(server.requests.count == 1)
    }

    @Test func whatWasNotSentIsKnown() async throws {
        let server = try LoopbackServer { _, _ in .close }
        let (address, host) = (server.address, "127.0.0.1:\(server.port)")
        server.end()
        await #expect(throws: HTTPFault.unsent(.fact(.noListener, host))) {
            try await client.answer(to: HTTPRequest(address + "/?password=secret"))
        }
        await #expect(throws: HTTPFault.unsent(.fact(.unknownHost, "nowhere.invalid"))) {
            try await client.answer(to: HTTPRequest("http://nowhere.invalid"))
        }
    }

    @Test func aServerThatSpeaksNoTLSGetsNothing() async throws {
        let server = try LoopbackServer { _, _ in .garbage }
        defer { server.end() }
        // It waits for a request, and so does the client for its key: only the limit ends that.
        let client = CurlClient(connecting: .milliseconds(300), patience: .seconds(300))
        var fault: HTTPFault?
        do throws(HTTPFault) {
            _ = try await client.answer(to: HTTPRequest("https://127.0.0.1:\(server.port)/?password=secret"))
        } catch { fault = error }
        guard case .unsent = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }

    @Test func whatMayHaveArrivedIsUnclear() async throws {
        for reply in [LoopbackServer.Reply.close, .half, .garbage] {
            guard case .unclear(.fact(.disconnected, _)) = try await fault(reply) else {
                Issue.record("\(reply)")
                continue
            }
        }
        let silence = try await fault(.silence)
        guard case .unclear(.fact(.timedOut, _)) = silence else {
            Issue.record("\(String(describing: silence))")
            return
        }
    }
}
