// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
import Proportion
@testable import SMSLogLogic
import Testing

@testable import MessageFormats

/// Tables that are made to explode cost in proportion to their size.
struct TableProportionTests {
    @Test(arguments: [
        "a,\"b\n", "\"\n", "a,\"b\"c\n", ",", "a,b,c\n", "\r", "\"a\"\"", "x",
        "2021-03-05 10:00:00,+49171,+49172,x\n", "2021-03-05 10:00:00,\"a;b;c\",Me,x\n",
    ])
    func `eight times the table costs at most ten times as much`(row: String) throws {
        let cost = try Proportion(from: 3_000) { size in
            let text = "Date,From,To,Text\n" + String(repeating: row, count: size / row.utf8.count)
            let table = TableReader(ByteLines(Array(text.utf8)))
            let outline = try? TableOutline(table, ImportChoices(), own: [], in: .gmt)
            let again = TableReader(ByteLines(Array(text.utf8)))
            again.width = 4
            var count = 0
            while try again.next() != nil { count += 1 }
            return (outline, count)
        }
        #expect(cost.holds, "\(cost)")
    }

    @Test func `an address in ASCII is spelt as it is with the tables of Unicode`() {
        var dice = Dice(seed: 7)
        let parts = [
            "+", "0", "00", "1", "23", "-", " ", ".", "(", ")", "/", "\t", "\r\n", "\u{1}", "a", "Z", "@", "*", "#", "",
            "insert-address-token", "INSERT-address-TOKEN", "-1", "-3", "(unknown)", "(Unknown)", "+49", "x y",
        ]
        for _ in 0..<5_000 {
            let raw = (0..<dice.roll(6)).map { _ in parts[dice.roll(parts.count)] }.joined()
            // A group of one goes by the characters.
            #expect(Address(raw).text == Address("~" + raw).text, "\(raw.debugDescription)")
        }
    }
}
