// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

import AtriumStores
@testable import NoteFormats

/// Notes as a page of HTML.
struct NotePageTests {
    private let zone = Zone.gmt

    private func html(_ text: String, _ attachments: [NotesLogic.Attachment] = [], todo: Todo? = nil) -> String {
        let note = Note(
            id: 3, content: text, createdAt: Timestamp(seconds: 0), modifiedAt: Timestamp(seconds: 0),
            marks: NoteMarks(todo: todo))
        return NotePage.article(
            note, attachments, in: zone, visible: { Sanitizer.visible($0, keepingNewlines: true) }
        ).map { piece in
            switch piece {
            case .html(let html): String(decoding: html, as: UTF8.self)
            case .bytes(let attachment): "BYTES OF \(attachment.number)"
            }
        }.joined()
    }

    private func body(_ text: String, _ attachments: [NotesLogic.Attachment] = []) -> String {
        let page = html("T\n" + text, attachments)
        let start = page.range(of: "</p>\n")?.upperBound ?? page.startIndex
        return String(page[start...].dropLast("</article>\n".count))
    }

    private func attachment(_ number: Int, _ name: String, _ type: String) -> NotesLogic.Attachment {
        NotesLogic.Attachment(number: number, name: name, type: type, size: 1, digest: Digest(bytes: []))
    }

    @Test func `headings, paragraphs, emphasis and code`() {
        #expect(
            body("# One\ntext **bold**\nnext `a<b`\n\nmore ~~no~~ *it*") == """
                <h3>One</h3>
                <p>text <strong>bold</strong><br>
                next <code>a&lt;b</code></p>
                <p>more <del>no</del> <em>it</em></p>

                """)
        #expect(body("```\n<b> *x*\n```\n---") == "<pre><code>&lt;b&gt; *x*\n</code></pre>\n<hr>\n")
        #expect(body("```\nopen") == "<pre><code>open\n</code></pre>\n")
    }

    @Test func `lists, check boxes, quotes and tables`() {
        #expect(
            body("- a\n  - b\n  - [x] c\n- [ ] d\n\n3. e") == """
                <ul>
                <li>a<ul>
                <li>b</li>
                <li class="task"><input type="checkbox" disabled checked> c</li></ul>
                </li>
                <li class="task"><input type="checkbox" disabled> d</li></ul>
                <ol>
                <li value="3">e</li></ol>

                """)
        #expect(
            body("> a\n> b\n>> c\n\nx") == """
                <blockquote>a<br>
                b<blockquote>c</blockquote>
                </blockquote>
                <p>x</p>

                """)
        #expect(
            body("| A | B |\n|---|---|\n| 1 | <2> |") == """
                <table>
                <thead><tr><th>A</th><th>B</th></tr></thead>
                <tr><td>1</td><td>&lt;2&gt;</td></tr>
                </table>

                """)
    }

    @Test func `links lead to notes and the web, and run nothing`() {
        #expect(body("[a](https://x.y/?b=\"2\")") == "<p><a href=\"https://x.y/?b=&quot;2&quot;\">a</a></p>\n")
        #expect(body("[a](https://x.y/?a=1&b=2)") == "<p><a href=\"https://x.y/?a=1&amp;b=2\">a</a></p>\n")
        #expect(
            body("[a](javascript:alert(1)) ![x](http://e.vil/p.png)")
                == "<p>a &lt;javascript:alert(1)&gt; <a href=\"http://e.vil/p.png\">x</a></p>\n")
        #expect(
            body("[[T]], [[Été|été]] note:7") == """
                <p><a href="#title-t">T</a>, <a href="#title-ete">été</a> <a href="#note-7">note:7</a></p>

                """)
        #expect(html("T\nx").hasPrefix("<article id=\"note-3\"><h2 id=\"title-t\">T</h2>"))
        #expect(html("# Head\nx", todo: Todo()).contains("<input type=\"checkbox\" disabled> Head</h2>"))
    }

    @Test func `a picture stands in its place once, everything else at the end`() {
        let files = [attachment(1, "my pic.png", "image/png"), attachment(2, "a<b.pdf", "application/pdf")]
        #expect(
            body("![p](my%20pic.png) ![](<my pic.png>) [see](a<b.pdf) ![](none.png)", files) == """
                <p><img id="file-3-1" alt="p" src="BYTES OF 1"> <a href="#file-3-1">my pic.png</a> \
                <a href="#file-3-2">see</a> none.png &lt;none.png&gt;</p>
                <p class="files"><a id="file-3-2" download="a&lt;b.pdf" href="BYTES OF 2">a&lt;b.pdf</a></p>

                """)
    }

    @Test func `a picture of which a part is meant is shown in its place too`() {
        let page = body("![[p.png#right|300]] ![[None]]", [attachment(1, "p.png", "image/png")])
        #expect(page.contains("<img id=\"file-3-1\"") && page.contains("<a href=\"#title-none\">None</a>"))
    }

    @Test func `what a text hides is seen on the page, as it is on the screen`() {
        let hidden = "a\u{202E}b\u{200B}c\u{E0041}d \u{2066}e\u{AD}"
        #expect(body(hidden) == "<p>a⟨202E⟩b⟨200B⟩c⟨E0041⟩d ⟨2066⟩e⟨AD⟩</p>\n")
        #expect(body("👩‍👩‍👧 می‌خواهم ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿") == "<p>👩‍👩‍👧 می‌خواهم ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿</p>\n")
        let page = html("T\u{202E}\n#a\u{200B}b [[x\u{2067}]]", [attachment(1, "p\u{202E}.txt", "text/plain")])
        #expect(page.unicodeScalars.allSatisfy { !Sanitizer.isHidden($0) || $0 == "\n" })
    }

    /// Whatever a note says, its tags are the page’s own, closed in the order in which they were opened.
    @Test func `every page is well formed`() {
        var dice = Dice(seed: 3)
        let parts = [
            "- ", "  - ", "1. ", "> ", ">> ", "# ", "```", "\n", "\n\n", "| a | b |\n|--|--|\n", "x", "**", "*", "`",
            "<script>", "</p>", "\"", "&", "[a](b)", "![a](p.png)", "[[T]]", "[ ] ", "\u{202E}", "\0", "---",
        ]
        let void: Set<String> = ["br", "hr", "img", "input"]
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 1...20, using: &dice)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &dice)]
            }.joined()
            var open: [Substring] = []
            let page = html("T\n" + text, [attachment(1, "p.png", "image/png")])
            #expect(!page.contains("<script") && !page.unicodeScalars.contains("\u{202E}"))
            for tag in page.matches(of: /<(\/?)([a-z0-9]+)[^>]*>/) {
                if tag.output.1 == "/" {
                    #expect(open.popLast() == tag.output.2, "\(text)")
                } else if !void.contains(String(tag.output.2)) {
                    open.append(tag.output.2)
                }
            }
            #expect(open.isEmpty, "\(text)")
        }
    }

    @Test func `a page is written with its pictures in it, and without the trash`() async throws {
        let folder = try ScratchFolder()
        let notes = NotesService(
            dao: try SystemNotes.all(on: .memory(MemorySystem())), owner: UserID(rawValue: 1),
            clock: ManualClock.nineOClock, timeZone: .gmt)
        let id = try await notes.add("a <script>\n![](a.png)").id
        _ = try await notes.attachments.attach(try folder.write("hallo", "a.png"), to: id)
        _ = try await notes.remove([try await notes.add("gone").id])
        let path = folder.path + "/out.html"
        #expect(
            try await notes.exportNotes(to: path, as: .html, query: nil) { _, _ in }
                == ExportReport(written: 1, trashed: 1))
        let page = try String(contentsOfFile: path, encoding: .utf8)
        #expect(page.contains("&lt;script&gt;</h2>") && page.contains("src=\"data:image/png;base64,aGFsbG8=\">"))
        #expect(!page.contains("gone") && page.hasSuffix("</html>\n"))
    }
}
