// SPDX-License-Identifier: GPL-3.0-or-later

/// How long sessions last (OWASP Session Management Cheat Sheet: a working day at most, half an hour unused at most).
package struct SessionPolicy: Sendable, Hashable {
    /// When the password is asked for again at the latest, also for a login that was kept.
    package let lifetime: Duration
    /// After how long without a command the password is asked for again.
    package let idleLimit: Duration
    /// How exactly the store knows when a session was last used; each note costs a write.
    package let touchInterval: Duration

    /// Sessions that last so long.
    package init(lifetime: Duration, idleLimit: Duration, touchInterval: Duration) {
        self.lifetime = lifetime
        self.idleLimit = idleLimit
        self.touchInterval = touchInterval
    }

    /// Eight hours, thirty minutes unused.
    package static let standard = SessionPolicy(
        lifetime: .seconds(8 * 60 * 60), idleLimit: .seconds(30 * 60), touchInterval: .seconds(5 * 60))
}
