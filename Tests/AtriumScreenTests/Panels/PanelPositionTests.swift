// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
@testable import AtriumScreen
import Dice
import Testing

/// Which rows of a panel are seen, and which one is selected.
struct PanelPositionTests {
    @Test func `the newest is at the end, and stays there`() {
        var position = PanelPosition(isSelectable: true, startsAtEnd: true)
        position.setCount(100)
        position.fit(10)
        #expect(position.rows == 90..<100)
        #expect(position.selected == 99)
        position.setCount(101)
        #expect(position.rows == 91..<101)
        #expect(position.selected == 100)
        position.select(by: -50)
        position.setCount(102)
        #expect(position.selected == 50)
    }

    @Test func `whatever happens, what is selected is seen`() {
        var dice = Dice(seed: 11)
        for startsAtEnd in [false, true] {
            var position = PanelPosition(isSelectable: true, startsAtEnd: startsAtEnd)
            for _ in 0..<5_000 {
                switch dice.roll(5) {
                case 0: position.setCount(dice.roll(61))
                case 1: position.fit(dice.roll(20) + 1)
                case 2: position.select(by: dice.roll(21) - 10)
                case 3: position.scroll(by: dice.roll(61) - 30)
                default: position.select(dice.roll(76) - 5)
                }
                #expect(position.rows.lowerBound >= 0 && position.rows.upperBound <= position.count)
                #expect(position.rows.count == min(position.visible, position.count))
                if let selected = position.selected {
                    #expect(position.visible == 0 || position.rows.contains(selected), "\(position)")
                } else {
                    #expect(position.count == 0)
                }
            }
        }
    }
}
