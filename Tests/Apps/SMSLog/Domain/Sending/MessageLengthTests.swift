// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import SMSLogLogic
import Testing

@Suite struct MessageLengthTests {
    @Test(arguments: [
        ("", MessageLength.Coding.gsm7, 0, 1, 160), ("Hi", .gsm7, 2, 1, 158), ("é@\n", .gsm7, 3, 1, 157),
        ("€[]", .gsm7, 6, 1, 154), ("ç", .ucs2, 1, 1, 69), ("😀", .ucs2, 2, 1, 68), ("你好", .ucs2, 2, 1, 68),
        ("`", .ucs2, 1, 1, 69), ("e\u{301}", .ucs2, 2, 1, 68),
    ])
    func aTextHasItsCoding(
        _ text: String, _ coding: MessageLength.Coding, _ units: Int, _ parts: Int, _ room: Int
    ) {
        let length = MessageLength(text)
        #expect(length.coding == coding)
        #expect([length.units, length.parts, length.room] == [units, parts, room])
    }

    @Test(arguments: [
        (160, "a", 1), (161, "a", 2), (306, "a", 2), (307, "a", 3), (80, "€", 1), (81, "€", 2),
        // Of 153 places an escaped sign leaves the last one empty.
        (152, "€", 2), (153, "€", 3), (70, "你", 1), (71, "你", 2), (134, "你", 2), (135, "你", 3), (35, "😀", 1),
        (36, "😀", 2), (66, "😀", 2), (67, "😀", 3),
    ])
    func partsBeginWhereTheNetworkHasThem(_ count: Int, _ sign: String, _ parts: Int) {
        #expect(MessageLength(String(repeating: sign, count: count)).parts == parts)
    }

    /// Adding a sign never makes a text shorter, and never adds more than a part but where the coding changes.
    @Test(arguments: [UInt64(1), 2, 3])
    func longerTextsTakeNoLess(_ seed: UInt64) {
        var random = Dice(seed: seed)
        var text = ""
        var last = MessageLength(text)
        for _ in 0..<600 {
            text += ["a", "€", "b", "{", "é", "😀", "好"].prefix(seed == 1 ? 5 : 7).randomElement(using: &random) ?? ""
            let length = MessageLength(text)
            let parts = MessageLength.split(text)
            #expect(parts.joined() == text && parts.count == length.parts)
            if parts.count > 1 {
                let most = length.coding == .gsm7 ? 153 : 67
                let sizes = parts.map { length.coding == .gsm7 ? MessageLength($0).units : $0.utf16.count }
                #expect(sizes.allSatisfy { $0 <= most })
            }
            #expect(length.parts >= last.parts)
            if length.coding == last.coding { #expect(length.parts <= last.parts + 1 && length.units > last.units) }
            #expect(last.coding == .gsm7 || length.coding == .ucs2)
            #expect(length.room >= 0)
            last = length
        }
    }
}
