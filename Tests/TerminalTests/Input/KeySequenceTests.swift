// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

/// Keys as people write them.
struct KeySequenceTests {
    @Test func knownKeysHaveTheirSequences() {
        #expect(KeySequence("M-1")?.sequences == [[0x1B, 0x31]])
        #expect(KeySequence("C-g")?.sequences == [[0x07]])
        #expect(KeySequence("M-C-g")?.sequences == [[0x1B, 0x07]])
        #expect(KeySequence("F1")?.sequences.first == Array("\u{1B}OP".utf8))
        #expect(KeySequence("M-Left")?.sequences.first == Array("\u{1B}[1;3D".utf8))
        #expect(KeySequence("PageUp")?.sequences == [Array("\u{1B}[5~".utf8)])
        #expect(KeySequence("M-Enter")?.sequences == [[0x1B, 0x0D], [0x1B, 0x0A]])
        #expect(KeySequence("S-Tab")?.sequences == [Array("\u{1B}[Z".utf8)])
    }

    @Test func whatIsTypedIsNoKey() {
        for name in ["", "a", "M-", "C-", "C-1", "M-豆", "none", "Enter", "Esc", "Tab", "M-F1", "F99"] {
            #expect(KeySequence(name) == nil, "\(name)")
        }
    }

    @Test func bindingsAreWrittenAsReadlineReadsThem() {
        #expect(KeySequence.notation(of: [0x1B, 0x31]) == "\\e1")
        #expect(KeySequence.notation(of: [0x07]) == "\\C-g")
        #expect(KeySequence.notation(of: [0x1B, 0x5C]) == "\\e\\\\")
        #expect(KeySequence.notation(of: [0x1B, 0x0D]) == "\\e\\C-m")
    }

    @Test func `names are read as keyboards have them, and shown so`() throws {
        for (name, shown) in [
            ("M-p", "Alt-p"), ("C-g", "Ctrl-g"), ("S-Tab", "Shift-Tab"), ("C-M-x", "Ctrl-Alt-x"), ("F1", "F1"),
            ("M-Left", "Alt-Left"),
        ] {
            #expect(KeySequence.shown(name) == shown)
            let key = try #require(KeySequence(shown))
            #expect(KeySequence(name) == key)
            #expect(KeySequence.shown(key.name) == shown)
        }
    }
}
