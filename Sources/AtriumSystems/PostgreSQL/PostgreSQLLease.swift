// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import AtriumStores
import Foundation
import Synchronization

/// The right to do one kind of work, which one process of all machines has at a time.
///
/// A row of the server names the holder and the time, by the server’s clock, until which the right holds; the holder renews
/// it. If a process or its machine ends without giving it back, another one has it after `span`.
///
/// Each write while it is held is checked against that row in the same transaction: a process that was stopped for long
/// changes nothing more once another has taken over.
package final class PostgreSQLLease: Sendable {
    /// The lease of the present task; `nil` if it works without one.
    @TaskLocal static var current: PostgreSQLLease?

    /// The time for which it holds unless it is renewed.
    package static let span = Duration.seconds(6)
    private static let pause = Duration.seconds(2)
    private let system: PostgreSQLSystem
    private let name: String
    private let end: Mutex<ContinuousClock.Instant>
    private let renewal = Mutex<Task<Void, Never>?>(nil)

    fileprivate init(_ name: String, on system: PostgreSQLSystem, until end: ContinuousClock.Instant) {
        (self.system, self.name) = (system, name)
        self.end = Mutex(end)
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: Self.pause)) != nil, let self, self.isHeld { await self.renew() }
        }
        renewal.withLock { $0 = task }
    }

    deinit { renewal.withLock { $0 }?.cancel() }

    /// Whether it surely holds now.
    package var isHeld: Bool { ContinuousClock.now < end.withLock { $0 } }

    /// Runs `body`, which may write only as long as the lease holds, except to record the state of an operation outside of the
    /// store.
    package func holding<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let permit = WritePermit { [weak self] purpose in purpose == .record || self?.isHeld == true }
        return try await WritePermit.$current.withValue(permit) {
            try await Self.$current.withValue(self) { try await body() }
        }
    }

    /// Releases the lease at once.
    package func giveBack() async {
        renewal.withLock { $0 }?.cancel()
        end.withLock { $0 = .now }
        // Otherwise it ends by itself.
        _ = try? await system.transaction { connection in
            try connection.rows(
                "DELETE FROM atrium_lease WHERE name = $1 AND holder = $2",
                [.text(self.name), .text(self.system.holder)]
            ).count
        }
    }

    /// Refuses a transaction if the lease does not hold any more, and keeps it from ending before the transaction does.
    func check(on connection: PostgreSQLConnection, at place: String) throws {
        let found = try connection.rows(
            """
            SELECT 1 FROM atrium_lease WHERE name = $1 AND holder = $2 AND until > clock_timestamp() FOR SHARE
            """, [.text(name), .text(system.holder)])
        guard found.count == 1 else { throw StoreFault.interrupted(path: place) }
    }

    private func renew() async {
        let start = ContinuousClock.now
        // A server that cannot be reached now may be in time for the next try.
        guard let isStill = try? await Self.take(name, on: system, isNew: false) else { return }
        end.withLock { $0 = isStill ? start + Self.span : start }
    }

    /// Takes it, or renews it; returns whether this process has it.
    fileprivate static func take(_ name: String, on system: PostgreSQLSystem, isNew: Bool) async throws -> Bool {
        let insertion = """
            INSERT INTO atrium_lease (name, holder, until) VALUES ($1, $2, clock_timestamp() + $3::interval)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
            WHERE atrium_lease.holder = excluded.holder OR atrium_lease.until <= clock_timestamp() RETURNING 1
            """
        let renewal = """
            UPDATE atrium_lease SET until = clock_timestamp() + $3::interval WHERE name = $1 AND holder = $2 RETURNING 1
            """
        return try await system.transaction { connection in
            try connection.rows(
                isNew ? insertion : renewal,
                [.text(name), .text(system.holder), .text("\(span.components.seconds) seconds")]
            ).count == 1
        }
    }
}

extension PostgreSQLSystem {
    /// The right to do one kind of work; `nil` if another process has it.
    ///
    /// - Throws: `StoreFault`.
    package func lease(_ name: String) async throws -> PostgreSQLLease? {
        let start = ContinuousClock.now
        guard try await PostgreSQLLease.take(name, on: self, isNew: true) else { return nil }
        return PostgreSQLLease(name, on: self, until: start + PostgreSQLLease.span)
    }
}
