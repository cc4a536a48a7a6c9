// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import Synchronization

/// A server on the loopback interface that answers as a test says, one request after the other.
public final class LoopbackServer: Sendable {
    /// What came in.
    public struct Request: Sendable {
        /// The first line: method, path with query, version.
        public let line: String
        /// The lines of the head, by their names in lower case.
        public let fields: [String: String]
        /// What followed the head.
        public let body: String

        /// The values of the query, decoded.
        public var query: [String: String] {
            let target = line.split(separator: " ").dropFirst().first ?? ""
            let pairs = target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
            return Dictionary(
                pairs.map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    return (String(parts[0]), String(parts.last ?? "").removingPercentEncoding ?? "")
                }, uniquingKeysWith: { $1 })
        }
    }

    /// How a request is answered.
    public enum Reply: Sendable {
        /// With this status and body.
        case answer(Int, String)
        /// By another address.
        case redirection(String)
        /// The connection is closed without an answer.
        case close
        /// With half of what was promised.
        case half
        /// With what is no HTTP.
        case garbage
        /// Not at all, until the server ends.
        case silence
    }

    private let listener: Int32
    /// Where it listens.
    public let port: Int
    private let requestsSeen = Mutex<[Request]>([])
    private let held = Mutex<[Int32]>([])
    private let hasEnded = Mutex(false)
    private let replying: @Sendable (Request, Int) -> Reply

    /// A server whose replies depend on the request and on how many there were before.
    public init(_ reply: @escaping @Sendable (Request, Int) -> Reply) throws {
        replying = reply
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard listener >= 0, status else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: address.sin_port))
        let thread = Thread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Here, where nothing uses it any more: its number may be another’s at once.
                    close(listener)
                    return
                }
                guard let self else {
                    close(connection)
                    return
                }
                self.serve(connection)
            }
        }
        thread.start()
    }

    deinit { end() }

    /// What becomes of the one request to a server that gives this reply, for a client with some patience.
    ///
    /// Any reply but silence may take as long as the slowest machine needs. What never comes is waited for a short time, and
    /// longer only if the request has not arrived in that time.
    public static func outcome<Outcome>(
        of reply: Reply, _ ask: (LoopbackServer, Duration) async throws -> Outcome
    ) async throws -> Outcome {
        var patience = Duration.seconds(300)
        if case .silence = reply { patience = .milliseconds(300) }
        while true {
            let server = try LoopbackServer { _, _ in reply }
            defer { server.end() }
            let outcome = try await ask(server, patience)
            if !server.requests.isEmpty || patience >= .seconds(300) { return outcome }
            patience *= 4
        }
    }

    /// The address of its root.
    public var address: String { "http://127.0.0.1:\(port)" }
    /// What came in so far.
    public var requests: [Request] { requestsSeen.withLock { $0 } }

    /// Takes no more connections, and closes those that are open.
    public func end() {
        hasEnded.withLock { hasEnded in
            if !hasEnded { shutdown(listener, Int32(SHUT_RDWR)) }
            hasEnded = true
        }
        for connection in held.withLock({ held in
            defer { held = [] }
            return held
        }) { close(connection) }
    }

    private func serve(_ connection: Int32) {
        guard let request = read(connection) else {
            close(connection)
            return
        }
        let before = requestsSeen.withLock { requests in
            defer { requests.append(request) }
            return requests.count
        }
        var text: String?
        switch replying(request, before) {
        case .answer(let status, let body):
            text = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        case .redirection(let target):
            text = "HTTP/1.1 302 X\r\nLocation: \(target)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        case .half: text = "HTTP/1.1 202 X\r\nContent-Length: 100\r\n\r\n0: Acc"
        case .garbage: text = "220 mail.example ESMTP\r\n"
        case .close: break
        case .silence:
            held.withLock { $0.append(connection) }
            return
        }
        if let text {
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { bytes in
                    send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { break }
                bytes = bytes.dropFirst(count)
            }
        }
        close(connection)
    }

    private func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        func more() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            bytes += buffer.prefix(count)
            return true
        }
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n") else {
                guard more() else { return nil }
                continue
            }
            let lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
            var fields: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                fields[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                    .trimmingCharacters(in: .whitespaces)
            }
            let body = String(text[end.upperBound...])
            if body.utf8.count < Int(fields["content-length"] ?? "0") ?? 0 {
                guard more() else { return nil }
                continue
            }
            return Request(line: lines.first ?? "", fields: fields, body: body)
        }
    }
}
