// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import Dice
import Testing

/// Where a block begins and ends, and what is left of it for those that do not know its fields.
struct FrontMatterReadingTests {
    private func page(_ text: String, knowing known: Set<String> = []) throws -> FrontMatter {
        try FrontMatter(reading: text) { known.intersection($0.keys) }
    }

    @Test(arguments: [
        "---\n\nThe words between two rules.\n\n---\nmore\n", "---\n- a\n- b\n---\nmore", "---\n42\n---\n",
        "---\n\"quoted\"\n---\n", "---\nno end: 1\n", "----\na: 1\n----\n", " ---\na: 1\n---\n", "--- a\na: 1\n---\n",
        "+++\nx = 1\n", "+++", "---", "", "{}", "{not}\n", "{\"a\": 1} text\n", "{{template}}\n",
        "+ list\n", "...\na: 1\n...\n",
    ]) func `what is no mapping is text`(text: String) throws {
        let page = try page(text)
        #expect(page.body == text && page.fields.isEmpty && page.others.isEmpty)
        #expect(try FrontMatterBlock(of: text) == nil)
    }

    @Test(arguments: [
        "---\ntags: [a]\n---\n", "---\ntags: [a]\n...\n", "---  \ntags: [a]\n---\t \n", "---\r\ntags: [a]\r\n...\r\n",
        "---\ntags:\n- a\n- \n- ~\n- null\n---\n", "+++\ntags = ['a'] # c\n+++\n",
        "+++ \r\ntags = [\r\n 'a',\r\n]\r\n+++ \r\n",
        "{\n  \"tags\": [\"a\"]\n}\n", "---\ntags:\n- a\n- \"\"\n---\n",
    ]) func `every form of a block is seen`(block: String) throws {
        let page = try page(block + "text --- \n")
        #expect(page.fields == ["tags": .list(["a"])] && page.body == "text --- \n")
        #expect(try FrontMatterBlock(of: block + "text")?.text == block)
    }

    @Test(arguments: ["tags:\n", "tags: ~\n", "tags: null\n", "tags: []\n", "tags: # none\n"])
    func `a field without a value says nothing`(yaml: String) throws {
        #expect(try page("---\n\(yaml)---\n").fields == ["tags": .list([])])
    }

    @Test(arguments: [
        "v: '0.10'\n", "ok: yes\nno: \"no\" # as it was\n", "# above\na: 0x1F\n# below\n", "a: |\n  two\n\n  lines\n",
        "a:   [ 1,2 ]\nb: {c: 'd'}\n", "Done: true\n\nlast: 2020-01-01\n", "a: &x 1\nb: *x\n", "“é”: 界\n", "# alone\n",
        "a:\n# in\n- b\n",
    ]) func `unknown fields stay as they are written`(yaml: String) throws {
        #expect(try page("---\ntags: [a]\n\(yaml)title: x\n---\n", knowing: ["tags", "title"]).others == yaml)
        #expect(try page("---\r\n\(yaml.replacing("\n", with: "\r\n"))---\r\n").others == yaml)
    }

    @Test(arguments: [
        "---\nTags: [b]\ntags: [a]\n---\n", "---\ntags: [a]\nTags: [b]\n---\n",
        "+++\nTags = [\"b\"]\ntags = [\"a\"]\n+++\n", "{\"Tags\": [\"b\"], \"tags\": [\"a\"]}\n",
    ]) func `of two spellings one counts, and the other stays`(block: String) throws {
        let page = try page(block, knowing: ["tags"])
        #expect(page.fields["tags"] == .list(["a"]))
        #expect(FrontMatter.properties(inOthers: page.others).map(\.name) == ["Tags"])
        #expect(FrontMatter.fields(inOthers: page.others)["tags"] == .list(["b"]))
    }

    @Test func `fields that cannot stand alone are written anew`() throws {
        let page = try page("---\ntags: &t [a, '0.10']\nagain: *t\n---\n", knowing: ["tags"])
        #expect(FrontMatter.fields(inOthers: page.others) == ["again": .list(["a", "0.10"])])
        #expect(page.others.contains("'0.10'"))
        let flow = try self.page("---\n{a: 1, b: [2]}\n---\n", knowing: ["a"]).others
        #expect(FrontMatter.fields(inOthers: flow) == ["b": .list(["2"])])
    }

    @Test func `TOML is read, and what is unknown of it becomes YAML`() throws {
        let toml = """
            +++
            title = "T \\"q\\""
            date = 2020-01-01T10:00:00+02:00 # then
            day = 2020-01-02
            draft = false
            weight = 10
            ratio = 0.5
            word = "yes"
            'odd key' = '''two
            lines'''
            nested.deep = 1
            list = [1, "two", {a = 1}]

            [params]
            css = ["a", "b"]
            [params.more]
            "x y" = "z"
            [[items]]
            name = "m"
            +++
            body
            """
        let page = try page(toml, knowing: ["title", "date", "day"])
        #expect(page.body == "body")
        #expect(page.fields["title"] == .text("T \"q\"") && page.fields["date"] == .text("2020-01-01T10:00:00+02:00"))
        #expect(page.fields["day"] == .text("2020-01-02") && page.fields["draft"] == .text("false"))
        #expect(page.fields["params"] == .nested && page.fields["list"] == .nested)
        #expect(
            page.others == """
                draft: false
                weight: 10
                ratio: 0.5
                word: "yes"
                "odd key": "two\\u000alines"
                list: [1, two, {a: 1}]
                items: [{name: m}]
                nested:
                  deep: 1
                params:
                  css: [a, b]
                  more:
                    "x y": z

                """)
        #expect(try FrontMatter(reading: "---\n\(page.others)---\n").fields.count == 9)
        #expect(throws: FrontMatterFault.self) { try FrontMatter(reading: "+++\nno toml\n+++\n") }
    }

    @Test(arguments: [
        ("tags = [\"a\"] # c\n", "tags = [\"a\", \"zz\"] # c\n"), ("tags = ['a',\n  'b', # two\n]\nx = 1\n", nil),
        ("x = 1 # c\n[p]\ny = 2\n", "x = 1 # c\ntags = [\"zz\"]\n[p]\ny = 2\n"),
        ("# head\n[p]\ntags = [\"q\"]\n", "tags = [\"zz\"]\n# head\n[p]\ntags = [\"q\"]\n"),
        ("x = '''\ntags = [1]\n'''\n", "x = '''\ntags = [1]\n'''\ntags = [\"zz\"]\n"),
        ("tags = []\r\n", "tags = [\"zz\"]\r\n"),
        ("\"tags\" = [ \"a\" ]\n", "\"tags\" = [ \"a\", \"zz\" ]\n"), ("", "tags = [\"zz\"]\n"),
        ("a = \"#\"\ntags = [\"#x\", 'y]']\n", "a = \"#\"\ntags = [\"#x\", 'y]', \"zz\"]\n"),
    ]) func `TOML keeps its form when a field changes`(toml: String, expected: String?) throws {
        let end = toml.contains("\r") ? "\r\n" : "\n"
        let block = try #require(try FrontMatterBlock(of: "+++\(end)\(toml)+++\(end)"))
        let tags = block.fields["tags"]?.list ?? []
        let changed = try? block.setting([("tags", .list(tags + ["zz"]))]).text
        if let expected { #expect(changed == "+++\(end)\(expected)+++\(end)") }
        #expect(
            try changed.map { try FrontMatter(reading: $0).fields["tags"] } ?? .list(tags + ["zz"])
                == .list(tags + ["zz"]))
    }

    @Test func `values of TOML are written as what they are`() throws {
        let block = try #require(
            try FrontMatterBlock(
                of: "+++\npinned = false\ncreated = 2020-01-01\nmade = \"2020-01-01\"\ntitle = 'x'\n+++\n"))
        let changed = try block.setting([
            ("pinned", .plain("true")), ("created", .plain("2021-02-03")), ("made", .plain("2021-02-03")),
            ("title", .text("a \"b\"")), ("due", .plain("2021-02-03T10:00")), ("gone", nil),
        ])
        #expect(
            changed.text == """
                +++
                pinned = true
                created = 2021-02-03
                made = "2021-02-03"
                title = "a \\"b\\""
                due = "2021-02-03T10:00"
                +++

                """)
        #expect(try block.setting([("pinned", nil)]).text == block.text.replacing("pinned = false\n", with: ""))
    }

    @Test(arguments: [
        "yes", "No", "on", "y", "null", "true", "0.10", "1_000", "0x1F", "0o17", "0b1", "1e3", "12:30", "2020-01-01",
        "1",
        "2020-01-01T10:00:00", ".5", "~", "", " a", "a ", "a: b", "a #b", "- a", "[a]", "'", "\"", "\\", "\n", "é", "=",
    ]) func `a text is read back as a text`(text: String) throws {
        let block = FrontMatter.block([("a", .text(text)), ("b", .list([text, "x"]))])
        let fields = try FrontMatter(reading: block).fields
        #expect(fields == ["a": .text(text), "b": .list(text.isEmpty ? ["x"] : [text, "x"])])
        #expect(block.contains("a: \"") || text == "2020-01-01T10:00:00Z")
    }

    /// Any text around any block: nothing is lost, and nothing traps.
    @Test(arguments: seeds(1)) func `block and body are the whole text`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let pieces = [
            "---", "+++", "...", "\n", "\n", "\r\n", " ", "a: 1", "a = 1", "tags: [x", "]", "{\"a\"", "}", "\"", "'",
            "#",
            "\"\"\"", "[t]", "=", "- ", "é", "\u{FEFF}", ": ", "&x", "*x",
        ]
        for _ in 0..<4_000 {
            let start = ["---\n", "+++\n", "{\"a\": 1", ""][dice.roll(4)]
            let text = start + (0..<dice.roll(14)).map { _ in pieces[dice.roll(pieces.count)] }.joined()
            guard let block = (try? FrontMatterBlock(of: text, knowing: { _ in [] })) ?? nil else { continue }
            #expect(block.text + block.rest == text)
            guard let changed = try? block.setting([("zz", .list(["a", "yes"]))]) else { continue }
            #expect(changed.fields["zz"] == .list(["a", "yes"]))
            #expect(changed.fields.count == block.fields.count + (block.fields["zz"] == nil ? 1 : 0))
        }
    }
}
