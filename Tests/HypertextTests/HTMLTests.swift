// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumHypertext
import Testing

/// Text as HTML has it.
struct HTMLTests {
    @Test(arguments: [
        ("", ""), ("plain, 字 and é", "plain, 字 and é"), ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"),
        ("it's", "it's"), ("&amp;", "&amp;amp;"), ("tab\tand\nline", "tab\tand\nline"),
        // No page may have controls.
        ("a\u{0}b\u{1B}c\u{7F}d\r", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}"), ("\u{80}x\u{9F}", "\u{FFFD}x\u{FFFD}"),
        // Those that turn what follows would turn markup too; their neighbours are text.
        ("\u{202A}\u{202E}a\u{2066}\u{2069}", "\u{FFFD}\u{FFFD}a\u{FFFD}\u{FFFD}"),
        ("\u{A0}\u{2029}\u{202F}\u{2065}\u{206A}", "\u{A0}\u{2029}\u{202F}\u{2065}\u{206A}"),
    ])
    func `text is no markup`(text: String, expected: String) {
        #expect(HTML.escaped(text) == expected)
        // Each part of it by itself says the same.
        var parts = HTMLText()
        let bytes = Array(text.utf8)
        var start = 0
        for character in text.unicodeScalars {
            let end = start + String(character).utf8.count
            parts.text(bytes, in: start..<end)
            start = end
        }
        #expect(String(decoding: parts.bytes, as: UTF8.self) == expected)
    }

    @Test func `markup stays what it is`() {
        var html = HTMLText()
        html.markup("<p>")
        html.raw("<b>")
        html.raw(Array("é</b>".utf8))
        for number in [0, 7, 42, -3] { html.number(number) }
        html.box(isTicked: true)
        html.box(isTicked: false)
        html.text("<")
        #expect(
            String(decoding: html.bytes, as: UTF8.self)
                == "<p><b>é</b>0742-3<input type=\"checkbox\" disabled checked> <input type=\"checkbox\" disabled> &lt;"
        )
    }

    @Test func `a literal is markup and the texts in it are not`() {
        var html: HTMLText = "<p>"
        html += "<a href=\"\("x\"y")\">\("<&>")</a> \(42)\(raw: "<br>")"
        #expect(
            String(decoding: html.bytes, as: UTF8.self) == "<p><a href=\"x&quot;y\">&lt;&amp;&gt;</a> 42<br>")
    }

    @Test(arguments: [
        ("https://example.org", true), ("HTTP://example.org", true), ("mailto:a@example.org", true),
        ("tel:+15551234567", true),
        ("javascript:alert(1)", false), ("JavaScript:alert(1)", false), ("data:text/html,x", false),
        ("file:///x", false),
        ("http:/x", false), (" https://example.org", false), ("", false), ("telnet://x", false),
    ])
    func `only an address that runs nothing is followed`(address: String, isSafe: Bool) {
        #expect(HTML.isSafe(address) == isSafe)
    }
}
