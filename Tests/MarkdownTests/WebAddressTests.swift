// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumMarkdown

/// What an address is, and where it ends.
struct WebAddressTests {
    private func leading(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        return WebAddress.end(of: bytes, from: 0).map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }

    /// Source: the examples of GFM 0.29, 6.9.
    @Test(arguments: [
        ("http://commonmark.org", "http://commonmark.org"),
        ("http://commonmark.org/help for more", "http://commonmark.org/help"),
        (
            "https://encrypted.google.com/search?q=Markup+(business)",
            "https://encrypted.google.com/search?q=Markup+(business)"
        ),
        ("http://commonmark.org/a.b.", "http://commonmark.org/a.b"),
        ("http://google.com/search?q=Markup+(business)))", "http://google.com/search?q=Markup+(business)"),
        ("http://google.com/search?q=Markup+(business))+ok", "http://google.com/search?q=Markup+(business))+ok"),
        ("http://google.com/search?q=commonmark&hl=en", "http://google.com/search?q=commonmark&hl=en"),
        ("http://google.com/search?q=commonmark&hl;", "http://google.com/search?q=commonmark"),
        ("http://commonmark.org/he<lp", "http://commonmark.org/he"),
        ("mailto:foo@bar.baz", "mailto:foo@bar.baz"), ("mailto:a.b-c_d@a.b", "mailto:a.b-c_d@a.b"),
        ("mailto:a.b-c_d@a.b.", "mailto:a.b-c_d@a.b"), ("mailto:a.b-c_d@a.b/", "mailto:a.b-c_d@a.b"),
    ])
    func `a bare address ends where GitHub ends it`(text: String, address: String) {
        #expect(leading(text) == address)
    }

    @Test(arguments: [
        ("http://localhost:8080/a_b_c", "http://localhost:8080/a_b_c"), ("HTTPS://X.org!?", "HTTPS://X.org"),
        ("https://x.org/路径，然后", "https://x.org/路径"), ("https://x.org。", "https://x.org"),
        ("https://x.org/a[[b]]", "https://x.org/a"), ("https://x.org/a[1]]", "https://x.org/a[1]"),
        ("https://x.org/a`b`", "https://x.org/a"), ("https://x.org/\"", "https://x.org/"), ("http://x;;.", "http://x"),
        ("https://münchen.de/ü", "https://münchen.de/ü"),
    ])
    func `a bare address ends before what follows it in a note`(text: String, address: String) {
        #expect(leading(text) == address)
    }

    @Test(arguments: [
        "http://", "https:// x", "http://.", "http://_.b_c.d_e", "http://a_b.c", "http:/x.y", "https:x", "ftp://x.y",
        "javascript:alert(1)", "mailto:", "mailto:a", "mailto:a@b", "mailto:a@b.c-", "mailto:a@b.c_", "mailto:@b.c", "",
        "https://\u{301}x", "https:/",
    ])
    func `what is no address`(text: String) { #expect(leading(text) == nil) }

    @Test func `an address that is written as one has a scheme that runs nothing, and no blanks`() {
        #expect(WebAddress("https://x.org/a;b'c$(d)")?.text == "https://x.org/a;b'c$(d)")
        for text in [
            "https://", "file:///etc/passwd", "javascript:alert(1)", "https://x y", "https://x\u{0A}y",
            "http://a\u{1B}b",
            "data:text/html,x", "x", "", " https://x.y", "http://a\u{9B}b", "note:3", "http://<x>", "-https://x",
        ] {
            #expect(WebAddress(text) == nil, "\(text)")
        }
    }
}
