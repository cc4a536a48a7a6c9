// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import AtriumStores
import Dispatch
import Foundation
import Glibc
import Synchronization

/// A connection with a thread of its own, on which it waits for the server: no thread of the caller’s does.
actor PostgreSQLWorker {
    nonisolated private let thread: ServerThread
    private let open: @Sendable () throws -> PostgreSQLConnection
    private var connection: PostgreSQLConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ open: @escaping @Sendable () throws -> PostgreSQLConnection) {
        self.open = open
        thread = ServerThread()
    }

    /// Works on the connection, which is made if there is none.
    func work<Result: Sendable>(_ body: @Sendable (PostgreSQLConnection) throws -> Result) throws -> Result {
        if let connection, connection.isTrusted { return try body(connection) }
        let made = try open()
        connection = made
        return try body(made)
    }

    /// Closes the connection; the next work makes another.
    func close() {
        connection?.close()
        connection = nil
    }
}

/// A thread that may wait in place of the caller’s.
actor PostgreSQLThread {
    nonisolated private let thread = ServerThread()

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func work<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result { try body() }
}

/// Runs the jobs of an actor one after the other on a thread that may wait.
private final class ServerThread: SerialExecutor {
    private let queue = DispatchQueue(label: "postgresql")

    func enqueue(_ job: UnownedJob) {
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// A few connections, made when they are first needed.
final class PostgreSQLPool: Sendable {
    private static let most = 4

    private struct State {
        var idle: [PostgreSQLWorker] = []
        var count = 0
        var waiting: [CheckedContinuation<PostgreSQLWorker, Never>] = []
    }

    private let state = Mutex(State())
    private let open: @Sendable () throws -> PostgreSQLConnection

    init(_ open: @escaping @Sendable () throws -> PostgreSQLConnection) { self.open = open }

    /// Works on one of the connections; waits for one if all are in use.
    func work<Result: Sendable>(
        _ body: @Sendable (PostgreSQLConnection) throws -> Result
    ) async throws -> Result {
        let worker = await take()
        defer { put(worker) }
        return try await worker.work(body)
    }

    private func take() async -> PostgreSQLWorker {
        await withCheckedContinuation { continuation in
            let worker = state.withLock { state -> PostgreSQLWorker? in
                if let idle = state.idle.popLast() { return idle }
                guard state.count < Self.most else {
                    state.waiting.append(continuation)
                    return nil
                }
                state.count += 1
                return PostgreSQLWorker(open)
            }
            if let worker { continuation.resume(returning: worker) }
        }
    }

    private func put(_ worker: PostgreSQLWorker) {
        let next = state.withLock { state -> CheckedContinuation<PostgreSQLWorker, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle.append(worker)
            return nil
        }
        next?.resume(returning: worker)
    }

    /// Forgets the idle connections, which close when their threads have done all.
    func close() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            state.count -= state.idle.count
            return state.idle
        }
        for worker in idle { Task { await worker.close() } }
    }
}

/// A connection that callers use on their own threads, one at a time.
///
/// `@unchecked Sendable`: `connection` is read, used and replaced only while `lock` is held, and `lent` only while `lentLock`
/// is; its keys are threads, so that each lent connection is used by the thread that works on it anyway.
final class PostgreSQLLookup: @unchecked Sendable {
    private let lock = NSLock()
    private var connection: PostgreSQLConnection?
    /// Guards `lent`; `lock` is held while a server answers.
    private let lentLock = NSLock()
    /// The connections lent to threads.
    private var lent: [pthread_t: PostgreSQLConnection] = [:]
    private let open: @Sendable () throws -> PostgreSQLConnection

    init(_ open: @escaping @Sendable () throws -> PostgreSQLConnection) { self.open = open }

    /// Works on the connection; if it turns out to be lost, once more on a new one.
    func work<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        try work { connection, _ in try body(connection) }
    }

    /// The same; `body` receives whether the connection is lent.
    func work<Result>(
        _ body: (_ connection: PostgreSQLConnection, _ isLent: Bool) throws -> Result
    ) throws -> Result {
        if let other = lentLock.withLock({ lent[pthread_self()] }) { return try body(other, true) }
        return try lock.withLock {
            if let connection, connection.isTrusted {
                do { return try body(connection, false) } catch PostgreSQLFault.lost {}
            }
            let made = try open()
            connection = made
            return try body(made, false)
        }
    }

    /// Runs `body`, which works on another connection here: in its transaction, behind all that was sent.
    ///
    /// Other threads do not wait for that.
    func lending(_ other: PostgreSQLConnection, _ body: () throws -> Void) throws {
        lentLock.withLock { lent[pthread_self()] = other }
        defer { lentLock.withLock { lent[pthread_self()] = nil } }
        do { try body() } catch {
            guard other.isOpen || Task.isCancelled else { throw PostgreSQLFault.lost }
            throw error
        }
    }

    /// Closes the connection; the next work makes another.
    func close() {
        lock.withLock {
            connection?.close()
            connection = nil
        }
    }
}
