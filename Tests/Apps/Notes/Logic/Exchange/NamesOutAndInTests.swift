// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Folders of notes that come in, go out as Markdown, and come in again: names, links, aliases, files.
struct NamesOutAndInTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func take(_ name: String) async throws -> (notes: NotesService, report: ImportReport) {
        let notes = try NotesService.inMemory(of: ana)
        return (notes, try await notes.importNotes(from: folder.path + "/" + name, as: nil) { _, _ in })
    }

    private func export(_ notes: NotesService, _ name: String) async throws -> [ExactPath: Data] {
        let path = folder.path + "/" + name
        _ = try await notes.exportNotes(to: path, as: .markdown, query: nil) { _, _ in }
        var files: [ExactPath: Data] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: path) {
            files[ExactPath(file)] = FileManager.default.contents(atPath: path + "/" + file)
        }
        return files
    }

    /// Imports the folder `v`, exports it, and does both again: the exports are the same, and no link is broken.
    private func roundTrip() async throws -> (files: [ExactPath: Data], first: NotesService, second: NotesService) {
        let (first, _) = try await take("v")
        let out = try await export(first, "out")
        let (second, report) = try await take("out")
        #expect(report.problems.isEmpty && report.unlinked.isEmpty)
        let again = try await export(second, "again")
        #expect(Set(out.keys) == Set(again.keys))
        for (file, bytes) in out where again[file] != bytes {
            let texts = [bytes, again[file] ?? Data()].map { String(decoding: $0, as: UTF8.self) }
            Issue.record("\(file.text): \(texts[0]) and then \(texts[1])")
        }
        return (out, first, second)
    }

    private func write(_ files: [(name: String, text: String)]) throws {
        // No path of Foundation’s: it would normalise names.
        for (name, text) in files {
            let path = folder.path + "/v/" + name
            let levels = path.split(separator: "/").dropLast()
            for end in levels.indices {
                mkdir("/" + levels[...end].joined(separator: "/"), 0o700)
            }
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
        }
    }

    @Test func `a file's name and its aliases are the note's, whatever wrote the file`() async throws {
        try write([
            ("Plan.md", "---\naliases: [Big Plan]\n---\n# Plan\n\ntext\n"), ("B.md", "x [[Plan]] [[Big Plan]]\n"),
        ])
        let (files, _, second) = try await roundTrip()
        #expect(Set(files.keys.map(\.text)) == ["Plan.md", "B.md"])
        #expect(try await second.brokenLinks().isEmpty)
        let plan = try #require(try await second.find("", limit: 9).first { $0.title == "Plan" })
        #expect(plan.names == NoteNames(path: "Plan", aliases: ["Big Plan"]))
    }

    @Test func `names that differ in normalisation or in capitals alone are two`() async throws {
        let (composed, decomposed) = ("\u{C9}t\u{E9}", "E\u{301}te\u{301}")
        try write([
            (composed + "/a.md", "[[b]]\n"), (decomposed + "/b.md", "[[\(composed)/a]]\n"),
            (composed + ".md", "one [x](\(decomposed).md)\n"), (decomposed + ".md", "two [[\(composed)]]\n"),
            ("Case.md", "upper [x](case.md)\n"), ("case.md", "lower [[Case]]\n"),
        ])
        let (files, first, second) = try await roundTrip()
        let texts = files.filter { $0.key.text.hasSuffix(".md") }
        #expect(texts.count == 6 && texts.keys.contains(ExactPath(decomposed + "/b.md")))
        for notes in [first, second] {
            #expect(try await notes.brokenLinks().isEmpty)
            for note in try await notes.find("", limit: 9) where !note.names.path.contains("/") {
                let target = try #require(try await notes.links(of: note).first?.target?.id)
                #expect(target != note.id)
            }
        }
    }

    @Test func `one file that two notes link to is one`() async throws {
        try write([
            ("a.md", "see [[doc.pdf]]\n"), ("b.md", "see [it](doc.pdf) ![[doc.pdf#page=2]]\n"), ("doc.pdf", "PDF"),
            ("sub/c.md", "see [it](../doc.pdf)\n"),
        ])
        let (files, _, second) = try await roundTrip()
        #expect(Set(files.keys.map(\.text)) == ["a.md", "b.md", "doc.pdf", "sub/c.md"])
        var digests: Set<NotesLogic.Attachment> = []
        for note in try await second.find("", limit: 9) {
            digests.formUnion(try await second.attachments.all(of: note.id))
        }
        #expect(Set(digests.map(\.digest)).count == 1)
    }

    @Test func `one file that two notes have of their own is one in an export`() async throws {
        let notes = try NotesService.inMemory(of: ana)
        for title in ["Zoo", "Ape"] {
            let note = try await notes.add("\(title)\n\n![](p.png)")
            _ = try await notes.attachments.attach(try folder.write("png", "p.png"), to: note.id)
        }
        let out = try await export(notes, "out")
        #expect(out.keys.filter { $0.text.hasSuffix(".png") }.map(\.text) == ["attachments/Zoo/p.png"])
        let (second, _) = try await take("out")
        for note in try await second.find("", limit: 9) {
            #expect(note.content.hasSuffix("![](p.png)"))
            #expect(try await second.attachments.all(of: note.id).map(\.place) == [nil])
        }
        #expect(try await export(second, "again") == out)
    }

    @Test func `two files of one place do not take each other's`() async throws {
        let notes = try NotesService.inMemory(of: ana)
        for number in 1...2 {
            _ = try folder.write("n\(number) ![](img/p.png) ![[p.png|30]]", "v\(number)/n\(number).md")
            _ = try folder.write("png \(number)", "v\(number)/img/p.png")
            _ = try await notes.importNotes(from: folder.path + "/v\(number)", as: nil) { _, _ in }
        }
        let out = try await export(notes, "v")
        #expect(out[ExactPath("img/p.png")] == Data("png 1".utf8))
        #expect(out[ExactPath("attachments/n2/p.png")] == Data("png 2".utf8))
        let text = String(decoding: try #require(out[ExactPath("n2.md")]), as: UTF8.self)
        #expect(text.hasSuffix("n2 ![](attachments/n2/p.png) ![[attachments/n2/p.png|30]]\n"))
        _ = try await roundTrip()
    }

    @Test func `a text file that a note links to is a file, any other is a note, and what is left out is said`()
        async throws
    {
        try write([
            ("a.md", "[[list.txt]] [l](sub/more.txt)\n"), ("list.txt", "item"), ("sub/more.txt", "[x](../free.txt)"),
            ("free.txt", "free"), ("x.json", "{}"), ("pics/no.png", "png"), (".hidden/y.png", "y"),
        ])
        let (notes, report) = try await take("v")
        #expect(report.unlinked == ["pics/no.png", "x.json"] && report.isWhole)
        #expect(try await notes.find("", limit: 9).map(\.title).sorted() == ["a", "free"])
        let (files, _, second) = try await roundTrip()
        #expect(files[ExactPath("sub/more.txt")] == Data("[x](../free.txt)".utf8))
        #expect(try await second.brokenLinks().isEmpty)
    }

    @Test func `a link that says another ending leads to the file that is written`() async throws {
        try write([
            ("a.md", "[b](sub/b%20c.markdown#x) [e](e.markdown) [[e.markdown]]\n"), ("sub/b c.markdown", "b\n"),
            ("e.markdown.md", "e\n"),
        ])
        let (files, _, second) = try await roundTrip()
        let text = String(decoding: try #require(files[ExactPath("a.md")]), as: UTF8.self)
        #expect(text.hasSuffix("[b](sub/b%20c.md#x) [e](e.markdown) [[e.markdown]]\n"))
        let note = try #require(try await second.find("", limit: 9).first { $0.title == "a" })
        #expect(try await second.links(of: note).map { $0.target?.title } == ["b c", nil, "e.markdown"])
    }

    @Test func `export keeps each name that a file can have`() async throws {
        let long = String(repeating: "\u{754C}", count: 84)
        let names = [
            "A*", "C# x", "Q? y", "a|b", "x^y", "50%", "50%25", "%2F", "c.md", "e.markdown", "two  blanks", "trailing ",
            "dots.", "<t>", "\u{1F468}\u{200D}\u{1F469}", "a:b", "back\\slash", "q\"q", "nul", long, "x [y] z",
        ]
        let links = names.map { name in
            let encoded = name.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let isTitle = !name.contains { "|[]\\".contains($0) } && name == name.trimmingCharacters(in: .whitespaces)
            return "[x](\(encoded).md)" + (isTitle ? " [[\(name)]]" : "")
        }
        try write(names.map { ("\($0).md", "text of \($0)\n") } + [("links.md", links.joined(separator: "\n") + "\n")])
        let (files, first, second) = try await roundTrip()
        #expect(Set(files.keys) == Set((names + ["links"]).map { ExactPath($0 + ".md") }))
        for notes in [first, second] {
            let note = try #require(try await notes.find("", limit: 99).first { $0.title == "links" })
            let led = try await notes.links(of: note).map { $0.target?.title ?? "\($0.link) leads nowhere" }
            #expect(
                led
                    == names.flatMap { name in
                        links[names.firstIndex(of: name) ?? 0].contains("[[") ? [name, name] : [name]
                    })
        }
    }

    /// Names, links in all their forms, aliases and files, drawn by chance.
    @Test(arguments: seeds(4))
    func `a vault comes out as it came in, and links go on leading`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        func pick<Element>(_ all: [Element]) -> Element { all[dice.roll(all.count)] }
        let folders = ["", "work/", "work/deep er/", "\u{C9}t\u{E9}/", "E\u{301}te\u{301}/", "attachments/", "a & b/"]
        let stems = [
            "Plan", "x*y", "caf\u{E9}", "cafe\u{301} 2", "\u{65E5}\u{672C}", "C# z", "n.md", "5%25", "(p)", "q?",
        ]
        let notes = (0..<12).map { pick(folders) + pick(stems) + " \($0)" }
        let files = (0..<5).map {
            pick(folders) + pick(["pic ", "(f)", "\u{E9}", "l#t"]) + "\($0)" + pick([".png", ".txt", ".pdf"])
        }
        let hasAlias = notes.map { _ in dice.roll(2) == 0 }
        var texts: [(name: String, text: String)] = files.map { ($0, "bytes \(dice.roll(3))") }
        for (index, note) in notes.enumerated() {
            var text = hasAlias[index] ? "---\naliases: [Alias \(index), 'o: \(index)']\n---\n" : ""
            text += "# Head, \(index)!\n\n"
            for _ in 0..<6 {
                let other = dice.roll(notes.count)
                let (path, name) = (notes[other], FilePath(notes[other]).last)
                let relative = LinkAddress.encoded(FilePath.relative(path, from: FilePath(note).folder))
                let file = pick(files)
                let way = LinkAddress.encoded(FilePath.relative(file, from: FilePath(note).folder))
                text +=
                    pick([
                        "[[\(name)]]", "[[\(path)|shown]]", "[[\(name)#Head, \(other)!]]", "[x](\(relative).md)",
                        "[x](\(relative).md#head-\(other))", hasAlias[other] ? "[[Alias \(other)]]" : "[[Gone]]",
                        file.contains("#") ? "[[Gone]]" : "![[\(FilePath(file).last)]]", "[f](\(way))",
                        "![](<\(way)>)", "[[Gone]]",
                    ]) + "\n"
            }
            texts.append((note + ".md", text))
        }
        try write(texts)
        let (out, first, second) = try await roundTrip()
        for note in notes { #expect(out[ExactPath(note + ".md")] != nil, "\(note)") }
        func leads(_ service: NotesService) async throws -> [String: [String]] {
            var leads: [String: [String]] = [:]
            for note in try await service.find("", limit: 99) {
                leads[note.names.path] = try await service.links(of: note).map {
                    "\($0.link.text) \($0.target?.title ?? $0.file ?? "nowhere") \($0.isBroken)"
                }
            }
            return leads
        }
        #expect(try await leads(first) == (try await leads(second)))
        for (note, links) in try await leads(first) {
            for link in links where link.hasSuffix("true") { #expect(link.hasPrefix("[[Gone]]"), "\(note): \(link)") }
        }
    }
}
