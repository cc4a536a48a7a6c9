// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import Proportion
import Testing

/// Blocks that are made to explode cost in proportion to their size, and their text is not lost.
struct FrontMatterProportionTests {
    /// Makes the YAML of a block of about a size.
    typealias Block = @Sendable (Int) -> String

    private static func items(_ part: String, _ size: Int) -> String {
        Array(repeating: part, count: size / (part.utf8.count + 1)).joined(separator: ",")
    }

    private static let blocks: [String: Block] = [
        "aliases of a text": { "s: &s \"\(String(repeating: "x", count: $0 / 2))\"\nl: [\(items("*s", $0 / 2))]\n" },
        "aliases as tags": { "s: &s \"\(String(repeating: "x", count: $0 / 2))\"\ntags: [\(items("*s", $0 / 2))]\n" },
        "aliases of aliases": { size in
            var yaml = "a0: &a0 [x,x,x,x,x,x,x,x]\n"
            for level in 1...(size / 40) { yaml += "a\(level): &a\(level) [\(items("*a\(level - 1)", 24))]\n" }
            return yaml
        },
        "aliases in mappings": { size in
            "s: &s \"\(String(repeating: "x", count: size / 2))\"\n" + (0..<size / 20).map { "k\($0): *s\n" }.joined()
        },
        "a list": { "tags: [\(items("b", $0))]\n" },
        "lines of a list": { "tags:\n" + String(repeating: "  - b\n", count: $0 / 6) },
        "fields": { size in (0..<size / 9).map { "f\($0): v\n" }.joined() },
        "fields of one name": { String(repeating: "f: v\n", count: $0 / 5) },
        "a text": { "a: \"\(String(repeating: "x", count: $0))\"\n" },
        "escapes": { "a: \"\(String(repeating: "\\L", count: $0 / 2))\"\n" },
        "an open quotation": { "a: \"\(String(repeating: "x", count: $0))\n" },
        "lists in lists": {
            "a: " + String(repeating: "[", count: $0 / 2) + String(repeating: "]", count: $0 / 2) + "\n"
        },
        "open lists": { "a: " + String(repeating: "[", count: $0) + "\n" },
        "dashes": { "a:\n " + String(repeating: "- ", count: $0 / 2) + "\n" },
        "comments": { String(repeating: "# c\n", count: $0 / 4) },
        "blank lines": { String(repeating: "\n", count: $0) },
        "links": { "up: [\(items("\"[[a]]\"", $0))]\n" },
    ]

    @Test(arguments: Array(blocks.keys).sorted())
    func `eight times the block costs at most ten times as much`(name: String) throws {
        let block = try #require(Self.blocks[name])
        let cost = Proportion { size in
            let text = "---\n" + block(size) + "---\nText"
            let page = try? FrontMatter(reading: text, knowing: { _ in ["tags"] })
            let tags = (page?.fields["tags"]?.list ?? []).map { $0.uppercased() }
            let texts = FrontMatter.texts(in: page?.others ?? "")
            let changed = try? FrontMatterBlock(of: text, knowing: { _ in ["tags"] })?.setting([
                ("pinned", .text("true"))
            ])
            return (tags, texts, changed)
        }
        #expect(cost.holds, "\(cost)")
    }

    @Test func `what aliases make far more of than is written is no front matter`() throws {
        let list = "a: &a [x, y]\nb: *a\nc: {d: *a}\n"
        let page = try FrontMatter(reading: "---\n\(list)---\nText", knowing: { _ in [] })
        #expect(page.fields["b"] == .list(["x", "y"]) && page.body == "Text")
        let laughs = try #require(Self.blocks["aliases of aliases"])
        #expect(throws: FrontMatterFault.self) {
            try FrontMatter(reading: "---\n\(laughs(2_000))---\nText", knowing: { _ in [] })
        }
    }
}
