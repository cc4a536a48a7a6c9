// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import Dice
import Testing

/// Texts that change within the fields of other programs, and every byte beside them that does not.
struct FrontMatterTextTests {
    private static let known: Set<String> = ["title", "tags"]

    private func block(_ yaml: String) throws -> FrontMatterBlock {
        try #require(try FrontMatterBlock(of: "---\n" + yaml + "---\n", knowing: { _ in Self.known }))
    }

    /// The block after each text of an unknown field has `[[New]]` for `[[Old]]`.
    private func renamed(_ yaml: String, to new: String = "New") throws -> String {
        let block = try block(yaml)
        var changes: [Int: String] = [:]
        for (number, text) in FrontMatter.texts(in: block.others).enumerated() {
            changes[number] = text.text.replacing("[[Old]]", with: "[[\(new)]]")
        }
        let others = try #require(FrontMatter.others(block.others, changing: changes))
        let written = try block.saying(others: others, knowing: { _ in Self.known })
        #expect(FrontMatter.texts(in: written.others) == FrontMatter.texts(in: others))
        #expect(written.fields["title"] == block.fields["title"] && written.fields["tags"] == block.fields["tags"])
        return String(written.text.dropFirst(4).dropLast(4))
    }

    @Test(arguments: [
        ("up: \"[[Old]]\" # mine\n", "up: \"[[New]]\" # mine\n"), ("up: '[[Old]]'\r\n", "up: '[[New]]'\r\n"),
        (
            "a:\n  - \"[[Old]]\"\n  # c\n  - see [[Old]], twice\n",
            "a:\n  - \"[[New]]\"\n  # c\n  - see [[New]], twice\n"
        ),
        ("a: [ '[[Old]]' ,\"[[Old]]\" ]\n", "a: [ '[[New]]' ,\"[[New]]\" ]\n"),
        ("a:\n  b: {c: '[[Old]]'} # d\n", "a:\n  b: {c: '[[New]]'} # d\n"),
        ("a: |\n  x [[Old]]\n   y\n\n  [[Old]] z\nb: 1\n", "a: |\n  x [[New]]\n   y\n\n  [[New]] z\nb: 1\n"),
        ("a: >- # c\n  x [[Old]]\n  y\nb: 1\n", "a: >- # c\n  x [[New]]\n  y\nb: 1\n"),
        ("a: x\n  [[Old]] y\nb: 1\n", "a: x\n  [[New]] y\nb: 1\n"), ("a: &k \"[[Old]]\"\n", "a: &k \"[[New]]\"\n"),
        (
            "title: \"[[Old]]\"\ntags: ['[[Old]]']\nup: '[[Old]]'\n",
            "title: \"[[Old]]\"\ntags: ['[[Old]]']\nup: '[[New]]'\n"
        ),
        ("“é”: \"界 [[Old]]\"\nb: \"[[Old]]\"\n", "“é”: \"界 [[New]]\"\nb: \"[[New]]\"\n"),
        ("a: \"\\\"q\\\" [[Old]] \\u754c\"\n", "a: \"\\\"q\\\" [[New]] 界\"\n"),
        ("a: 'it''s [[Old]]'\n", "a: \"it's [[New]]\"\n"),
    ]) func `a text takes the place of another, in its own style`(yaml: String, expected: String) throws {
        #expect(try renamed(yaml) == expected)
    }

    @Test(arguments: ["it's", "a \"b\"", "a: b", "a # b", "c\\d", "界 🌲", "- x", "two  blanks"])
    func `any name can be said in any style`(name: String) throws {
        for yaml in ["a: \"[[Old]]\"\n", "a: '[[Old]]'\n", "a: x [[Old]]\n", "a:\n  - \"[[Old]]\"\n  - y [[Old]]\n"] {
            _ = try renamed(yaml, to: name)
        }
    }

    @Test func `a text that others refer to changes for all of them, or not at all`() throws {
        #expect(throws: FrontMatterRefusal.self) { try self.renamed("title: &t \"[[Old]]\"\nup: *t\n") }
        #expect(try renamed("a: &t \"[[Old]]\"\nb: *t\n") == "a: &t \"[[New]]\"\nb: *t\n")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `of any block only the texts change, or it is refused`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let pieces = [
            "a: ", "b:\n", "title: ", "  - ", "[[Old]]", "\"[[Old]]\"", "'[[Old]]'", "\"", "'", " # c", "\n", "\n",
            "  ",
            "|\n  ", ">\n  ", "x", "é界", "[", "]", "{", "}", ", ", "\\u00e9", "''", "&k ", "*k", "\r\n", "? ", ": ",
        ]
        var changed = 0
        for _ in 0..<3_000 {
            let yaml = "a: " + (0..<(1 + dice.roll(10))).map { _ in pieces[dice.roll(pieces.count)] }.joined() + "\n"
            guard
                let block = (try? FrontMatterBlock(of: "---\n" + yaml + "---\n", knowing: { _ in Self.known })) ?? nil,
                block.rest.isEmpty
            else { continue }
            do {
                let new = try renamed(yaml)
                if new != yaml { changed += 1 }
                // Back again is where it was, but for quotation marks.
                #expect(new.replacing("New", with: "Old").count >= yaml.count - 12, "\(yaml.debugDescription)")
            } catch is FrontMatterRefusal {
                continue
            }
        }
        #expect(changed > 100)
    }
}
