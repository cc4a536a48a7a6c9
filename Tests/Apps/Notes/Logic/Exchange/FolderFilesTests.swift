// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
import NotesStore
import Testing

@testable import NotesLogic
@testable import NoteFormats

/// The files that notes of a folder refer to.
struct FolderFilesTests {
    private let folder: ScratchFolder
    private let notes: NotesService

    init() throws {
        folder = try ScratchFolder()
        notes = NotesService(
            dao: try SystemNotes.all(on: .memory(MemorySystem())), owner: UserID(rawValue: 1),
            clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func take(_ path: String) async throws -> [ExchangeProblem.Reason] {
        try await notes.importNotes(from: folder.path + "/" + path, as: nil) { _, _ in }.problems.map(\.reason)
    }

    private func text(of name: String, _ id: Int) async throws -> String {
        let file = try #require(try await notes.attachments.all(of: id).first { $0.name == name })
        let bytes = try #require(try await notes.dao.bytes(of: file.digest, owner: UserID(rawValue: 1)))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `pictures and files of a vault come along, and keep their places`() async throws {
        _ = try folder.write("one", "v/images/my pic.png")
        _ = try folder.write("two", "v/work/pic.png")
        _ = try folder.write("three", "v/work/deep/PIC.png")
        let trip = """
            Trip
            ![a](../images/my%20pic.png) ![](pic.png "t") [b](<./deep/PIC.png>) ![](pic.png)
            [c](https://x.y/pic.png) [d](#pic.png) [e](other.md) [f](nothing.pdf) `![](pic.png)` [g](deep)
            """
        _ = try folder.write(trip, "v/work/trip.md")
        #expect(try await take("v").isEmpty)
        #expect(try await notes.note(1).content == trip)
        let files = try await notes.attachments.all(of: 1)
        #expect(files.map(\.name) == ["my pic.png", "pic.png", "PIC-2.png"])
        #expect(files.map(\.place) == ["images/my pic.png", "work/pic.png", "work/deep/PIC.png"])
        #expect(try await text(of: "my pic.png", 1) == "one")
        #expect(try await text(of: "PIC-2.png", 1) == "three")
        #expect(
            try await notes.links(of: notes.note(1)).compactMap(\.file) == [
                "my pic.png", "pic.png", "PIC-2.png", "pic.png",
            ])
    }

    @Test func `no link leads out of the folder`() async throws {
        _ = try folder.write("secret", "secret.png")
        _ = try folder.write("inside", "v/in.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/v/out.png", withDestinationPath: "../secret.png")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/v/up", withDestinationPath: "..")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/v/same.png", withDestinationPath: "in.png")
        let links = ["../secret.png", folder.path + "/secret.png", "out.png", "up/secret.png", "x/../../secret.png"]
        let text = (links + ["same.png", "%2e%2e/secret.png", "gone.png"]).map { "![](\($0))" }
        _ = try folder.write(
            "---\nattachments: [../secret.png, in.png, lost.png]\n---\n" + text.joined(separator: "\n"), "v/a.md")
        #expect(
            try await take("v") == [
                .outside("../secret.png"), .missingFile("lost.png"),
                .outside(folder.path + "/secret.png"), .outside("out.png"), .outside("up/secret.png"),
                .outside("x/../../secret.png"), .missingFile("gone.png"),
            ])
        #expect(try await notes.attachments.all(of: 1).map(\.name) == ["in.png", "same.png"])
        #expect(try await notes.note(1).content.contains("![](../secret.png)"))
    }

    @Test(.timeLimit(.minutes(10))) func `a note is a file of the folder itself, and nothing that would wait`()
        async throws
    {
        let secret = try folder.write("secret", "secret.md")
        _ = try folder.write("deep", "else/deep.md")
        _ = try folder.write("mine", "v/data/mine")
        for (name, target) in [
            ("out.md", "../secret.md"), ("far.txt", secret), ("up", "../else"), ("gone.md", "nothing"),
            ("same.md", "data/mine"), ("loop.md", "loop.md"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/v/" + name, withDestinationPath: target)
        }
        #expect(mkfifo(folder.path + "/v/pipe.md", 0o600) == 0)
        let report = try await notes.importNotes(from: folder.path + "/v", as: nil) { _, _ in }
        #expect(
            report.problems == [
                ExchangeProblem(file: "far.txt", line: nil, reason: .outsideFile(secret)),
                ExchangeProblem(file: "gone.md", line: nil, reason: .unreadable(ENOENT)),
                ExchangeProblem(file: "loop.md", line: nil, reason: .unreadable(ELOOP)),
                ExchangeProblem(file: "out.md", line: nil, reason: .outsideFile("../secret.md")),
                ExchangeProblem(file: "pipe.md", line: nil, reason: .unreadable(ESPIPE)),
            ])
        #expect(try await notes.find("", limit: 9).map(\.content) == ["mine"])
    }

    @Test func `what belongs to another note, and notes below a folder of that name, are no notes and notes`()
        async throws
    {
        _ = try folder.write("mine", "v/attachments/a/list.txt")
        _ = try folder.write("A\n[x](attachments/a/list.txt)", "v/a.md")
        _ = try folder.write("B\n[x](attachments/a/list.txt)", "v/b.md")
        _ = try folder.write("C", "v/attachments/c.md")
        #expect(try await take("v").isEmpty)
        let all = try await notes.find("", limit: 9)
        #expect(all.map(\.title).sorted() == ["a", "b", "c"])
        for note in all { #expect(try await notes.attachments.all(of: note.id).count == (note.title == "c" ? 0 : 1)) }
    }

    @Test func `a single file brings the files beside it`() async throws {
        _ = try folder.write("one", "pic.png")
        _ = try folder.write("Trip\n![](pic.png)", "trip.md")
        #expect(try await take("trip.md").isEmpty)
        #expect(try await text(of: "pic.png", 1) == "one")
    }

    @Test func `a notebook named as the folder of attachments is one all the same`() async throws {
        _ = try folder.write("x", "file.txt")
        let id = try await notes.add("x\nnote", in: "Attachments/x").id
        _ = try await notes.attachments.attach(folder.path + "/file.txt", to: try await notes.add("x").id)
        _ = try await notes.exportNotes(to: folder.path + "/out", as: .markdown, query: nil) { _, _ in }
        for id in 1...2 {
            _ = try await notes.remove([id])
            try await notes.purge([id])
        }
        #expect(id == 1)
        #expect(try await take("out").isEmpty)
        #expect(Set(try await notes.find("", limit: 9).map(\.marks.notebook)) == ["", "Attachments/x"])
    }

    @Test func `attachments of JSON that are damaged are left out, and said`() async throws {
        _ = try folder.write(
            """
            {"notes":[{"content":"a","attachments":[{"name":"../x.txt","data":"aGFsbG8="},{"name":"X.txt","data":""},
            {"name":"y","data":"a%"},{"name":"z"}],"frontMatter":"evil: 1\\n---\\n# not YAML: ["}]}
            """, "a.json")
        #expect(try await take("a.json") == [.badAttachment("y"), .badAttachment("z")])
        #expect(try await notes.attachments.all(of: 1).map(\.name) == ["x.txt", "X-2.txt"])
        #expect(try await text(of: "x.txt", 1) == "hallo")
        #expect(try await notes.note(1).marks.others == "evil: 1\n")
    }

    /// Fields that nobody knows come out as they went in, and a bomb of references is refused.
    @Test func `foreign fields are kept`() async throws {
        let fields =
            "Aliases: [one, \"7\", 7]\nnested:\n  deep: {a: [b, c], d: ~}\ntext: |\n  two\n  lines\nref: &r [x]\nagain: *r\n"
        _ = try folder.write("---\ntags: [a]\n" + fields + "---\nBody", "v/a (1).md")
        let bomb = (0..<30).reduce("a: &a [x]\n") { text, step in
            let (before, name) = (step == 0 ? "a" : "a\(step - 1)", "a\(step)")
            return text + "\(name): &\(name) [*\(before), *\(before), *\(before)]\n"
        }
        _ = try folder.write("---\n" + bomb + "---\nBomb", "v/b.md")
        #expect(try await take("v") == [.frontMatter])
        let others = try await notes.note(1).marks.others
        #expect(!others.contains("tags"))
        #expect(others.contains("ref:") && others.contains("deep:"))
        #expect(try await notes.note(1).names.aliases == ["one", "7", "7"])
        _ = try folder.write("x", "list.txt")
        _ = try await notes.attachments.attach(folder.path + "/list.txt", to: 1)
        _ = try await notes.modify(1, to: "Body (1)\n[l](list.txt) `[l](list.txt)`")
        _ = try await notes.exportNotes(to: folder.path + "/out", as: .markdown, query: "body") { _, _ in }
        let page = try String(contentsOfFile: folder.path + "/out/a (1).md", encoding: .utf8)
        #expect(page.contains(others))
        #expect(page.contains("\n[l](attachments/a%20%281%29/list.txt) `[l](list.txt)`\n"))
        #expect(NoteFile.others(others) == others)
    }
}
