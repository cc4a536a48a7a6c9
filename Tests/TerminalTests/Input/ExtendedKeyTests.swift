// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Terminal

/// Keys that a terminal was asked to tell apart.
struct ExtendedKeyTests {
    private func plain(_ sequence: String) -> String? {
        ExtendedKey.plain(Array("\u{1B}[\(sequence)".utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        // Escape, Ctrl, Alt and both, by kitty’s protocol and by xterm’s.
        ("27u", "\u{1B}"), ("97;5u", "\u{1}"), ("27;5;97~", "\u{1}"), ("98;3u", "\u{1B}b"), ("27;3;98~", "\u{1B}b"),
        ("98;7u", "\u{1B}\u{2}"), ("97;6u", "\u{1}"), ("98;4u", "\u{1B}B"), ("99;5:1u", "\u{3}"), ("99;5:3u", ""),
        ("32;5u", "\0"), ("47;5u", "\u{1F}"), ("91;5u", "\u{1B}"), ("51;5u", "\u{1B}"), ("56;5u", "\u{7F}"),
        ("49;5u", "1"), ("233;3u", "\u{1B}é"), ("233u", "é"),
        // What has a meaning besides its character.
        ("13u", "\r"), ("13;2u", "\r"), ("13;3u", "\u{1B}\r"), ("13;5u", "\u{1B}[13;5u"),
        ("27;5;13~", "\u{1B}[13;5u"), ("13;7u", "\u{1B}[13;5u"), ("13;133u", "\u{1B}[13;5u"), ("9;2u", "\u{1B}[Z"),
        ("9;5u", "\t"), ("127u", "\u{7F}"), ("127;5u", "\u{8}"), ("127;3u", "\u{1B}\u{7F}"),
        // Locks are no keys that are held, and the keypad is as the rest.
        ("97;69u", "\u{1}"), ("1;129A", "\u{1B}[A"), ("1;133C", "\u{1B}[1;5C"), ("5;129~", "\u{1B}[5~"),
        ("1;129P", "\u{1B}OP"), ("P", "\u{1B}OP"), ("A", "\u{1B}[A"), ("3;5~", "\u{1B}[3;5~"), ("57414u", "\r"),
        ("57400u", "1"), ("57409u", "."), ("57413;3u", "\u{1B}+"), ("57419u", "\u{1B}[A"), ("57422u", "\u{1B}[6~"),
        ("57441u", ""), ("1114112u", ""), ("99999999999u", ""),
    ])
    func `a key is what it is otherwise`(told: String, expected: String) {
        #expect(plain(told) == expected)
    }

    @Test(arguments: ["<0;5;5M", "0n", "I", "200~x", "u", ";5u", "99999999999999999999u", "27;5~n"])
    func `what is no key stays as it is`(sequence: String) {
        #expect(plain(sequence) == nil)
    }

    @Test func `a sequence ends where it does`() {
        func step(_ text: String) -> ExtendedKey.Step { ExtendedKey.step(after: Array(text.utf8)) }
        for text in ["\u{1B}", "\u{1B}O", "\u{1B}[", "\u{1B}[9", "\u{1B}[97;5", "\u{1B}[97;5:"] {
            #expect(step(text) == .more)
        }
        for text in ["\u{1B}b", "\u{1B}\u{1B}", "\u{1B}OA", "\u{1B}[A", "\u{1B}[97;5u", "\u{1B}[<", "\u{1B}[ "] {
            #expect(step(text) == .over)
        }
        #expect(step("\u{1B}[" + String(repeating: "1", count: 40)) == .over)
    }

    @Test func `a terminal is asked and has it back`() {
        #expect(EscapeSequence.enableOtherKeys == "\u{1B}[>4;1m\u{1B}[>1u")
        #expect(EscapeSequence.leaveScreen.contains("\u{1B}[<u\u{1B}[>4m"))
    }
}
