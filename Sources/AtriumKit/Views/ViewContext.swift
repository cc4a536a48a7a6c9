// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// What of the moment an app needs to know to say what it shows.
public struct ViewContext: Hashable, Sendable, Codable {
    /// The language to write in.
    public let language: Language
    /// Where the user’s wall clock hangs.
    public let timeZone: Zone
    /// What time it is.
    public let now: Timestamp

    /// A context of these facts.
    public init(language: Language, timeZone: Zone, now: Timestamp) {
        self.language = language
        self.timeZone = timeZone
        self.now = now
    }

    /// A date as lists show it: the time of day for today, otherwise the day.
    public func short(_ timestamp: Timestamp) -> String {
        let then = CivilTime(timestamp, in: timeZone)
        return Day(then) == Day(now, in: timeZone) ? then.time : then.date
    }
}
