// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// How long a writer waits for another process.
///
/// Five seconds in all, looking often: SQLite’s own waiting sleeps up to 100 ms between looks, and misses the short gaps
/// that another process’s import leaves.
final class BusyTimeout: Sendable {
    /// In milliseconds.
    static let length: Int32 = 5000
    private static let pause: Int32 = 5

    private let isSuspended = Atomic(false)

    /// Waits a moment more; SQLite calls it with how often it has waited already.
    ///
    /// - Returns: whether to look again.
    @Sendable
    func goesOn(_ tries: Int) -> Bool {
        guard !isSuspended.load(ordering: .relaxed) else { return false }
        usleep(UInt32(Self.pause) * 1000)
        return tries < Self.length / Self.pause
    }

    /// Runs `body` without waiting for the locks of others.
    func without(_ body: () -> Void) {
        isSuspended.store(true, ordering: .relaxed)
        defer { isSuspended.store(false, ordering: .relaxed) }
        body()
    }
}
