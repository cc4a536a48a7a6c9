// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// How long a writer waits for another process.
///
/// Five seconds in all, looking often: SQLite’s own waiting sleeps up to 100 ms between looks, and misses the short gaps
/// that another process’s import leaves.
final class BusyTimeout: Sendable {
    /// In milliseconds.
    static let length = Patience.full.rawValue
    private static let pause: Int32 = 5

    private let patience = Atomic(Patience.full.rawValue)

    /// For how long a writer waits, in milliseconds.
    enum Patience: Int32 {
        case full = 5000
        /// For what can be done later as well: long enough for the small write of another process.
        case short = 200
        case none = 0
    }

    /// Waits a moment more; SQLite calls it with how often it has waited already.
    ///
    /// - Returns: whether to look again.
    @Sendable
    func goesOn(_ tries: Int) -> Bool {
        let most = patience.load(ordering: .relaxed) / Self.pause
        guard most > 0 else { return false }
        usleep(UInt32(Self.pause) * 1000)
        return tries < most
    }

    /// Runs `body`, waiting for the locks of others for so long.
    func waiting<Result>(_ patience: Patience, _ body: () throws -> Result) rethrows -> Result {
        self.patience.store(patience.rawValue, ordering: .relaxed)
        defer { self.patience.store(Patience.full.rawValue, ordering: .relaxed) }
        return try body()
    }
}
