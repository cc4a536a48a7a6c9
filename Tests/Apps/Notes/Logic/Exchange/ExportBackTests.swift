// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// What goes out and comes back.
struct ExportBackTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func all(_ notes: NotesService) async throws -> [Note] {
        try await notes.dao.page(after: 0, limit: .max, owner: ana)
    }

    private func export(
        _ notes: NotesService, _ name: String, as format: ExchangeFormat, trash: Bool = false, query: String? = nil
    ) async throws -> ExportReport {
        try await notes.exportNotes(to: folder.path + "/" + name, as: format, query: query, keepingTrash: trash) {
            _, _ in
        }
    }

    private static let lines = [
        "a word & <b> ]]> \"q\"", "", "## Head", "- one", "- two\n  - inner\n- three", "1. first\n2. second",
        "- [x] done\n- [ ] open",
        "```swift\nlet a  = 1\n\n    b\n```", "| a | b |\n| --- | --- |\n| c | d |", "**bold** *it* ~~no~~ `code`",
        "---",
        "[site](https://a.b/?c=1&d)", "[[A title|x]] and [[Other]] note:3", "> said", "==marked== 😀", "![](pic.png)",
        "[a b.pdf](<a b.pdf>)", "https://a.b/c", "![far](https://a.b/c.png)", "Table of 5 #tag",
    ]

    /// What a line is by then that Evernote's markup says in one way alone.
    private static func normal(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                line.hasPrefix("|") ? line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces) : String(line)
            }
            .joined(separator: "\n").trimmingCharacters(in: .newlines)
    }

    @Test(arguments: seeds(4)) func `Evernote's format comes back`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        let notes = try NotesService.inMemory(of: ana)
        for index in 0..<8 {
            var text = ["Title \(index) & <x>", "# Title \(index)"].randomElement(using: &dice) ?? ""
            for _ in 0..<Int.random(in: 0..<8, using: &dice) {
                // A block of each kind stands by itself, so that none goes on with the one before.
                text += "\n" + (Self.lines.randomElement(using: &dice) ?? "") + "\n"
            }
            let hasFiles = text.contains("pic.png") || text.contains("a b.pdf")
            let note = try await notes.add(text, in: index % 3 == 0 ? "work/x" : "")
            if hasFiles {
                for name in ["pic.png", "a b.pdf"] where text.contains(name) {
                    let file = try folder.write("bytes of \(name) \(index)", name)
                    _ = try await notes.attachments.attach(file, to: note.id)
                }
            }
            if Bool.random(using: &dice) { _ = try await notes.pin([note.id], true) }
            if index % 4 == 1 { _ = try await notes.tag([note.id], "two words") }
        }
        #expect(try await export(notes, "a.enex", as: .enex).written == 8)
        let other = try NotesService.inMemory(of: ana)
        let report = try await other.importNotes(from: folder.path + "/a.enex", as: nil) { _, _ in }
        #expect(report.added == 8 && report.problems.isEmpty, "\(report)")
        let (before, after) = (try await all(notes), try await all(other))
        for (old, new) in zip(before, after) {
            #expect(Self.normal(new.content) == Self.normal(old.content))
            #expect(new.createdAt == old.createdAt && new.marks.isPinned == old.marks.isPinned)
            #expect(new.marks.tags == old.marks.tags && new.marks.notebook == old.marks.notebook)
            #expect(
                try await other.attachments.all(of: new.id).map(\.name)
                    == (try await notes.attachments.all(of: old.id).map(\.name)))
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `a Markdown folder comes back, whatever titles and files are called`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        let signs = Array("`:/?|\\*\"<>#^[]()%&'. é😀~$")
        let notes = try NotesService.inMemory(of: ana)
        for index in 0..<12 {
            var title = ""
            for _ in 0..<Int.random(in: 1..<12, using: &dice) { title.append(signs.randomElement(using: &dice) ?? "a") }
            let name = "p\(index) " + title.filter { !"/\\<>`".contains($0) } + ".png"
            let note = try await notes.add("x\(index) \(title)\n\n![](<\(name)>)")
            let file = try folder.write("png \(index)", "in/p.png")
            try FileManager.default.moveItem(atPath: file, toPath: folder.path + "/in/" + name)
            _ = try await notes.attachments.attach(folder.path + "/in/" + name, to: note.id)
        }
        _ = try await export(notes, "vault", as: .markdown)
        let other = try NotesService.inMemory(of: ana)
        let report = try await other.importNotes(from: folder.path + "/vault", as: nil) { _, _ in }
        #expect(report.added == 12 && report.isWhole, "\(report.problems)")
        func key(_ note: Note, _ files: [NotesLogic.Attachment]) -> [String] {
            [note.firstLine] + files.map(\.name)
        }
        var before: Set<[String]> = []
        var after: Set<[String]> = []
        for note in try await all(notes) { before.insert(key(note, try await notes.attachments.all(of: note.id))) }
        for note in try await all(other) {
            after.insert(key(note, try await other.attachments.all(of: note.id)))
            // The text shows its file.
            let name = try #require(try await other.attachments.all(of: note.id).first?.name)
            #expect(
                References(note.content).all.contains { $0.isFileAddress && $0.meanings.contains(name) },
                "\(note.content)")
        }
        #expect(before == after)
    }

    @Test func `a file of which a part is shown comes back once`() async throws {
        let notes = try NotesService.inMemory(of: ana)
        for index in 0..<3 {
            let note = try await notes.add("n\(index)\n\n![[P.base#Part]]")
            _ = try await notes.attachments.attach(try folder.write("bytes \(index)", "P.base"), to: note.id)
        }
        _ = try await export(notes, "parts", as: .markdown)
        let other = try NotesService.inMemory(of: ana)
        #expect(try await other.importNotes(from: folder.path + "/parts", as: nil) { _, _ in }.added == 3)
        for note in try await all(other) {
            #expect(try await other.attachments.all(of: note.id).map(\.name) == ["P.base"])
        }
    }

    @Test(arguments: [ExchangeFormat.markdown, .json, .jrnl, .jrnlJSON, .enex, .html, .site])
    func `the trash stays where it is, unless it is asked for`(format: ExchangeFormat) async throws {
        let notes = try NotesService.inMemory(of: ana)
        for text in ["kept", "gone"] { _ = try await notes.add(text) }
        _ = try await notes.remove([2])
        let report = try await export(notes, "a", as: format)
        #expect(report.written == 1 && report.trashed == 1)
        let asked = try await export(notes, "b", as: format, trash: true)
        let hasTrash = noteExports.contains { $0.id == format.rawValue && $0.hasTrash }
        #expect(asked.written == (hasTrash ? 2 : 1) && asked.trashed == (hasTrash ? 0 : 1))
        #expect(try await export(notes, "c", as: format, query: "is:trashed").written == 1)
    }

    @Test func `pages link to each other and to their files, and nothing else is needed`() async throws {
        let notes = try NotesService.inMemory(of: ana)
        let texts = [
            "First: one?\n[[Second|two]] note:2 [x](note:3) [[Nowhere]] note:9 ![](p 1.png) ![](<p 1.png>) [f](a.pdf)",
            "Second\n[[first: ONE?]]", "second\n<script>alert(1)</script>", "Index",
        ]
        for text in texts { _ = try await notes.add(text, in: text.hasPrefix("F") ? "work/a" : "") }
        for name in ["p 1.png", "a.pdf"] {
            _ = try await notes.attachments.attach(try folder.write("bytes", name), to: 1)
        }
        #expect(try await export(notes, "site", as: .site).written == 4)
        let site = folder.path + "/site"
        func page(_ name: String) throws -> String { try String(contentsOfFile: site + "/" + name, encoding: .utf8) }
        let names = try FileManager.default.subpathsOfDirectory(atPath: site).sorted()
        #expect(
            names.filter { $0.contains(".") } == [
                "First one.html", "Index (4).html", "Second.html", "files/1/a.pdf", "files/1/p 1.png", "index.html",
                "second (3).html",
            ])
        let first = try page("First one.html")
        for link in [
            "<a href=\"Second.html\">two</a>", "<a href=\"second%20%283%29.html\">x</a>", "src=\"files/1/p%201.png\"",
            "href=\"files/1/a.pdf\"", "<a href=\"index.html\">", "<title>First: one?</title>",
        ] { #expect(first.contains(link), "\(link) in \(first)") }
        #expect(!first.contains("#title-") && !first.contains("#note-") && !first.contains("data:image"))
        #expect(try page("Second.html").contains("<a href=\"First%20one.html\">"))
        #expect(!(try page("second (3).html").contains("<script>")))
        let index = try page("index.html")
        for name in ["First%20one.html", "Second.html", "second%20%283%29.html", "Index%20%284%29.html", "work/a"] {
            #expect(index.contains(name))
        }
        // Every address leads to a page or a file that is there.
        for name in names where name.hasSuffix(".html") {
            for match in try page(name).matches(of: /(?:href|src)="([^"#:]+)"/) {
                let path = String(match.output.1).removingPercentEncoding ?? ""
                #expect(FileManager.default.fileExists(atPath: site + "/" + path), "\(path)")
            }
        }
        await #expect(throws: ExportFault.self) { try await export(notes, "site", as: .site) }
    }
}
