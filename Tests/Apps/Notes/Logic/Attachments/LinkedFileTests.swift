// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesFolder
import NotesStore
import Testing

@testable import NotesLogic
@testable import NoteFormats

/// Files of a live folder that texts name: attachments of those notes, wherever they lie, of which nothing is copied.
struct LinkedFileTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let notes: NotesService

    init() throws {
        folder = try ScratchFolder()
        notes = NotesService(
            dao: FolderNoteStore(
                folder.path, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt, isDurable: false,
                describe: { AttachmentDraft(named: $0, type: nil, bytes: $1) }),
            owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt, choice: .folder(folder.path))
        _ = try folder.write("beside", "deep/beside.png")
        _ = try folder.write("root", "assets/root.png")
        _ = try folder.write("{\"attachmentFolderPath\":\"Files/of mine\"}", ".obsidian/app.json")
        _ = try folder.write("vault's", "Files/of mine/Vault é.png")
        _ = try folder.write("pdf", "Files/of mine/x.pdf")
        _ = try folder.write("far", "a/b/c/far.canvas")
    }

    private func note(_ text: String, _ name: String = "deep/Note.md") async throws -> Note {
        _ = try folder.write(text, name)
        let title = FilePath(name).stem
        return try #require(try await notes.dao.find(titled: title, owner: ana))
    }

    private func names(_ text: String) async throws -> [String] {
        try await notes.attachments.all(of: try await note(text).id).map { $0.path ?? "?" }
    }

    @Test(
        arguments: [
            ("![[beside.png|300]]", "deep/beside.png"), ("![a](beside.png#part)", "deep/beside.png"),
            ("![](./beside.png)", "deep/beside.png"), ("![](../assets/root.png \"A title\")", "assets/root.png"),
            ("![](/assets/root.png)", "assets/root.png"), ("![[assets/root.png]]", "assets/root.png"),
            ("![[root.png#part]]", "assets/root.png"), ("![](assets/root.png)", "assets/root.png"),
            ("![[vault e\u{301}.PNG|100x20]]", "Files/of mine/Vault é.png"),
            ("![](Vault%20%C3%A9.png)", "Files/of mine/Vault é.png"),
            ("[page](x.pdf#page=2)", "Files/of mine/x.pdf"), ("[[x.pdf#page=2|shown]]", "Files/of mine/x.pdf"),
            ("[page][p]\n\n[p]: <of mine/x.pdf>", "Files/of mine/x.pdf"), ("![[c/far.canvas]]", "a/b/c/far.canvas"),
        ])
    func `a file that a text names is an attachment of the note`(text: String, path: String) async throws {
        #expect(try await names(text) == [path])
        let id = try #require(try await notes.dao.find(titled: "Note", owner: ana)).id
        #expect(try await notes.find("has:attachment", limit: 9).map(\.id) == [id])
        #expect(try await notes.brokenLinks().isEmpty)
        let attachment = try #require(try await notes.attachments.all(of: id).first)
        #expect(try await notes.attachments.path(of: attachment.name, of: id) == folder.path + "/" + path)
        let other = try ScratchFolder()
        try await notes.attachments.extract(attachment.name, of: id, to: other.path + "/copy")
        #expect(
            FileManager.default.contents(atPath: other.path + "/copy")
                == FileManager.default.contents(atPath: folder.path + "/" + path))
        await #expect(throws: AttachmentFault.linked(path: path, note: id)) {
            try await notes.attachments.detach(attachment.name, from: id)
        }
    }

    @Test(
        arguments: [
            ("![[gone.png|300]]", "gone.png"), ("![](../gone.png#x)", "../gone.png#x"),
            ("![](../../assets/root.png)", "../../assets/root.png"), ("[x](gone.pdf)", "gone.pdf"),
            ("![](/deep/root.png)", "/deep/root.png"), ("[[gone.pdf]]", "gone.pdf"),
            ("![](/.atrium/notes.sqlite)", "/.atrium/notes.sqlite"),
        ])
    func `one that is not there is named`(text: String, spelled: String) async throws {
        let note = try await note(text)
        #expect(try await notes.attachments.all(of: note.id).isEmpty)
        #expect(try await notes.find("has:attachment", limit: 9).isEmpty)
        let broken = try await notes.brokenLinks()
        #expect(broken.map(\.link.text).map { $0.replacing("[[", with: "").replacing("]]", with: "") } == [spelled])
        #expect(broken.allSatisfy { $0.source.id == note.id && $0.isBroken })
    }

    @Test(
        arguments: [
            "`![[beside.png]]`", "[x](https://x.org/beside.png)", "[[Other]] [x](Other.md)", "![[Other]]",
            "[x](mailto:a@x.org)", "#beside.png", "[[Node.js]]",
        ])
    func `what names no file is none`(text: String) async throws {
        _ = try folder.write("o", "Other.md")
        #expect(try await names(text).isEmpty)
        #expect(try await notes.links(of: try await note(text)).allSatisfy { $0.file == nil })
    }

    @Test func `nothing is copied or written, and what comes and goes is seen`() async throws {
        let note = try await note("![[new.png]] and ![[beside.png]] ![](beside.png)\n")
        #expect(try await notes.attachments.all(of: note.id).map(\.name) == ["beside.png"])
        let path = try folder.write("new", "x/new.png")
        #expect(try await notes.attachments.all(of: note.id).map(\.name) == ["new.png", "beside.png"])
        _ = try await notes.pin([note.id], true)
        _ = try await notes.remove([note.id])
        _ = try await notes.restore([note.id])
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(all.filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }.count == 4)
        #expect(!all.contains { $0.contains("attachments") })
        #expect(try await notes.dao.attachments(of: note.id, owner: ana).isEmpty)
        try FileManager.default.removeItem(atPath: path)
        #expect(try await notes.attachments.all(of: note.id).map(\.name) == ["beside.png"])
        #expect(try await notes.brokenLinks().map(\.link.text) == ["[[new.png]]"])
    }

    @Test func `a file that belongs to the note is not told of twice`() async throws {
        let note = try await note("text")
        let source = try folder.write("own", "../\(UUID().uuidString)/own.png")
        defer { try? FileManager.default.removeItem(atPath: (source as NSString).deletingLastPathComponent) }
        _ = try await notes.attachments.attach(source, to: note.id)
        _ = try await notes.modify(note.id, to: "![](attachments/Note/own.png) ![[root.png]]")
        let all = try await notes.attachments.all(of: note.id)
        #expect(all.map(\.name) == ["own.png", "root.png"] && all.map(\.path) == [nil, "assets/root.png"])
        #expect(
            try await notes.attachments.path(of: "own.png", of: note.id) == folder.path
                + "/deep/attachments/Note/own.png")
        #expect(try await notes.brokenLinks().isEmpty)
    }

    @Test func `an export takes the files along, and links lead to them there`() async throws {
        let text = "![[root.png|300]] ![p](../assets/root.png#a) [x](x.pdf#page=2) ![[beside.png#b]] ![[gone.png]]\n"
        let note = try await note(text)
        let other = try ScratchFolder()
        let report = try await notes.exportNotes(to: other.path + "/out", as: .markdown, query: nil) { _, _ in }
        #expect(report.written == 1)
        let all = try FileManager.default.subpathsOfDirectory(atPath: other.path + "/out").filter { $0.contains(".") }
        #expect(Set(all) == ["deep/Note.md", "assets/root.png", "Files/of mine/x.pdf", "deep/beside.png"])
        let written = try String(contentsOfFile: other.path + "/out/deep/Note.md", encoding: .utf8)
        #expect(written.hasSuffix("---\n" + text))
        #expect(try String(contentsOfFile: folder.path + "/deep/Note.md", encoding: .utf8) == text)
        let page = other.path + "/page.html"
        _ = try await notes.exportNotes(to: page, as: .html, query: nil) { _, _ in }
        #expect(
            try String(contentsOfFile: page, encoding: .utf8).contains(
                "base64," + Data("root".utf8).base64EncodedString()))
        #expect(try await notes.attachments.all(of: note.id).count == 3)
    }
}
