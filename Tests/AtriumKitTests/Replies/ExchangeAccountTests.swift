// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Testing

@Suite struct ExchangeAccountTests {
    @Test func `an account has a fact for each kind, and the reasons by name`() {
        let account = ExchangeAccount(
            kept: 4, changed: 2, leftOut: 1, reasons: ["empty": 1, "badDate": 2, "trashed": 0])
        #expect(account.facts.map(\.key) == ["read", "kept", "changed", "leftOut", "reasons"])
        #expect(account.facts.map(\.value).prefix(4) == [.number(5), .number(4), .number(2), .number(1)])
        #expect(account.facts.last?.value == .list([.text("badDate: 2"), .text("empty: 1")]))
    }
}
