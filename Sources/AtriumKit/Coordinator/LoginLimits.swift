// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// How long a login still holds: until it expires, and as long as somebody is there.
///
/// Both are measured by two clocks. The time of day may be set back by whoever wants to stay; the other clock stands
/// still on some machines while they sleep. What either of them says is over is over.
package struct LoginLimits {
    private var expiry: Duration = .zero
    private var activity: (elapsed: Duration, now: Timestamp) = (.zero, Timestamp(milliseconds: 0))

    /// A login begins.
    mutating func begin(_ session: UserSession, at clock: any WallClock) {
        expiry = clock.elapsed + (session.expiresAt - clock.now)
        noteActivity(at: clock)
    }

    /// Somebody is there.
    mutating func noteActivity(at clock: any WallClock) { activity = (clock.elapsed, clock.now) }

    /// Why the password has to be given before anything more is shown or done; nil: it has not.
    func end(of lease: LoginState.Lease, at clock: any WallClock) -> End? {
        let (elapsed, now) = (clock.elapsed, clock.now)
        if elapsed >= expiry || now >= lease.expiresAt { return .expired }
        guard let limit = lease.idleLimit else { return nil }
        return max(elapsed - activity.elapsed, now - activity.now) > limit ? .idle(limit) : nil
    }

    /// Why a login does not hold any more.
    package enum End: Hashable {
        /// Its time is up.
        case expired
        /// Nobody was there for this long.
        case idle(Duration)
    }
}
