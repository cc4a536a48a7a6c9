// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session
import Terminal

/// What a panel needs to know of the moment in order to draw.
public struct DrawingContext: Sendable {
    /// The language to write in.
    public let language: Language
    /// Where the user’s wall clock hangs.
    public let timeZone: TimeZone
    /// What time it is.
    public let now: Timestamp
    /// The app’s own colour.
    public let accent: Color
    /// Whether the keys that select move in this panel; a selection elsewhere is drawn less loudly.
    public var isFocused = true

    /// A context of these facts.
    public init(language: Language, timeZone: TimeZone, now: Timestamp, accent: Color) {
        self.language = language
        self.timeZone = timeZone
        self.now = now
        self.accent = accent
    }

    /// A date as lists show it: the time of day for today, otherwise the day.
    public func short(_ timestamp: Timestamp) -> String {
        let then = CivilTime(timestamp, in: timeZone)
        return then.date == CivilTime(now, in: timeZone).date ? then.time : then.date
    }
}
