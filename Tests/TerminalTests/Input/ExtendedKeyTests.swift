// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

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

    @Test(arguments: ["<0;5;5M", "0n", "I", "200~x", "u", ";5u", "99999999999999999999u", "27;5~n", "?1~", ">1A"])
    func `what is no key stays as it is`(sequence: String) {
        #expect(plain(sequence) == nil)
    }

    @Test func `a sequence ends where it does`() {
        func step(_ text: String) -> ExtendedKey.Step { ExtendedKey.step(after: Array(text.utf8)) }
        for text in ["\u{1B}", "\u{1B}O", "\u{1B}[", "\u{1B}[9", "\u{1B}[97;5", "\u{1B}[97;5:"] {
            #expect(step(text) == .more)
        }
        for text in ["\u{1B}b", "\u{1B}\u{1B}", "\u{1B}OA", "\u{1B}[A", "\u{1B}[97;5u", "\u{1B}]x", "\u{1B}Px"] {
            #expect(step(text) == .over)
        }
        #expect(step("\u{1B}[" + String(repeating: "1", count: 80)) == .over)
    }

    /// What terminals answer: DA1, DA2, DA3, the cursor’s place, a mode, a colour in both ends, a name, a setting, kitty’s
    /// keys and pictures, a size, focus, and the mouse in three ways.
    static let answers = [
        "[?62;22c", "[>1;10;0c", "P!|00000000\u{1B}\\", "[12;40R", "[?2026;2$y", "]11;rgb:0000/0000/0000\u{7}",
        "]11;rgb:ffff/ffff/ffff\u{1B}\\", "P>|XTerm(370)\u{1B}\\", "P1$r0m\u{1B}\\", "[?1u", "_Gi=1;OK\u{1B}\\",
        "[8;24;80t", "[I", "[<0;3;4M", "[<0;3;4m", "[M !!", "[?997;1n", "]52;c;aGk=\u{7}", "P1+r524742=38\u{1B}\\",
        "]lA title\u{1B}\\", "]LAn icon\u{7}",
    ].map { Array("\u{1B}\($0)".utf8) }

    @Test(arguments: answers) func `an answer is whole where it ends, and no key`(answer: [UInt8]) {
        for end in 1..<answer.count { #expect(ExtendedKey.step(after: Array(answer[..<end])) == .more, "\(end)") }
        #expect(ExtendedKey.step(after: answer) == .over)
        #expect(ExtendedKey.isSequence(answer))
        #expect(ExtendedKey.plain(answer) == nil)
        for end in 1..<answer.count { #expect(!ExtendedKey.isAnswer(Array(answer[..<end])), "\(end)") }
    }

    @Test func `what is typed looks like no answer`() {
        let keys = ["[A", "[1;5C", "[5~", "OP", "b", "[", "[97;5u", "[c", "]x", "[I", "[<0;3;4M"]
        #expect(!keys.contains { ExtendedKey.isAnswer(Array("\u{1B}\($0)".utf8)) })
        #expect(ExtendedKeyTests.answers.filter(ExtendedKey.isAnswer).count == 16)
    }

    @Test func `a terminal is asked and has it back`() {
        #expect(EscapeSequence.enableOtherKeys == "\u{1B}[>4;1m\u{1B}[>1u")
        #expect(EscapeSequence.leaveScreen.contains("\u{1B}[<u\u{1B}[>4m"))
    }
}
