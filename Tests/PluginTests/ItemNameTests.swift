// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import new_app

@Suite struct ItemNameTests {
    @Test(arguments: [
        ("Habit", "Habit Habits habit habits; a habit, habits: A habit. Habits habit"),
        (
            "PhoneCall",
            "PhoneCall PhoneCalls phoneCall phoneCalls; a phone call, phone calls: A phone call. Phone calls phonecall"
        ),
        ("Entry", "Entry Entries entry entries; an entry, entries: An entry. Entries entry"),
        ("Box", "Box Boxes box boxes; a box, boxes: A box. Boxes box"),
        ("Day", "Day Days day days; a day, days: A day. Days day"),
    ])
    func `a name makes a type, variables and words`(word: String, text: String) throws {
        let form =
            "__Item__ __Items__ __item__ __items__; __a_thing__, __things__: __A_thing__. __Things__ __thing_id__"
        #expect(try ItemName(word).filling(form) == text)
    }

    @Test(arguments: ["habit", "Habit2", "", "My Habit", "Class", "In"])
    func `a name is letters with a capital first, and no word of Swift`(word: String) {
        #expect(throws: NewAppFault.notAnItem(word)) { try ItemName(word) }
    }

    @Test func `a name is not too long for the lines of the template`() throws {
        let long = "A" + String(repeating: "b", count: ItemName.longest)
        #expect(throws: NewAppFault.tooLong(long, most: ItemName.longest)) { try ItemName(long) }
    }
}
