// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

/// What is shown of keys that are pressed while a command works.
struct TypedAheadTests {
    @Test(arguments: [
        ("list", "list"), ("lsit\u{7F}\u{7F}\u{7F}ist\r", "list\n"), ("one\rtwo\u{15}x", "one\nx"),
        ("one\r\u{7F}\u{8}x", "one\nx"), ("é水👨‍👩‍👧\u{7F}", "é水"), ("a\u{1B}[A\u{1B}OPb\u{1B}fc\u{1B}", "abc"),
        ("a\u{1B}]11;rgb:0/0/0\u{7}b\u{3}\tc", "abc"), ("", ""),
    ])
    func `what is typed is seen as it will stand on the line`(typed: String, seen: String) {
        #expect(TypedAhead.text(of: Array(typed.utf8)) == seen)
    }

    @Test func `a character is seen when it is whole`() {
        #expect(TypedAhead.text(of: Array("a水".utf8.dropLast())) == "a")
    }
}
