// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

struct CompletionWordTests {
    @Test(arguments: [
        ("", ""), ("open", "open"), ("open no", "no"), ("open ", ""), ("open My\\ no", "My no"),
        ("open \"My no", "My no"),
        ("open 'My no", "My no"), ("a 'b c' d", "d"), ("a > fi", "fi"), ("a|b", "b"), ("it\\'s", "it's"),
        ("\"a\\n", "a\\n"), ("\"a\\\"b", "a\"b"), ("你 好", "好"),
    ])
    func readsTheLastWord(line: String, word: String) {
        #expect(CompletionWord(beforeCursor: line).text == word)
    }

    @Test(arguments: [Unicode.Scalar?.none, "\"", "'"])
    func whatIsQuotedReadsBack(quote: Unicode.Scalar?) {
        for word in ["plain", "My note", "it's", "a\"b\\c", "$x `y` | z > w", "你好 ！", "# ~ * ? !"] {
            #expect(CompletionWord(beforeCursor: "do " + CompletionWord.quoted(word, within: quote)).text == word)
        }
    }
}
