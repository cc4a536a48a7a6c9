// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// The present circumstances that an app needs for its display.
public struct ViewContext: Hashable, Sendable, Codable {
    /// The language to write in.
    public let language: Language
    /// The time zone of the user.
    public let timeZone: Zone
    /// The present time.
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
