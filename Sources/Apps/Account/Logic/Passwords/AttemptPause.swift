// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The wait for a name after failures: none for the first ones, then from a second on twice as long each.
///
/// OWASP Authentication Cheat Sheet, “Account lockout”. The wait is kept as a time of day, since it has to hold for
/// every process; a clock that is set back makes it start again and never makes it longer than it was.
package enum AttemptPause {
    /// The number of failures without a wait: people mistype.
    package static let free = 2
    /// The longest wait.
    package static let longest = Duration.seconds(15 * 60)
    /// The time without another failure after which the failures are forgotten.
    package static let memory = Duration.seconds(24 * 60 * 60)

    /// More failures than this cost no more.
    private static let mostCounted = 1_000_000

    /// The wait after a number of failures.
    package static func wait(after failures: Int) -> Duration {
        guard failures > free else { return .zero }
        // 2¹⁰ seconds are over the longest wait already, and a shift by many more would be nothing.
        return min(longest, .seconds(1 << min(failures - free - 1, 10)))
    }

    /// The failures after another try at `now`: one more, in advance, if there is nothing to wait for.
    ///
    /// If the clock was set back the wait starts again; failures as old as `memory` are forgotten.
    static func trying(after earlier: Attempts?, at now: Timestamp) -> Attempts {
        guard let earlier, earlier.lastAt + memory > now else { return Attempts(failures: 1, lastAt: now) }
        guard remaining(of: earlier, at: now) == .zero else {
            return Attempts(failures: earlier.failures, lastAt: min(earlier.lastAt, now))
        }
        // The stored number may be any.
        return Attempts(failures: min(max(earlier.failures, 0), mostCounted) + 1, lastAt: now)
    }

    /// The rest of the wait at `now`, at most the whole of it.
    static func remaining(of attempts: Attempts?, at now: Timestamp) -> Duration {
        guard let attempts else { return .zero }
        let whole = wait(after: attempts.failures)
        return max(.zero, whole - max(.zero, now - attempts.lastAt))
    }
}

/// The place at which the failures to log in with a name are counted: one of 65,536.
///
/// Names without an account are counted like the others, since a wait that only accounts have would show which names
/// are accounts. They are not stored, since people type passwords in place of the name: sixteen bits of a name show
/// nothing of it, and keep the number of rows in bounds. Names that share a place share their wait.
enum AttemptBucket {
    /// The place of the name with this key: its FNV-1a hash, folded to 16 bits.
    static func of(nameKey: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in nameKey.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash ^= hash >> 32
        return Int((hash ^ hash >> 16) & 0xffff)
    }
}
