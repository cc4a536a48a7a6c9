// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Testing

@testable import AtriumTerminal

/// What Readline is told of keys: it gives no keymap back that it has made.
@MainActor
struct ReadlineKeysTests {
    private func keys(_ names: [String: String]) throws -> [(key: KeySequence, action: String)] {
        try names.sorted { $0.key < $1.key }.map { (try #require(KeySequence($0.key)), $0.value) }
    }

    @Test func `keys that stay are bound once, however often they are asked for`() throws {
        let panel = try keys(["M-1": "first", "M-Up": "up", "PageUp": "page", "M-C-x": "x"])
        ReadlineKeys.bind(panel)
        let count = ReadlineKeys.bindingCount
        for _ in 0..<1_000 { ReadlineKeys.bind(panel) }
        #expect(ReadlineKeys.bindingCount == count)
        // Another action is none of Readline’s business.
        ReadlineKeys.bind(try keys(["M-1": "other", "M-Up": "up", "PageUp": "page", "M-C-x": "x"]))
        #expect(ReadlineKeys.bindingCount == count)
        // One key of one sequence, in the one map of emacs.
        ReadlineKeys.bind(try keys(["M-1": "first", "M-Up": "up", "PageUp": "page", "M-C-x": "x", "M-2": "second"]))
        #expect(ReadlineKeys.bindingCount == count + 1)
        ReadlineKeys.bind(panel + [(.escape, "cancel")])
        #expect(ReadlineKeys.bindingCount == count + 4)
        ReadlineKeys.bind(panel + [(.escape, "leave")])
        #expect(ReadlineKeys.bindingCount == count + 4)
        ReadlineKeys.bind([])
    }

    @Test(arguments: [
        ("ab 🩷🪿x", 3, 3..<7), ("ab 🩷🪿x", 2, 2..<3), ("ab 🩷🪿x", 7, 7..<11), ("👨‍👩‍👧é", 0, 0..<18), ("❤️", 0, 0..<6),
        ("ab 🩷", 1, nil), ("🪿x", 4, nil), ("12", 0, nil), ("", 0, nil),
    ])
    func `an emoji is one character behind the cursor`(text: String, place: Int, picture: Range<Int>?) {
        #expect(ClusterKeys.picture(behind: place, in: text) == picture)
    }

    @Test(arguments: [
        ("ab 🩷🪿x", 11, 7..<11), ("ab 🩷🪿x", 7, 3..<7), ("ab 🩷🪿x", 12, nil), ("ab 🩷", 3, nil), ("👨‍👩‍👧é", 18, 0..<18),
        ("1️⃣", 7, 0..<7), ("12", 1, nil), ("", 0, nil),
    ])
    func `an emoji is one character before the cursor`(text: String, place: Int, picture: Range<Int>?) {
        #expect(ClusterKeys.picture(before: place, in: text) == picture)
    }

    @Test func `keys are bound for vi once somebody edits in its way`() throws {
        ReadlineKeys.bind(try keys(["M-1": "first", "M-2": "second"]))
        defer {
            rl_variable_bind("editing-mode", "emacs")
            ReadlineKeys.bind([])
        }
        let count = ReadlineKeys.bindingCount
        rl_variable_bind("editing-mode", "vi")
        ReadlineKeys.didRead()
        // In the maps of insertion and of movement.
        #expect(ReadlineKeys.bindingCount == count + 4)
        #expect(ReadlineKeys.isKey(Array("\u{1B}1".utf8)))
        rl_variable_bind("editing-mode", "emacs")
        ReadlineKeys.didRead()
        ReadlineKeys.bind(try keys(["M-1": "first"]))
        #expect(ReadlineKeys.bindingCount == count + 5)
        // What has changed meanwhile changes there when it is used again.
        rl_variable_bind("editing-mode", "vi")
        ReadlineKeys.didRead()
        #expect(ReadlineKeys.bindingCount == count + 7)
    }
}
