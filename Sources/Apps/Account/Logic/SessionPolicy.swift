// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// How long sessions last (OWASP Session Management Cheat Sheet: a working day at most, half an hour unused at most).
package struct SessionPolicy: Sendable, Hashable {
    /// When the password is asked for again at the latest, also for a login that was kept.
    package let lifetime: Duration
    /// After how long without a command the password is asked for again.
    package let idleLimit: Duration
    /// How exactly the store knows when a session was last used; each note costs a write.
    package let touchInterval: Duration

    /// Eight hours, thirty minutes unused.
    package static let standard = SessionPolicy(
        lifetime: .seconds(8 * 60 * 60), idleLimit: .seconds(30 * 60), touchInterval: .seconds(5 * 60))
}

/// After how long without a key a login is locked, as its user has set it: minutes, or `off`.
package enum IdleLimit {
    /// What the setting is called.
    package static let settingName = "account.idle"
    /// Never locks a login that is not used.
    package static let off = "off"
    /// Which minutes there are to choose from.
    package static let minutes = [5, 10, 15, 30, 60]

    /// What a setting means; `nil`: never.
    ///
    /// - Parameter standard: what holds where nothing was set, or nothing that is known.
    static func limit(_ setting: String?, standard: Duration) -> Duration? {
        if setting == off { return nil }
        guard let minutes = setting.flatMap({ Int($0) }), Self.minutes.contains(minutes) else { return standard }
        return .seconds(minutes * 60)
    }

    /// What is kept for what was typed: `15`, `15m`, `1 hour`.
    ///
    /// - Throws: `AccountFault.badIdleLimit`.
    package static func checked(_ typed: String) throws(AccountFault) -> String {
        if typed.lowercased() == off { return off }
        let length = Int32(typed).map { Duration.seconds(Int64($0) * 60) } ?? DurationText.duration(typed)
        guard let choice = minutes.first(where: { .seconds($0 * 60) == length }) else {
            throw .badIdleLimit(typed, choices: minutes.map { String($0) } + [off])
        }
        return String(choice)
    }
}
