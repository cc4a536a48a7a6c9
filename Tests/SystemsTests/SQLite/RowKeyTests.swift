// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSystems

@Suite struct RowKeyTests {
    @Test func ownersHaveRangesOfTheirOwn() {
        let key = RowKey(owner: 4_194_303, number: 1_099_511_627_775)
        #expect(key.owner == 4_194_303)
        #expect(key.number == 1_099_511_627_775)
        #expect(RowKey.range(owner: 4_194_303).upperBound == key.rawValue)
        #expect(RowKey.range(owner: 1).upperBound + 1 == RowKey.range(owner: 2).lowerBound)
    }

    @Test(arguments: [-1, 1 << 40, .max, .min])
    func aNumberThatNoRowHasFindsNoOtherUsersRow(_ number: Int) {
        #expect(RowKey(owner: 3, number: number).rawValue == RowKey.range(owner: 3).lowerBound)
    }
}
