// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import Session

extension Moment {
    /// By when something is due; without a time of day, on that day.
    func due(today: Day) -> DueTime { DueTime(day.day(today: today), minutes: seconds.map { $0 / 60 }) }
}
