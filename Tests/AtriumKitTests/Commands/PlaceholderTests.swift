// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

@testable import AtriumKit

/// Which words of what somebody types are translated, and which are typed as they are.
struct PlaceholderTests {
    @Test(arguments: [
        ("has:attachment", "has:attachment", "has:attachment"), ("tag:NAME", "tag:NOM", "tag:名称"),
        ("thread/:number", "thread/:numéro", "thread/:号码"), (":number", ":numéro", ":号码"),
        ("prop:NAME=VALUE", "prop:NOM=VALEUR", "prop:名称=值"), ("--key PUBKEY", "--key CLÉ", "--key 密钥"),
        ("2026-01", "2026-01", "2026-01"),
    ])
    func `words in capitals and steps of routes are translated, values that are typed are not`(
        text: String, french: String, chinese: String
    ) {
        #expect(Placeholder.translated(text, into: .english) == text)
        #expect(Placeholder.translated(text, into: .french) == french)
        #expect(Placeholder.translated(text, into: .simplifiedChinese) == chinese)
    }
}
