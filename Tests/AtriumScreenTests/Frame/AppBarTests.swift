// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumTerminal
import Dice
import Testing

/// What stands on top of the screen, however many apps there are and however narrow it is.
struct AppBarTests {
    private static let statuses = ["ana · en · 09:00", "ana · 09:00", "09:00"]
    private static let three = ["Notes", "SMS", "Account"]

    @Test(arguments: [
        (three, 80, 0..<3, "ana · en · 09:00"), (three, 40, 0..<3, "ana · en · 09:00"),
        (three, 39, 0..<3, "ana · 09:00"),
        (three + ["Tasks"], 48, 0..<4, "ana · en · 09:00"), (three + ["Tasks"], 47, 0..<4, "ana · 09:00"),
        (three + ["Tasks"], 42, 0..<3, "ana · 09:00"), (three + ["Tasks"], 36, 0..<2, "ana · 09:00"),
        (three, 12, 0..<1, ""), (three, 3, 0..<1, ""), ([], 20, 0..<0, "ana · en · 09:00"),
    ])
    func `the language gives way first, then other apps`(titles: [String], room: Int, apps: Range<Int>, status: String)
    {
        let bar = AppBar(titles: titles, current: 0, statuses: Self.statuses, room: room)
        #expect(bar.apps == apps)
        #expect(bar.status == status)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `the current app is named, and nothing lies over the other`(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<500 {
            let titles = (0..<Int.random(in: 1...9, using: &dice)).map { _ in
                String(repeating: "字a", count: Int.random(in: 1...6, using: &dice))
            }
            let current = Int.random(in: titles.indices, using: &dice)
            let room = Int.random(in: 1...100, using: &dice)
            let bar = AppBar(titles: titles, current: current, statuses: Self.statuses, room: room)
            #expect(bar.apps.contains(current))
            let signs =
                (bar.apps.lowerBound > 0 ? AppBar.more : 0) + (bar.apps.upperBound < titles.count ? AppBar.more : 0)
            let used = bar.apps.reduce(signs) { $0 + DisplayWidth.of(titles[$1]) + AppBar.margin }
            #expect(used + DisplayWidth.of(bar.status) <= room || bar.apps.count == 1 && bar.status.isEmpty)
        }
    }
}
