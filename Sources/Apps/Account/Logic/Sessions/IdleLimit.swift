// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import Session

/// After how long without a key a login is locked, as its user has set it: minutes, or `off`.
package enum IdleLimit {
    /// What the setting is called.
    package static let settingName = "account.idle"
    /// Never locks a login that is not used.
    package static let off = "off"
    /// Which minutes there are to choose from.
    package static let minutes = [5, 10, 15, 30, 60]

    /// What a setting means; nil: never.
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
