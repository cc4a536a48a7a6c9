// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The length of sessions (OWASP Session Management Cheat Sheet: a working day at most, half an hour unused at most).
package struct SessionPolicy: Sendable, Hashable {
    /// The time after which the password is required again, also for a kept login.
    package let lifetime: Duration
    /// The time without a command after which the password is required again.
    package let idleLimit: Duration
    /// The precision with which the store records the last use of a session; each record costs a write.
    package let touchInterval: Duration

    /// Eight hours, thirty minutes unused.
    package static let standard = SessionPolicy(
        lifetime: .seconds(Lifetime.usual * 3600), idleLimit: .seconds(IdleLimit.usual * 60),
        touchInterval: .seconds(5 * 60))
}

/// The time without a key after which a login is locked, as its user has set it: minutes, or `off`.
package enum IdleLimit {
    package static let settingName = "account.idle"
    /// Never locks a login that is not used.
    package static let off = "off"
    /// The minutes without a choice.
    package static let usual = 30
    /// The minutes to choose from.
    package static let minutes = [5, 10, 15, 30, 60]

    /// The limit by a setting; `nil`: none.
    ///
    /// - Parameter standard: The limit without a setting, or with an unknown one.
    static func limit(_ setting: String?, standard: Duration) -> Duration? {
        if setting == off { return nil }
        guard let minutes = setting.flatMap({ Int($0) }), Self.minutes.contains(minutes) else { return standard }
        return .seconds(minutes * 60)
    }

    /// The value to store for a typed one: `15`, `15m`, `1 hour`.
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

/// The time after which a login ends, however it is used, as its user has set it: hours.
package enum Lifetime {
    package static let settingName = "account.lifetime"
    /// The hours without a choice.
    package static let usual = 8
    /// The hours to choose from.
    package static let hours = [1, 4, 8, 12, 24]

    /// The length by a setting.
    ///
    /// - Parameter standard: The length without a setting, or with an unknown one.
    static func length(_ setting: String?, standard: Duration) -> Duration {
        guard let hours = setting.flatMap({ Int($0) }), Self.hours.contains(hours) else { return standard }
        return .seconds(hours * 3600)
    }

    /// The value to store for a typed one: `8`, `8h`, `1 day`.
    ///
    /// - Throws: `AccountFault.badLifetime`.
    package static func checked(_ typed: String) throws(AccountFault) -> String {
        let length = Int32(typed).map { Duration.seconds(Int64($0) * 3600) } ?? DurationText.duration(typed)
        guard let choice = hours.first(where: { .seconds($0 * 3600) == length }) else {
            throw .badLifetime(typed, choices: hours.map { String($0) })
        }
        return String(choice)
    }
}
