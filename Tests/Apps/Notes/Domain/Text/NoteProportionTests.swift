// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import AtriumMarkdown
import AtriumSession
import Proportion
import Testing

@testable import NotesPanels
@testable import NotesLogic
@testable import NoteFormats

/// Notes that are made to explode cost in proportion to their size, in the index, in pages and in lists.
struct NoteProportionTests {
    private static let zone = Zone.gmt

    private static func note(_ content: String, _ marks: NoteMarks = NoteMarks()) -> Note {
        Note(id: 1, content: content, createdAt: Timestamp(seconds: 0), modifiedAt: Timestamp(seconds: 0), marks: marks)
    }

    /// Makes a note of about a size.
    typealias Shape = @Sendable (Int) -> Note

    private static let notes: [String: Shape] = [
        "a deep tag": { note("#t" + String(repeating: "/a", count: $0 / 2)) },
        "a deep given tag": { note("", NoteMarks(tags: [String(repeating: "a/", count: $0 / 2)])) },
        "given tags": { size in note("", NoteMarks(tags: (0..<size / 12).map { "t\($0)/a/b/c/d" })) },
        "a deep notebook": { note("", NoteMarks(notebook: "n" + String(repeating: "/a", count: $0 / 2))) },
        "tags": { size in note((0..<size / 8).map { "#t\($0)/a" }.joined(separator: " ")) },
        "references": {
            note("[a]: \(String(repeating: "x", count: $0 / 2)).md\n\n" + String(repeating: "[a] ", count: $0 / 8))
        },
        "pictures": {
            note("[a]: \(String(repeating: "x", count: $0 / 2)).png\n\n" + String(repeating: "![a] ", count: $0 / 10))
        },
        "titles": { note(String(repeating: "[[a#b|c]] ", count: $0 / 10)) },
        "open titles": { note(String(repeating: "[[a|", count: $0 / 4)) },
        "open properties": { note("tags:: " + String(repeating: "[[a", count: $0 / 3)) },
        "open properties with commas": { note("tags:: " + String(repeating: "[[a, ", count: $0 / 5)) },
        "properties": { note(String(repeating: "a:: b\n", count: $0 / 6)) },
        "tasks": { note(String(repeating: "- TODO `a\n", count: $0 / 10)) },
        "quotations": { note(String(repeating: "> ", count: $0 / 2)) },
        "tables": { note("|a|b|\n|-|-|\n" + String(repeating: "|c|d|\n", count: $0 / 6)) },
        "a line": { note(String(repeating: "word ", count: $0 / 5)) },
    ]

    @Test(arguments: Array(notes.keys).sorted())
    func `eight times the note costs at most ten times as much`(name: String) throws {
        let shape = try #require(Self.notes[name])
        let index = Proportion { ParsedNote(shape($0)).tokens }
        #expect(index.holds, "index: \(index)")
        let page = Proportion { NotePage.article(shape($0), [], in: Self.zone) { $0 } }
        #expect(page.holds, "page: \(page)")
        let links = Proportion { size in
            let note = shape(size)
            let references = References(note.content)
            return (
                references.notes, references.files, references.all.map(\.meanings),
                TagText.renaming("a", to: "b", in: note.content), references.retitled(from: "a", to: "b")
            )
        }
        #expect(links.holds, "links: \(links)")
        let properties = Proportion { PageProperties(shape($0).content).list("tags") }
        #expect(properties.holds, "properties: \(properties)")
        let tasks = Proportion { TaskMarkers(shape($0).content).tasks }
        #expect(tasks.holds, "tasks: \(tasks)")
        let rows = Proportion { size in
            NotebookRow.rows(of: [NoteLabel(name: shape(size).marks.notebook, count: 1)])
        }
        #expect(rows.holds, "rows: \(rows)")
    }

    @Test(arguments: [
        ("<div>", "</div>"), ("<ul><li>", "</li></ul>"), ("<b>", "</b>"), ("<blockquote>", "</blockquote>"),
        ("<span>", ""), ("&amp;", ""), ("&", ""), ("<", ""), ("<br/>", ""), ("<a b=\"", ""), ("<!--", ""),
        ("<![CDATA[", ""), ("<td>x</td>", ""), ("<a href=\"x\">", "</a>"), ("<li>x</li>", ""), ("x\n", ""),
    ])
    func `markup of Evernote costs as much as it has`(start: String, end: String) {
        let cost = Proportion { size in
            let count = size / (start.utf8.count + end.utf8.count)
            let inner = String(repeating: start, count: count) + "x" + String(repeating: end, count: count)
            return ENMLText.text(of: "<en-note>\(inner)</en-note>")
        }
        #expect(cost.holds, "\(cost)")
    }

    @Test func `links in links of Evernote lose no address`() {
        let addresses = (0..<200).map { "https://x.org/\($0)" }
        let starts = addresses.map { "<a href=\"\($0)\">" }.joined()
        let text = ENMLText.text(of: "<en-note>\(starts)x\(String(repeating: "</a>", count: 200))</en-note>").text
        for address in addresses { #expect(text.contains(address)) }
        let cost = Proportion { size in
            let starts = (0..<size / 16).map { "<a href=\"\($0)\">" }.joined()
            return ENMLText.text(of: "<en-note>\(starts)\(String(repeating: "x ", count: size / 2))</en-note>")
        }
        #expect(cost.holds, "\(cost)")
    }

    @Test func `each name above a tag finds its note, and a notebook of any depth is shown`() {
        let name = (1...40).map { "level\($0)" }.joined(separator: "/")
        let note = Self.note("", NoteMarks(notebook: name, tags: [name]))
        for above in ["level1", "level1/level2", name] {
            #expect(NoteFilter.tag(above).matches(note) && NoteFilter.notebook(above).matches(note))
        }
        #expect(!NoteFilter.tag("level2").matches(note))
        let rows = NotebookRow.rows(of: [NoteLabel(name: name, count: 1)])
        #expect(rows.count == 32 && rows.last?.name == name && rows.last?.count == 1)
        #expect(rows.last?.level == (32...40).map { "level\($0)" }.joined(separator: "/"))
    }
}
