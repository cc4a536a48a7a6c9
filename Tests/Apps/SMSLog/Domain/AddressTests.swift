// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
import Testing

@Suite struct AddressTests {
    @Test(arguments: [
        ("+1 (555) 100-0000", "+15551000000"), ("+15551000000", "+15551000000"), ("0033 6 12.34.56.78", "+33612345678"),
        ("06 12 34", "061234"), ("12345", "12345"), ("00", "00"), ("MyBank", "MyBank"), ("  My Bank ", "My Bank"),
        ("Co-op", "Co-op"), ("a@b.org", "a@b.org"), ("*100#", "*100#"), ("", ""), ("  ", ""), ("+", "+"),
        ("+1555\u{202C}1000\u{A0}000", "+15551000000"), ("+33/6\u{2011}12", "+33612"),
        ("+2 22~+1-11", "+111~+222"), ("+111~+222~+111", "+111~+222"), ("~+111~", "+111"),
        ("insert-address-token", ""), ("+2~insert-address-token~+1", "+1~+2"), ("-1", "(unknown)"),
        ("(Unknown)", "(unknown)"), ("+1~-2", "(unknown)~+1"),
    ])
    func isSpeltOneWay(_ raw: String, _ text: String) {
        #expect(Address(raw).text == text)
        #expect(Address(Address(raw).text).text == text)
    }

    @Test(arguments: [
        ("+15551000000", true), ("12345", true), ("12", false), ("MyBank", false), ("+111~+222", false), ("", false),
        ("+1234567890123456", false),
    ])
    func knowsWhereMessagesCanBeSent(_ raw: String, _ expected: Bool) {
        #expect(Address(raw).isDialable == expected)
    }
}
