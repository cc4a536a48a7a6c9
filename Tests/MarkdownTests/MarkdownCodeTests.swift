// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumMarkdown

struct MarkdownCodeTests {
    @Test(arguments: [
        ("a `b` c", ["b"]), ("```\nb\n\n  c\n```\nd", ["b", "", "c"]),
        ("- ````\n  ```\n  b\n  ````\n- `c`", ["```", "b", "c"]),
        ("- ```\n  b\n- ```\n  c\n  ```\n\n      d", ["b", "c"]),
        ("    indented\n\ntext", []), ("~~~\nopen to the end", ["open to the end"]), ("\\`no` ~~a~~", []), ("", []),
    ])
    func `code is what stands between fences and between backticks`(_ text: String, _ code: [String]) {
        let document = MarkdownDocument(text)
        #expect(document.code.map(document.text) == code)
    }
}
