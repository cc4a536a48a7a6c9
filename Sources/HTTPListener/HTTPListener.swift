// SPDX-License-Identifier: GPL-3.0-or-later

import CMicroHTTPD
import Dispatch
package import Gateways
import Glibc
import Synchronization

/// Takes calls by HTTP on a port, by libmicrohttpd, and answers them with a status alone.
///
/// Whoever calls is a stranger: there are at most so many at a time, and each has a limited time and room.
package final class HTTPListener: Sendable {
    /// Answers a call with a status, once what it tells is stored.
    package typealias Answer = @Sendable (IncomingCall) async -> Int

    /// So many calls are answered at a time.
    private static let connections: UInt32 = 32
    /// A head with a text of 255 parts in its address, every byte of which is encoded.
    private static let mostBytesOfHead = 160 << 10
    /// No call is longer.
    static let mostBytesOfBody = 256 << 10

    private let daemon: Mutex<OpaquePointer?>
    private let calls: Calls

    /// Listens from now on, until `end`.
    ///
    /// - Parameters:
    ///   - silence: So many seconds nothing may come from a caller.
    ///   - patience: So many seconds all of a call may take.
    /// - Throws: `ListenFault` where it cannot: somebody else has the port, or the machine has no such address.
    package init(
        at address: ListenAddress, silence: UInt32 = 10, patience: Double = 30, answer: @escaping Answer
    ) throws(ListenFault) {
        calls = Calls(answer: answer)
        let context = Unmanaged.passUnretained(calls).toOpaque()
        let started = Self.withSocketAddress(of: address) { pointer in
            cmicrohttpd_start(
                pointer, address.isOfVersion6 ? 1 : 0, Self.handle, Self.begin, Self.complete, Self.notice, context,
                Self.connections, Self.mostBytesOfHead, silence)
        }
        guard let started else {
            let reason = String(cString: strerror(errno))
            throw ListenFault(reason: .fact(.cannotListen, "\(address.text): \(reason)"))
        }
        daemon = Mutex(started)
        calls.guardTime(patience: patience)
    }

    deinit { end() }

    /// Listens no more; returns when the last call is answered.
    package func end() {
        calls.end()
        let daemon = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        if let daemon { MHD_stop_daemon(daemon) }
    }

    private static func withSocketAddress<Result>(
        of address: ListenAddress, _ body: (UnsafePointer<sockaddr>) -> Result
    ) -> Result {
        if address.isOfVersion6 {
            var socket = sockaddr_in6()
            socket.sin6_family = sa_family_t(AF_INET6)
            socket.sin6_port = address.port.bigEndian
            inet_pton(AF_INET6, address.host, &socket.sin6_addr)
            return withUnsafePointer(to: &socket) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
            }
        }
        var socket = sockaddr_in()
        socket.sin_family = sa_family_t(AF_INET)
        socket.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.host, &socket.sin_addr)
        return withUnsafePointer(to: &socket) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }
}

/// Why nothing is listened to.
package struct ListenFault: Error, Hashable, Sendable {
    /// Why.
    package let reason: GatewayReason
}

// What the library calls, for each connection on a thread of its own.
extension HTTPListener {
    private static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, target, _ in
            let call = Unmanaged.passRetained(OpenCall(target: target.map { String(cString: $0) } ?? ""))
            return call.toOpaque()
        }

    private static let complete: MHD_RequestCompletedCallback = { _, _, call, _ in
        guard let pointer = call?.pointee else { return }
        Unmanaged<OpenCall>.fromOpaque(pointer).release()
        call?.pointee = nil
    }

    private static let notice: MHD_NotifyConnectionCallback = { context, connection, _, code in
        guard let context, let connection else { return }
        let calls = Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue()
        let socket = cmicrohttpd_socket(connection)
        cmicrohttpd_is_start(code) != 0 ? calls.add(socket) : calls.remove(socket)
    }

    private static let handle: MHD_AccessHandlerCallback = { context, connection, _, _, _, bytes, count, call in
        guard let context, let connection, let count, let pointer = call?.pointee else { return cmicrohttpd_no() }
        let calls = Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue()
        let open = Unmanaged<OpenCall>.fromOpaque(pointer).takeUnretainedValue()
        guard open.hasBegun else {
            // The head is there, and perhaps a body comes.
            open.hasBegun = true
            return cmicrohttpd_yes()
        }
        if let bytes, count.pointee > 0 {
            open.take(UnsafeRawBufferPointer(start: bytes, count: count.pointee), most: mostBytesOfBody)
            count.pointee = 0
            return cmicrohttpd_yes()
        }
        var fields: [String: String] = [:]
        for name in IncomingCall.fieldsOfUse {
            fields[name] = cmicrohttpd_field(connection, name).map { String(cString: $0) }
        }
        let status =
            open.isTooLong
            ? 413 : calls.status(for: IncomingCall(target: open.target, fields: fields, body: open.body))
        return cmicrohttpd_answer(connection, UInt32(status))
    }
}

/// A call of which more is to come; the thread of its connection alone has it.
private final class OpenCall {
    let target: String
    var hasBegun = false
    private(set) var body: [UInt8] = []
    private(set) var isTooLong = false

    init(target: String) { self.target = target }

    func take(_ bytes: UnsafeRawBufferPointer, most: Int) {
        guard !isTooLong, body.count + bytes.count <= most else {
            isTooLong = true
            body = []
            return
        }
        body += bytes
    }
}

/// The connections that are open, and what answers them.
private final class Calls: Sendable {
    private let answer: HTTPListener.Answer
    private let begun = Mutex<[Int32: DispatchTime]>([:])
    private let guarding = Mutex<Task<Void, Never>?>(nil)

    init(answer: @escaping HTTPListener.Answer) { self.answer = answer }

    func add(_ socket: Int32) { begun.withLock { $0[socket] = .now() } }

    func remove(_ socket: Int32) { begun.withLock { $0[socket] = nil } }

    /// Waits for the answer on a thread of the library, which has nothing else to do.
    func status(for call: IncomingCall) -> Int {
        let answered = AnsweredStatus()
        Task { [answer] in answered.give(await answer(call)) }
        return answered.wait()
    }

    /// Ends connections that take too long: one that sends a byte now and then would hold its place for ever.
    func guardTime(patience: Double) {
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil, let self {
                self.begun.withLock { begun in
                    for (socket, time) in begun where time + patience < .now() { shutdown(socket, Int32(SHUT_RDWR)) }
                }
            }
        }
        guarding.withLock { $0 = task }
    }

    func end() { guarding.withLock { $0?.cancel() } }
}

/// A status that somebody waits for.
private final class AnsweredStatus: Sendable {
    private let value = Mutex(503)
    private let done = DispatchSemaphore(value: 0)

    func give(_ status: Int) {
        value.withLock { $0 = status }
        done.signal()
    }

    func wait() -> Int {
        done.wait()
        return value.withLock { $0 }
    }
}
