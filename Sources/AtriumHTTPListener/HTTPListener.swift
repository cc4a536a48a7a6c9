// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumGateways
import CAtriumMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Takes calls by HTTP on a port, by libmicrohttpd, and answers them with a status alone.
///
/// Callers are strangers: their number, their time and their room are limited, and those that send nothing make way for
/// those that do.
package final class HTTPListener: Sendable {
    /// Answers a call with a status, once what it tells is stored.
    package typealias Answer = @Sendable (IncomingCall) async -> Int

    /// The most connections at a time, of which each takes a descriptor; the library closes those beyond.
    private static let connections = 512
    /// A head with a text of 255 parts in its address, every byte of which is encoded.
    private static let mostBytesOfHead = 160 << 10
    /// No call is longer.
    static let mostBytesOfBody = 256 << 10

    private let daemon: Mutex<OpaquePointer?>
    private let calls: Calls

    /// Listens from this call until `end`.
    ///
    /// - Parameters:
    ///   - silence: The seconds after which a silent connection ends.
    ///   - heads: The seconds within which the head of a call has to be there.
    ///   - patience: The seconds within which all of a call has to be there.
    /// - Throws: `ListenFault` if another program has the port, or the machine has no such address.
    package init(
        at address: ListenAddress, silence: UInt32 = 10, heads: Double = 10, patience: Double = 30,
        answer: @escaping Answer
    ) throws(ListenFault) {
        let limit = Self.connectionLimit
        calls = Calls(limit: limit, heads: heads, patience: patience, answer: answer)
        let context = Unmanaged.passUnretained(calls).toOpaque()
        let started = Self.withSocketAddress(of: address) { pointer in
            cmicrohttpd_start(
                pointer, address.isOfVersion6 ? 1 : 0, Self.handle, Self.begin, Self.complete, Self.notice, context,
                UInt32(clamping: limit), Self.mostBytesOfHead, silence)
        }
        guard let started else {
            let reason = String(cString: strerror(errno))
            throw ListenFault(reason: .fact(.cannotListen, "\(address.text): \(reason)"))
        }
        daemon = Mutex(started)
        calls.guardTime()
    }

    deinit { end() }

    /// Half of the descriptors that the process may have, if these are few: the store needs some too.
    private static var connectionLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        return max(8, Int(min(rlim_t(connections), limit.rlim_cur / 2)))
    }

    /// Listens no more; returns when the last call is answered.
    package func end() {
        let daemon = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        guard let daemon else { return }
        // A connection that the library closes while it stops may write the head of an answer that is not there, and crash.
        let socket = MHD_quiesce_daemon(daemon)
        calls.end()
        MHD_stop_daemon(daemon)
        if socket >= 0 { close(socket) }
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

/// The reason why listening is impossible.
package struct ListenFault: Error, Hashable, Sendable {
    package let reason: GatewayReason
}

// The functions that the library calls, for each connection on a thread of its own.
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
            calls.set(.body, cmicrohttpd_socket(connection))
            return cmicrohttpd_yes()
        }
        if let bytes, count.pointee > 0 {
            open.take(UnsafeRawBufferPointer(start: bytes, count: count.pointee), most: mostBytesOfBody)
            count.pointee = 0
            return cmicrohttpd_yes()
        }
        calls.set(.answer, cmicrohttpd_socket(connection))
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

/// An incomplete call; only the thread of its connection has it.
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
    /// The stage that a connection waits for.
    enum Stage { case head, body, answer }

    private struct Connection {
        let address: CallerAddress
        let begun: DispatchTime
        var stage = Stage.head
    }

    /// The most connections that wait for their callers for longer than `grace`, in seconds: of one address, and of all.
    ///
    /// Within `grace` a quarter and a half of `limit` may wait, since many calls may come at once.
    private static let mostWaiting = (ofOne: 16, ofAll: 48)
    private static let grace = 1.0

    /// The most connections.
    private let limit: Int
    private let heads: Double
    private let patience: Double
    private let answer: HTTPListener.Answer
    private let open = Mutex<[Int32: Connection]>([:])
    /// The connections that are open.
    private let present = DispatchGroup()
    private let isEnding = Atomic(false)
    private let guarding = Mutex<Task<Void, Never>?>(nil)

    init(limit: Int, heads: Double, patience: Double, answer: @escaping HTTPListener.Answer) {
        self.limit = limit
        self.heads = heads
        self.patience = patience
        self.answer = answer
    }

    /// Adds a connection, for which older ones make way.
    func add(_ socket: Int32) {
        present.enter()
        open.withLock { $0[socket] = Connection(address: CallerAddress(of: socket), begun: .now()) }
        endSlow()
    }

    func remove(_ socket: Int32) {
        open.withLock { $0[socket] = nil }
        present.leave()
    }

    func set(_ stage: Stage, _ socket: Int32) { open.withLock { $0[socket]?.stage = stage } }

    /// Waits for the answer on a thread of the library, which has nothing else to do.
    func status(for call: IncomingCall) -> Int {
        let answered = AnsweredStatus()
        Task { [answer] in answered.give(await answer(call)) }
        return answered.wait()
    }

    /// Ends slow connections every second: one that sends a byte now and then would hold its place forever.
    func guardTime() {
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil, let self { self.endSlow() }
        }
        guarding.withLock { $0 = task }
    }

    /// Ends the connections that wait for their callers; returns when the others are answered, too.
    func end() {
        guarding.withLock { $0?.cancel() }
        isEnding.store(true, ordering: .relaxed)
        endSlow()
        present.wait()
    }

    /// Ends the connections that take too long, and the oldest of those that wait for their callers and are too many;
    /// all of these at the end.
    ///
    /// A socket stays open until the connection is removed, so that none is taken for another one here.
    private func endSlow() {
        open.withLock { open in
            let (now, isEnding) = (DispatchTime.now(), isEnding.load(ordering: .relaxed))
            var left: [CallerAddress: Int] = [:]
            var leftOfAll = 0
            // The newest first.
            let waiting = open.filter { $0.value.stage != .answer }.sorted { $0.value.begun > $1.value.begun }
            for (socket, connection) in waiting {
                let most = connection.stage == .head ? min(heads, patience) : patience
                let isPastGrace = connection.begun + Self.grace < now
                let room = isPastGrace ? Self.mostWaiting : (ofOne: limit / 4, ofAll: limit / 2)
                let isOneTooMany = left[connection.address, default: 0] >= room.ofOne || leftOfAll >= room.ofAll
                if isEnding || connection.begun + most < now || isOneTooMany {
                    shutdown(socket, Int32(SHUT_RDWR))
                } else {
                    left[connection.address, default: 0] += 1
                    leftOfAll += 1
                }
            }
        }
    }
}

/// Where a connection comes from; of version 6 the half that names a network, of which a caller has all addresses.
private struct CallerAddress: Hashable {
    private let bytes: [UInt8]

    init(of socket: Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &size) } == 0
        }
        bytes = withUnsafeBytes(of: storage) { storage in
            switch isKnown ? storage.load(as: sockaddr.self).sa_family : sa_family_t(AF_UNSPEC) {
            case sa_family_t(AF_INET): withUnsafeBytes(of: storage.load(as: sockaddr_in.self).sin_addr) { Array($0) }
            case sa_family_t(AF_INET6):
                withUnsafeBytes(of: storage.load(as: sockaddr_in6.self).sin6_addr) { Array($0.prefix(8)) }
            default: []
            }
        }
    }
}

/// A status for which a thread waits.
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
