// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumPhoneNumbers

struct PhoneNumberingTests {
    private let singapore = PhoneNumbering(region: "SG")

    @Test(arguments: [
        "8123 4567", "81234567", "+65 8123 4567", "+65 (0)8123 4567", "+65081234567", "tel:+65-8123-4567",
        "sms:+6581234567", "SMSTO:+6581234567?body=hello", "0065 8123 4567", "\u{FF0B}６５ ８１２３ ４５６７",
        "6581234567", "+65\u{2011}8123\u{2011}4567", "tel:8123-4567;phone-context=+65", "+٦٥ ٨١٢٣ ٤٥٦٧",
        "\u{202A}+65 8123 4567\u{202C}", "(+65) 8123.4567", "+65/8123/4567", "tel:+6581234567;isub=12",
    ])
    func `every spelling of a number is that number`(spelling: String) {
        #expect(singapore.international(spelling) == "+6581234567")
    }

    @Test(arguments: [
        "72000", "999", "112", "1800-FLOWERS", "MyBank", "", "+", "0", "ana@example.org", "*123#", "+65 8123 4567 x12",
        "tel:+6581234567;ext=12", "81234567~91234567", "+6581234567+6591234567", "(unknown)", "00", "0000000000",
        "12345678901234567890123456789012345678901234567890", "tel:", "tel:MyBank", "0123", "+72000", "½²³⁴⁵⁶⁷⁸⁹",
    ])
    func `what is no number of a telephone stays what it is`(text: String) {
        #expect(singapore.international(text) == nil)
    }

    @Test
    func `a number without country code depends on the region`() {
        #expect(PhoneNumbering(region: "gb").international("020 7946 0000") == "+442079460000")
        #expect(PhoneNumbering(region: "IT").international("06 698 12345") == "+390669812345")
        #expect(PhoneNumbering(region: "AR").international("011 15-2345-6789") == "+5491123456789")
        #expect(PhoneNumbering(region: "JE").international("0711 234567") == nil)
        for region in [nil, "", "ZZ", "001", "Singapore"] {
            #expect(PhoneNumbering(region: region).region == nil)
            #expect(PhoneNumbering(region: region).international("8123 4567") == nil)
            #expect(PhoneNumbering(region: region).international("+65 8123 4567") == "+6581234567")
        }
    }

    @Test
    func `a number of six digits is one where mobile numbers are that short`() {
        #expect(PhoneNumbering(region: "FO").international("211234") == "+298211234")
        #expect(PhoneNumbering(region: "DE").international("72000") == nil)
        #expect(PhoneNumbering(region: "DE").international("030 72000") == "+493072000")
    }

    @Test
    func `all regions have patterns that can be read`() {
        let lines = NumberingPlanTable.lines.split(separator: "\n").map { $0.split(separator: " ") }
        // Numbers of no region have the name 001.
        #expect(Set(lines.map { $0[1] }).subtracting(["001"]).count == 245)
        for fields in lines {
            #expect(fields[1] == "001" || PhoneNumbering(region: String(fields[1])).region == String(fields[1]))
            let patterns =
                fields[2...5].filter { $0 != "_" } + fields[6...].compactMap { $0.split(separator: "/").last }
            for pattern in patterns where pattern != "_" && pattern != fields[4] {
                #expect(!NumberPattern(pattern).steps.contains(.digit(0)), "\(pattern)")
            }
        }
    }

    @Test
    func `alternatives are tried in their order`() {
        let pattern = NumberPattern("(?:0|90)(?:(1[245]|3)(\\d{1,2}))?$|9")
        #expect(pattern.match([9, 0, 1, 4, 7])?.group(1) == 2..<4)
        #expect(pattern.match([9, 0, 1, 4, 7])?.group(2) == 4..<5)
        #expect(pattern.match([9, 0, 1, 4, 7, 8, 1])?.end == 1)
        #expect(pattern.match([9, 0])?.group(1) == nil)
        #expect(NumberPattern("1(2)?").match([1, 2], whole: true)?.group(1) == 1..<2)
        #expect(!NumberPattern("12").matches([1, 2, 3]))
    }

    @Test(arguments: ["(", "[", "{", "1{", "1{3", "a", "*", ")", "(?:1", "1{2,1}", "\\"])
    func `a broken pattern matches nothing and ends`(text: String) {
        #expect(!NumberPattern(text).matches([1, 2, 3]))
    }
}
