import AccountStore
import Session

/// How long a name has to wait after failures: nothing for the first ones, then from a second on twice as long each.
///
/// OWASP Authentication Cheat Sheet, “Account lockout”. The wait is kept as a time of day, since it has to hold for
/// every process; a clock that is set back makes it start again and never makes it longer than it was.
package enum BackOff {
    /// How many failures cost nothing: people mistype.
    package static let free = 2
    /// The longest wait.
    package static let longest = Duration.seconds(15 * 60)
    /// After how long without one more the failures are forgotten.
    package static let memory = Duration.seconds(24 * 60 * 60)

    /// The wait that follows so many failures.
    package static func wait(after failures: Int) -> Duration {
        guard failures > free else { return .zero }
        // 2¹⁰ seconds are over the longest wait already, and a shift by many more would be nothing.
        return min(longest, .seconds(1 << min(failures - free - 1, 10)))
    }

    /// What is left of the wait at `now`, at most the whole of it.
    static func remaining(of attempts: Attempts, at now: Timestamp) -> Duration {
        let whole = wait(after: attempts.failures)
        let passed = Duration.milliseconds(max(0, now.milliseconds - attempts.lastAt.milliseconds))
        return max(.zero, whole - passed)
    }
}
