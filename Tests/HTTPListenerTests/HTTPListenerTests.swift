// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumHTTPClient
import AtriumHTTPListener
import Foundation
import Glibc
import Synchronization
import Testing

/// A listener on the loopback interface, and what strangers do to it.
@Suite(.timeLimit(.minutes(10))) struct HTTPListenerTests {
    /// Other tests may have the machine for long.
    private static let client = CurlClient(connecting: .seconds(300), patience: .seconds(600))

    /// What a listener got.
    private final class Calls: Sendable {
        let all = Mutex<[IncomingCall]>([])
    }

    /// A listener at a port that is free, which remembers what it got.
    private static func listener(_ calls: Calls, status: Int = 200) throws -> (HTTPListener, ListenAddress) {
        try listener { call in
            calls.all.withLock { $0.append(call) }
            return status
        }
    }

    /// A listener at a port that is free.
    private static func listener(
        heads: Double = 600, _ answer: @escaping HTTPListener.Answer
    ) throws -> (HTTPListener, ListenAddress) {
        for _ in 0..<100 {
            let address = try #require(ListenAddress(String(Int.random(in: 20_000..<60_000))))
            guard
                let listener = try? HTTPListener(
                    at: address, silence: 600, heads: heads, patience: 600, answer: answer)
            else { continue }
            return (listener, address)
        }
        throw POSIXError(.EADDRINUSE)
    }

    @Test func itTakesCallsAsTheyAre() async throws {
        let calls = Calls()
        let (listener, address) = try Self.listener(calls, status: 400)
        defer { listener.end() }
        let client = Self.client
        let target = "/1/a%20b/x?text=" + String(repeating: "%C3%A9", count: 17_000)
        let first = try await client.answer(to: HTTPRequest("http://\(address.text)\(target)"))
        #expect(first.status == 400)
        #expect(first.body == [])
        let body = Array(String(repeating: "é", count: 60_000).utf8)
        _ = try await client.answer(to: HTTPRequest("http://\(address.text)/y", json: body))
        let got = calls.all.withLock { $0 }
        #expect(got.map(\.path) == [["1", "a b", "x"], ["y"]])
        #expect(got[0].query["text"]?.count == 17_000)
        #expect(got[1].body == body)
    }

    @Test func whatIsTooLongIsRefusedAndHoldsUpNobody() async throws {
        let calls = Calls()
        let (listener, address) = try Self.listener(calls)
        defer { listener.end() }
        let client = Self.client
        let body = [UInt8](repeating: 0x20, count: 300 << 10)
        #expect(try await client.answer(to: HTTPRequest("http://\(address.text)/y", json: body)).status == 413)
        let long = String(repeating: "x", count: 400 << 10)
        let status = try? await client.answer(to: HTTPRequest("http://\(address.text)/\(long)")).status
        #expect(status != 200)
        #expect(calls.all.withLock { $0.isEmpty })
        #expect(try await client.answer(to: HTTPRequest("http://\(address.text)/")).status == 200)
    }

    /// A connection to the port, to which these bytes were sent.
    private static func connection(_ address: ListenAddress, _ text: String) -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = address.port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        _ = send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
        return connection
    }

    @Test func whoSaysNonsenseOrHalfOfItHoldsUpNobody() async throws {
        let calls = Calls()
        let (listener, address) = try Self.listener(calls)
        defer { listener.end() }
        let texts = [
            "", "GET", "\u{0}\u{1}\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\nx",
            "POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        ]
        let open = texts.map { Self.connection(address, $0) }
        defer { for connection in open { close(connection) } }
        #expect(try await Self.client.answer(to: HTTPRequest("http://\(address.text)/good")).status == 200)
        // What is not whole is no call.
        #expect(calls.all.withLock { $0.map(\.path) } == [["good"]])
    }

    @Test func `Calls are answered while many connections send nothing`() async throws {
        let (listener, address) = try Self.listener(Calls())
        defer { listener.end() }
        // More than there is room for, so that the oldest ones have to make way.
        let slow = (0..<192).map { _ in Self.connection(address, "POST /slow HTTP/1.1\r\nHost: x\r\n") }
        defer { for connection in slow { close(connection) } }
        for number in 0..<40 {
            let request = HTTPRequest("http://\(address.text)/\(number)")
            #expect(try await Self.client.answer(to: request).status == 200)
        }
    }

    @Test func `A head that does not come ends its connection`() async throws {
        let (listener, address) = try Self.listener(heads: 0) { _ in 200 }
        defer { listener.end() }
        let slow = Self.connection(address, "GET / HTTP/1.1\r\nHost:")
        defer { close(slow) }
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(slow, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var byte: UInt8 = 0
        #expect(recv(slow, &byte, 1, 0) == 0, "the connection was open for two minutes")
    }

    @Test func severalAreAnsweredAtATimeAndTheEndWaitsForThem() async throws {
        let meeting = Mutex(0)
        let both = AsyncStream<Void>.makeStream()
        // The first call is answered when the second one is there.
        let (listener, address) = try Self.listener { _ in
            switch meeting.withLock({
                $0 += 1; return $0
            }) {
            case 1: for await _ in both.stream { break }
            case 2: both.continuation.finish()
            default: break
            }
            return 200
        }
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try? await Self.client.answer(to: HTTPRequest("http://\(address.text)/\(number)")).status
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20))
        listener.end()
        await #expect(throws: HTTPFault.self) {
            try await Self.client.answer(to: HTTPRequest("http://\(address.text)/"))
        }
    }

    @Test func aPortThatIsTakenIsSaid() throws {
        let (listener, address) = try Self.listener(Calls())
        defer { listener.end() }
        #expect {
            try HTTPListener(at: address) { _ in 200 }
        } throws: {
            guard case .fact(.cannotListen, let detail) = ($0 as? ListenFault)?.reason else { return false }
            return detail == "\(address.text): Address already in use"
        }
    }
}
