// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import Testing

/// Which tabs there is room for.
struct TabBarTests {
    private let titles = ["Conversations", "Messages", "Contacts"]

    @Test func `all tabs are named where there is room for all`() {
        for current in titles.indices {
            #expect(TabBar(titles: titles, current: current, room: 38).tabs == 0..<3)
        }
    }

    @Test func `the one that is shown is there in full, and others give way to it`() {
        #expect(TabBar(titles: titles, current: 0, room: 31).tabs == 0..<2)
        #expect(TabBar(titles: titles, current: 1, room: 31).tabs == 0..<2)
        #expect(TabBar(titles: titles, current: 2, room: 31).tabs == 1..<3)
        #expect(TabBar(titles: titles, current: 2, room: 15).tabs == 2..<3)
    }

    @Test func `one that is too long stands alone`() {
        #expect(TabBar(titles: titles, current: 0, room: 8).tabs == 0..<1)
        #expect(TabBar(titles: [], current: 0, room: 8).tabs.isEmpty)
    }
}
