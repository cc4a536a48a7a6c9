// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import Dice
import Testing

/// Fields that change in a block of front matter, and every byte beside them that does not.
struct FrontMatterEditTests {
    private func setting(_ yaml: String, _ name: String, _ value: FrontMatterValue?) throws -> String {
        let block = try #require(try FrontMatterBlock(of: "---\n" + yaml + "---\n"))
        return String(try block.setting([(name, value)]).text.dropFirst(4).dropLast(4))
    }

    @Test(arguments: [
        ("tags: [a]\n", "tags: [a, zz]\n"), ("Tags: [a] # mine\n", "Tags: [a, zz] # mine\n"),
        ("tags:\n  - a # one\n  # two\nx: 1\n", "tags:\n  - a # one\n  - zz\n  # two\nx: 1\n"),
        ("tags:\n- a\nx: 1\n", "tags:\n- a\n- zz\nx: 1\n"),
        ("tags: # all\n  - a\n\nx: 1\n", "tags: # all\n  - a\n  - zz\n\nx: 1\n"),
        ("tags: &x [ a ]\n", "tags: &x [ a, zz ]\n"), ("tags: [\"a\",]\n", "tags: [\"a\", zz]\n"),
        ("tags: [\n  a\n]\n", "tags: [\n  a, zz\n]\n"), ("\"tags\" : ['a']\n", "\"tags\" : ['a', zz]\n"),
        ("tags: a # x\n", "tags: [a, zz] # x\n"), ("tags:\r\n  - a\r\n", "tags:\r\n  - a\r\n  - zz\r\n"),
        ("Tags: [b]\nTAGS: [a]\n", "Tags: [b]\nTAGS: [a, zz]\n"),
        ("tags:\n  - a\n# between\n  - b\n", "tags:\n  - a\n# between\n  - b\n  - zz\n"),
    ]) func `a list grows in its own style`(yaml: String, expected: String) throws {
        let old = yaml.contains("- b") ? ["a", "b"] : ["a"]
        #expect(try setting(yaml, "tags", .list(old + ["zz"])) == expected)
    }

    @Test(arguments: [
        ("tags: [a, b, c] # x\n", "tags: [a, c] # x\n"), ("tags: [b, a, c]\n", "tags: [a, c]\n"),
        ("tags:\n  - a\n  - b # gone\n  # stays\n  - c\n", "tags:\n  - a\n  # stays\n  - c\n"),
    ]) func `an item leaves with what is its own`(yaml: String, expected: String) throws {
        #expect(try setting(yaml, "tags", .list(["a", "c"])) == expected)
    }

    @Test(arguments: [
        ("tags: [a, b, c] # x\n", "tags: [a, k, c] # x\n"), ("tags: [ b,a, c ]\n", "tags: [ a, k, c ]\n"),
        ("tags:\n  - b # gone\n  # stays\n  - c # here\n", "tags:\n  - a\n  - k\n  # stays\n  - c # here\n"),
        ("tags: [c, a]\n", "tags: [a, k, c]\n"), ("tags:\n- c\n- a\n", "tags:\n- a\n- k\n- c\n"),
        ("tags: [c]\n", "tags: [a, k, c]\n"), ("tags: [a,'c']\n", "tags: [a,k,'c']\n"),
    ]) func `an item takes the place of another`(yaml: String, expected: String) throws {
        #expect(try setting(yaml, "tags", .list(["a", "k", "c"])) == expected)
    }

    @Test(arguments: [
        ("pinned: false # no\n", "pinned: true # no\n"), ("pinned: 'false'\n", "pinned: true\n"),
        ("pinned:\nx: 1\n", "pinned: true\nx: 1\n"), ("pinned: # ?\n", "pinned: true # ?\n"),
        ("pinned: |\n  no\n  no\n# c\nx: 1\n", "pinned: true\n# c\nx: 1\n"),
        ("a:pinned: 1\npinned: no\n", "a:pinned: 1\npinned: true\n"),
        ("x: |\n  pinned: no\n", "x: |\n  pinned: no\npinned: true\n"),
        ("{}\n", "pinned: true\n"), (" { }\n# c\n", "# c\npinned: true\n"),
    ]) func `a text takes the place of another`(yaml: String, expected: String) throws {
        #expect(try setting(yaml, "pinned", .plain("true")) == expected)
    }

    @Test(arguments: [
        ("x: 1\npinned: true # c\n\n# d\ny: 2\n", "x: 1\n\n# d\ny: 2\n"),
        ("pinned:\n  - a\n  - b\ny: 2\n", "y: 2\n"),
    ]) func `a field leaves with its lines`(yaml: String, expected: String) throws {
        #expect(try setting(yaml, "pinned", nil) == expected)
    }

    @Test(arguments: [
        ("tags: &x [a]\nother: *x\n", FrontMatterRefusal.Reason.referredTo), ("{tags: [a], b: 1}\n", .form),
        ("Tags: [b]\nTAGS: [a]\n", .twice),
    ]) func `what cannot change by itself is refused`(yaml: String, reason: FrontMatterRefusal.Reason) throws {
        let value: FrontMatterValue? = reason == .twice ? nil : .list(["a", "zz"])
        #expect(throws: FrontMatterRefusal(field: "tags", reason: reason)) { try setting(yaml, "tags", value) }
    }

    /// Blocks of any fields in any style: a change is what was asked for, and all other lines are as before.
    @Test(arguments: 0..<400) func `a change reaches its own field alone`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let ends = Bool.random(using: &dice) ? "\n" : "\r\n"
        let others = [
            "cssclass: wide # as it was", "# remark", "", "nested: {k: [1, 2]}", "deep:|  a: 1|  b:|    - x",
            "text: ||  pinned: no|  tags: [q]|", "url: 'http://x#y'", "key with blank: \"a # b\"", "anchored: &z 1",
            "list:|- 1|# c|- 2", "emoji: 🎉", "folded: >|  one|  two", "a:b: 1",
        ]
        let fields = [
            "tags: [a, \"b c\"] # t", "Tags:|  - a|  - 'b c' # x", "TAGS: [ a,b c ]", "tags:|- \"a\"|# in|- b c",
            "tags: [|  a, # one|  b c|]", "\"tags\": ['a', b c]",
        ]
        let field = fields.randomElement(using: &dice) ?? ""
        let rest = others.shuffled(using: &dice).prefix(Int.random(in: 0...8, using: &dice))
        let index = Int.random(in: 0...rest.count, using: &dice)
        func lines(_ parts: some Sequence<String>) -> String {
            parts.map { part in
                // A block scalar begins with the sign that parts lines here.
                part.replacing("||", with: "\u{1}|").replacing("|", with: ends).replacing("\u{1}", with: "|") + ends
            }.joined()
        }
        let before = "---" + ends + lines(rest.prefix(index))
        let after = lines(rest.dropFirst(index)) + "---" + ends
        let block = try #require(try FrontMatterBlock(of: before + lines([field]) + after))
        #expect(block.fields["tags"] == .list(["a", "b c"]))
        let wanted =
            [
                ["a", "b c", "zz"], ["a"], ["b c"], ["b c", "n: ew"], ["zz"], ["zz", "b c"], ["b c", "a"],
                ["n", "a", "m", "b c"],
            ].randomElement(using: &dice) ?? []
        let changed: FrontMatterBlock
        do { changed = try block.setting([("tags", .list(wanted))]) } catch {
            // A comment within brackets may stand where the new item would.
            #expect(field.contains("# one"))
            return
        }
        #expect(changed.fields["tags"] == .list(wanted))
        #expect(changed.text.hasPrefix(before) && changed.text.hasSuffix(after))
        let gone = try block.setting([("tags", nil)])
        #expect(gone.text == before + (field.contains("# t") ? "" : "") + after)
    }
}
