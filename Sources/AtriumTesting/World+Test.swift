// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
public import Session
public import Systems
public import Worlds

extension World {
    /// A world in memory, in UTC, whose clock is the given one.
    public static func test(
        system: InformationSystem = .memory(MemorySystem()), clock: any WallClock = ManualClock.nineOClock,
        workingFolder: String = "/nowhere"
    ) -> World {
        World(
            system: system, clock: clock, timeZone: .gmt, workingFolder: workingFolder, seed: 7,
            passwordCost: .least, worksUnasked: false)
    }
}

extension ManualClock {
    /// A clock that stands at 2026-01-01T09:00:00Z.
    public static var nineOClock: ManualClock { ManualClock(now: Timestamp(seconds: 1_767_258_000)) }
}
