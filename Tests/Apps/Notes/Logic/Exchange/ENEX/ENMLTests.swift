// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import NoteFormats
@testable import NotesLogic

/// Markdown of Evernote’s markup.
struct ENMLTests {
    private func text(_ body: String) -> String { ENMLText.text(of: "<en-note>\(body)</en-note>").text }

    @Test func `lists are as Evernote writes them, and nested ones are indented`() {
        #expect(
            text("<ul><li><div>milk</div></li><li><div>bread</div><div>brown</div></li></ul><div>end</div>") == """
                - milk
                - bread
                  brown
                end
                """)
        #expect(
            text("<ul><li><div>a</div><ul><li><div>b</div></li></ul></li><ul><li>c</li></ul><li>d</li></ul>") == """
                - a
                  - b
                  - c
                - d
                """)
        #expect(
            text("<ol><li><div>one</div></li><li>two<ul><li>x</li></ul></li><li><h2>three</h2></li></ol>") == """
                1. one
                2. two
                   - x
                3. ## three
                """)
        #expect(text("<ul><li><br/></li><li></li><li>x</li></ul><ul><li></li></ul><p>y</p>") == "- x\ny")
    }

    @Test func `check boxes of both kinds come over`() {
        #expect(
            text("<div><en-todo checked=\"true\"/>a</div><ul><li><en-todo></en-todo>b</li></ul>") == "- [x] a\n- [ ] b")
        #expect(
            text(
                """
                <ul style="--en-todo:true;"><li style="--en-checked:true;"><div>a</div></li>\
                <li style="--en-checked: false;"><div>b</div></li><li><div>c</div></li></ul>
                """) == "- [x] a\n- [ ] b\n- [ ] c")
    }

    @Test func `code keeps its lines and blanks`() {
        #expect(
            text("<p>see</p><pre>\nif <b>x</b> {\n    y &lt; 1\n\n}\n</pre><p>end</p>") == """
                see
                ```
                if x {
                    y < 1

                }
                ```
                end
                """)
        #expect(
            text(
                """
                <div style="box-sizing: border-box; -en-codeblock: true;"><div>a:</div>
                <div>&nbsp;&nbsp;b *c*</div><div><br/></div><div>```</div></div>
                """) == "````\na:\n  b *c*\n\n```\n````")
        #expect(text("<ul><li><pre>a\nb</pre></li></ul>") == "- ```\n  a\n  b\n  ```")
        #expect(text("<p>run <code>a <b>b</b></code></p>") == "run `a b`")
    }

    @Test(arguments: [
        ("<b>a</b> <strong>b</strong>, <i>c</i><em>d</em>", "**a** **b**, *cd*"),
        ("x<b> a </b>y<b> </b>z", "x **a** y z"),
        ("<b><div>a</div><div>b</div></b>", "**a**\n**b**"),
        ("<span style=\"font-weight: bold;\">a</span><i style=\"font-style: italic\">b</i>", "**a***b*"),
        ("<b><b>a</b><i>b</i></b>", "**a*b***"),
        ("<a href=\"https://a.b/c?d=1&amp;e\">t <b>u</b></a>", "[t **u**](https://a.b/c?d=1&e)"),
        (
            "<a href=\"https://a.b/(c)\">t</a>, <a href=\"https://d.e\"></a>",
            "[t](<https://a.b/(c)>), [https://d.e](https://d.e)"
        ),
        (
            "<table><tr><td><div>a</div></td><td><div>b</div></td></tr><tr><td>c</td></tr></table>",
            "a | b\n--- | ---\nc"
        ),
        (
            "<table><tr><td>a<br/>b</td><td>c|d</td></tr><tr><td></td><td>e</td></tr></table>f",
            "a b | c\\|d\n--- | ---\n | e\nf"
        ),
        ("<table><tr><td>a</td></tr></table>", "a"),
        (
            "x <img src='https://a.b/c.png' alt='d'/><img src='https://a.b/(c)'/>",
            "x ![d](https://a.b/c.png)![](<https://a.b/(c)>)"
        ),
        ("<img src='data:image/png;base64,AAAA'/>", "![](image.png)"),
        ("<img src='data:image/png;base64,A' alt='map'/>", "[map]"),
        ("<s>a</s> <del>b</del><strike>c</strike>", "~~a~~ ~~bc~~"),
        ("<span style=\"text-decoration: line-through\">a</span>", "~~a~~"),
        ("<code>a <a href=\"https://a.b\">c</a> d</code>", "`a` [`c`](https://a.b) `d`"),
        ("<code>a<a href=\"https://a.b\"></a></code> e", "`a`[https://a.b](https://a.b) e"),
        ("<code><a href=\"https://a.b\">c</a></code>", "[`c`](https://a.b)"),
        (
            "<pre>see <a href=\"https://a.b\">it</a>\n<a href=\"https://c.d\">https://c.d</a></pre>",
            "```\nsee it\nhttps://c.d\n```\n[https://a.b](https://a.b)"
        ),
    ]) func `emphasis, links and tables come over`(body: String, expected: String) {
        #expect(text(body) == expected)
    }

    @Test func `what is encrypted leaves a mark`() {
        let made = ENMLText.text(
            of: "<en-note><p>a <en-crypt hint=\"`cat&quot;\" cipher=\"AES\" x=\"y\">Zm\n9v</en-crypt> b</p></en-note>")
        #expect(
            made.text == "a `<en-crypt hint=\"&#96;cat&quot;\" cipher=\"AES\">Zm9v</en-crypt>` b" && made.hasEncrypted
                && made.brokenLine == nil)
    }

    @Test(arguments: [
        "-evernote-highlight:true", "--en-highlight:yellow;background-color: #ffef9e;", "background-color: yellow",
        "background-color: rgb(255, 250, 165)", "background: #FFA", "background-color:rgba(255,240,0,.5)!important",
        "background-color:#ff000080",
    ]) func `what somebody has marked stays marked`(style: String) {
        #expect(text("a <span style=\"\(style)\">b <b>c</b></span> d") == "a ==b **c**== d")
    }

    @Test(arguments: [
        "background-color: white", "background-color: rgb(246, 246, 246)", "background-color:#fff",
        "background-color: transparent", "background:none", "background-color:rgba(255,0,0,0)",
        "background-color: rgb(0,0,0)", "background:url(x.png)", "background-color: var(--a)", "background-color:#12",
        "background-color: lightgray", "color: yellow",
    ]) func `the grounds of a page are no marks`(style: String) {
        #expect(text("a <span style=\"\(style)\">b</span> <mark>c</mark>") == "a b ==c==")
    }

    @Test func `tasks stand where Evernote shows them`() {
        let group = "<div style=\"--en-task-group:true; --en-id:AB-1;color:red\"><div>no<br/><b>text</b></div></div>"
        let made = ENMLText.text(
            of: "<en-note><div>a</div>\(group)<div>b</div></en-note>", tasks: ["ab-1": ["[ ] x", "[x] y"]])
        #expect(made.text == "a\n- [ ] x\n- [x] y\nb" && made.groups == ["ab-1"] && made.brokenLine == nil)
        #expect(ENMLText.text(of: "<en-note>\(group)</en-note>").text == "no\n**text**")
    }

    @Test(arguments: [
        ("<en-note><div>a</div>\n<div>b & c\n<b>d</div><div>e</div></en-note>", "a\nb & c **d**\ne", 2),
        ("<en-note>a\n<a href=\"x>b</a>\n<i>c</i></en-note>", "a <a href=\"x>b *c*", 2),
        ("<en-note>a\n\n<ul><li>b</li><li>c <", "a\n- b\n- c <", 3),
        ("a <c", "a <c", 1),
        ("<en-note><br></p>x</en-note>", "x", 1),
    ]) func `of a broken text nothing is lost`(document: String, expected: String, line: Int) {
        let made = ENMLText.text(of: document)
        #expect(made.text == expected && made.brokenLine == line)
    }

    @Test func `a mark behind a blank is kept`() {
        #expect(text("<div>a \u{301}b\u{A0}\u{302}\tc</div>") == "a \u{301}b \u{302} c")
    }

    @Test func `a sound text is not called broken`() {
        let document = """

            <?xml version="1.0"?><!DOCTYPE en-note SYSTEM "a.dtd"><!-- <b> -->
            <en-note a='<' b="x"><![CDATA[<x>]]> &unknown; &#8364;&#x1F600;&#0; <br /></en-note>

            """.replacing("a='<' ", with: "a='&lt;' ")
        let made = ENMLText.text(of: document)
        #expect(made.text == "<x> &unknown; €😀\u{FFFD}" && made.brokenLine == nil)
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["<!--", "<ul><li>", "<b>", "</x>", "<a x='", "&", "<", "<![CDATA["])
    func `a long broken text takes no longer than its length`(piece: String) {
        let made = ENMLText.text(of: String(repeating: piece, count: 20_000) + "end")
        #expect(made.text.contains("end") && made.brokenLine == 1)
    }

    @Test(arguments: 0..<10) func `no text outside of tags is lost, and any bytes are read`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = [
            "<div>", "</div>", "<ul>", "</ul>", "<ol>", "</ol>", "<li>", "</li>", "<b>", "</b>", "<i>", "</i>", "<pre>",
            "</pre>", "<div style='-en-codeblock:true'>", "<br/>", "<br>", "<en-todo/>", "<a href='u'>", "</a>", "<td>",
            "</td>", "<h2>", "</h2>", "<code>", "</code>", "<en-media hash='1'/>", "<", "&", "&amp;", "<a href=\"x",
            "\n",
            "</x>", "<!--c-->", "<li style='--en-checked:true'>", "&nbsp;", " ", "<x/>", "<![CDATA[<]]>",
        ]
        for _ in 0..<50 {
            var document = Bool.random(using: &dice) ? "<en-note>" : ""
            var words: [String] = []
            for index in 0..<Int.random(in: 0..<60, using: &dice) {
                document += pieces.randomElement(using: &dice) ?? ""
                if Bool.random(using: &dice) {
                    words.append("w\(index)e")
                    document += " w\(index)e"
                }
            }
            let made = ENMLText.text(of: document).text
            let found = made.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
                .filter { $0.wholeMatch(of: /w\d+e/) != nil }
            #expect(found == words, "\(document)")
            var bytes = Array(document.utf8)
            for _ in 0..<8 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
            }
            _ = ENMLText.text(of: String(decoding: bytes, as: UTF8.self))
        }
    }
}
