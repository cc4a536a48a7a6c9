// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
import NotesFolder
@testable import NotesLogic
import NotesStore
import Testing

/// The attachments of notes in a folder: files beside the notes, which other programs see and change.
struct FolderAttachmentTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func open() -> FolderNoteStore {
        FolderNoteStore.testing(folder.path)
    }

    private func draft(_ name: String, _ bytes: [UInt8]) -> AttachmentDraft { OpenNoteStore.describe(name, bytes) }

    private func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: folder.path + "/" + name).map(Array.init)
    }

    private func names(_ dao: FolderNoteStore) async throws -> [String] {
        try await dao.attachments(of: 1, owner: ana).map(\.name)
    }

    private func bytes(_ dao: FolderNoteStore) async throws -> [[UInt8]?] {
        var all: [[UInt8]?] = []
        for attachment in try await dao.attachments(of: 1, owner: ana) {
            all.append(try await dao.bytes(of: attachment.digest, owner: ana))
        }
        return all
    }

    @Test func `what lies beside a note is attached to it`() async throws {
        _ = try folder.write("Trip\n![p](attachments/Trip/pic.png)\n", "work/Trip.md")
        _ = try folder.write("one", "work/attachments/Trip/pic.png")
        _ = try folder.write("x", "work/attachments/Other/pic.png")
        _ = try folder.write("x", "work/attachments/Trip/.hidden")
        let outside = try ScratchFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/work/attachments/Trip/link.png",
            withDestinationPath: try outside.write("secret", "secret"))
        let dao = open()
        #expect(try await names(dao) == ["pic.png"])
        #expect(try await bytes(dao) == [Array("one".utf8)])
        // Another program changes it, adds one, and takes the first away.
        _ = try folder.write("two!", "work/attachments/Trip/pic.png")
        #expect(try await bytes(dao) == [Array("two!".utf8)])
        _ = try folder.write("b", "work/attachments/Trip/b.pdf")
        #expect(try await names(dao) == ["pic.png", "b.pdf"])
        try FileManager.default.removeItem(atPath: folder.path + "/work/attachments/Trip/pic.png")
        #expect(try await names(dao) == ["b.pdf"])
        #expect(try await names(open()) == ["b.pdf"])
    }

    @Test func `what is attached is a file beside the note, and goes with it`() async throws {
        let dao = open()
        _ = try await dao.create(
            [NoteDraft(content: "Trip", createdAt: Timestamp(seconds: 0), attachments: [draft("a.png", [1])])],
            owner: ana)
        #expect(bytes("attachments/Trip/a.png") == [1])
        #expect(try await dao.attach(draft("b.png", [2]), to: 1, owner: ana)?.number == 2)
        #expect(bytes("attachments/Trip/b.png") == [2])
        _ = try folder.write("c", "attachments/Trip/c.png")
        _ = try await dao.mark(1, .notebook("work"), owner: ana)
        #expect(try await names(dao) == ["a.png", "b.png", "c.png"])
        #expect(bytes("work/attachments/Trip/a.png") == [1])
        #expect(bytes("work/attachments/Trip/c.png") == Array("c".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/attachments"))
        #expect(try await dao.detach(2, from: 1, owner: ana))
        #expect(bytes("work/attachments/Trip/b.png") == nil)
        _ = try await dao.trash(1, at: Timestamp(seconds: 9), owner: ana)
        #expect(bytes("work/attachments/Trip/a.png") == nil)
        #expect(try await names(dao) == ["a.png", "c.png"])
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(bytes("work/attachments/Trip/a.png") == [1])
        #expect(try await dao.remove(1, owner: ana))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/work/attachments"))
    }

    /// What the index has the bytes for: whoever removes a folder can have its notes back whole.
    @Test(arguments: [true, false]) func `a note whose files are gone comes back with its attachments`(
        isLookedAt: Bool
    ) async throws {
        let dao = open()
        _ = try await dao.create(
            [
                NoteDraft(
                    content: "Trip", createdAt: Timestamp(seconds: 0), marks: NoteMarks(notebook: "work"),
                    attachments: [draft("a.png", [1]), draft("b.png", [2])])
            ], owner: ana)
        try FileManager.default.removeItem(atPath: folder.path + "/work")
        #expect(try await dao.find(1, owner: ana)?.trashedAt != nil)
        if isLookedAt { #expect(try await bytes(dao) == [[1], [2]]) }
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(bytes("work/attachments/Trip/a.png") == [1] && bytes("work/attachments/Trip/b.png") == [2])
        #expect(try await bytes(dao) == [[1], [2]])
        #expect(try await bytes(open()) == [[1], [2]])
    }

    @Test func `of a note whose file alone is gone the attachments lie where they were`() async throws {
        let dao = open()
        _ = try await dao.create(
            [NoteDraft(content: "Trip", createdAt: Timestamp(seconds: 0), attachments: [draft("a.png", [1])])],
            owner: ana)
        try FileManager.default.removeItem(atPath: folder.path + "/Trip.md")
        #expect(try await dao.find(1, owner: ana)?.trashedAt != nil)
        _ = try folder.write("new", "attachments/Trip/a.png")
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(try await bytes(dao) == [Array("new".utf8)])
        #expect(try await names(dao) == ["a.png"])
    }

    @Test func `a note that another program renames keeps what lies where its links lead`() async throws {
        let dao = open()
        _ = try await dao.create(
            [NoteDraft(content: "Trip", createdAt: Timestamp(seconds: 0), attachments: [draft("a.png", [1])])],
            owner: ana)
        try FileManager.default.moveItem(atPath: folder.path + "/Trip.md", toPath: folder.path + "/Journey.md")
        #expect(try await names(dao) == ["a.png"])
        _ = try await dao.mark(1, .pinned(true), owner: ana)
        #expect(bytes("attachments/Trip/a.png") == [1])
        // A new note of the old name has no claim to them.
        _ = try folder.write("Trip", "Trip.md")
        #expect(try await dao.page(after: 0, limit: 10, owner: ana).count == 2)
        #expect(try await dao.attachments(of: 2, owner: ana).isEmpty)
    }

    @Test func `no attachment overwrites a file, leaves the folder or becomes a note`() async throws {
        let dao = open()
        _ = try await dao.create([NoteDraft(content: "Trip", createdAt: Timestamp(seconds: 0))], owner: ana)
        let outside = try ScratchFolder()
        let secret = try outside.write("secret", "secret")
        _ = try folder.write("x", "attachments/Trip/x.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/attachments/Trip/link.png", withDestinationPath: secret)
        for name in ["x.png", "link.png", "../up.png", "note.md", ".hidden"] {
            _ = try await dao.attach(draft(name, [7]), to: 1, owner: ana)
        }
        #expect(bytes("attachments/Trip/x.png") == Array("x".utf8))
        #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
        #expect(bytes("attachments/up.png") == nil && bytes("attachments/Trip/note.md") == [7])
        #expect(try await dao.page(after: 0, limit: 10, owner: ana).count == 1)
        #expect(try await names(dao) == ["x.png", "link.png", "../up.png", "note.md", ".hidden"])
    }

    @Test func `a Markdown file beside a note is attached to it, whichever was there first`() async throws {
        _ = try folder.write("readme of app", "work/attachments/Trip/readme.md")
        _ = try folder.write("Own", "work/attachments/Other/own.md")
        let dao = open()
        func contents() async throws -> [String] {
            try await dao.page(after: 0, limit: 10, owner: ana).filter { $0.trashedAt == nil }.map(\.content)
        }
        #expect(try await contents() == ["Own", "readme of app"])
        _ = try folder.write("Trip", "work/Trip.md")
        #expect(try await contents() == ["Own", "Trip"])
        #expect(try await dao.attachments(of: 3, owner: ana).map(\.name) == ["readme.md"])
        _ = try folder.write("new", "work/attachments/Trip/readme.md")
        _ = try folder.write("x", "work/attachments/Trip/more.markdown")
        #expect(try await contents() == ["Own", "Trip"])
        #expect(try await dao.attachments(of: 3, owner: ana).map(\.name) == ["readme.md", "more.markdown"])
        // It stays what it is while its note’s file is away.
        let aside = folder.path + "/work/aside"
        try FileManager.default.moveItem(atPath: folder.path + "/work/Trip.md", toPath: aside)
        #expect(try await contents() == ["Own"])
        try FileManager.default.moveItem(atPath: aside, toPath: folder.path + "/work/Trip.md")
        #expect(try await contents() == ["Own", "Trip"])
        #expect(try await dao.attachments(of: 3, owner: ana).map(\.name) == ["readme.md", "more.markdown"])
        let again = open()
        #expect(try await again.counts(owner: ana).active == 2)
        #expect(try await again.attachments(of: 3, owner: ana).count == 2)
    }

    @Test func `a note in a notebook that is called like a place of attachments is none`() async throws {
        let dao = open()
        func draft(_ content: String, _ notebook: String) -> NoteDraft {
            NoteDraft(content: content, createdAt: Timestamp(seconds: 0), marks: NoteMarks(notebook: notebook))
        }
        _ = try await dao.create(
            [draft("Trip", ""), draft("List", "attachments/Trip"), draft("Trip-", "")], owner: ana)
        _ = try folder.write("Own", "attachments/Plan/own.md")
        _ = try await dao.counts(owner: ana)
        _ = try await dao.create([draft("Plan", "")], owner: ana)
        let notes = try await open().page(after: 0, limit: 10, owner: ana)
        #expect(notes.map(\.content) == ["Trip", "List", "Trip-", "Own", "Plan"])
        #expect(notes.map(\.marks.notebook) == ["", "attachments/Trip", "", "attachments/Plan", ""])
        #expect(notes.allSatisfy { $0.trashedAt == nil })
        #expect(bytes("attachments-/Trip/List.md") != nil && bytes("Plan 2.md") != nil)
    }

    /// A bare name leads nowhere for other programs.
    @Test func `links of a note that is new lead to the files`() async throws {
        let dao = open()
        let text = "My (trip)\n![](a.png) [b](<b c.pdf> \"t\") `![](a.png)` [no](.hidden) [else](x/a.png)"
        let note = NoteDraft(
            content: text, createdAt: Timestamp(seconds: 0), marks: NoteMarks(notebook: "work"),
            origin: NoteOrigin(name: "o"),
            attachments: [draft("a.png", [1]), draft("b c.pdf", [2]), draft(".hidden", [3])])
        #expect(try await dao.take([note], owner: ana).map(\.kind) == [.new])
        let here = "attachments/My%20%28trip%29"
        let led =
            "My (trip)\n![](\(here)/a.png) [b](<\(here)/b c.pdf> \"t\") `![](a.png)` [no](.hidden) [else](x/a.png)"
        let kept = try #require(try await dao.find(1, owner: ana))
        #expect(kept.content == led && kept.version == 1)
        #expect(bytes("work/My (trip).md").map { String(decoding: $0, as: UTF8.self).hasSuffix(led + "\n") } == true)
        #expect(
            try await dao.places(of: 1, owner: ana) == [
                1: "attachments/My (trip)/a.png", 2: "attachments/My (trip)/b c.pdf",
            ])
        // The same text, with the names alone, is no other one.
        var again = note
        again.origin = NoteOrigin(name: "p")
        #expect(try await dao.take([again], owner: ana) == [TakenNote(id: 1, kind: .equal)])
        // A text that is written here is nobody’s to change.
        _ = try await dao.modify(1, content: text, at: Timestamp(seconds: 1), owner: ana)
        #expect(try await dao.find(1, owner: ana)?.content == text)
    }

    @Test func `what is sealed has no file`() async throws {
        let dao = open()
        _ = try await dao.create(
            [NoteDraft(content: "Trip", createdAt: Timestamp(seconds: 0), attachments: [draft("a.png", [1])])],
            owner: ana)
        let plain = try #require(try await dao.attachments(of: 1, owner: ana).first)
        let sealed = AttachmentDraft(name: "", type: "", bytes: [8], digest: Digest(bytes: [8]), sealed: [4])
        #expect(try await dao.replace(plain, of: 1, with: sealed, owner: ana)?.sealed == [4])
        #expect(bytes("attachments/Trip/a.png") == nil)
        #expect(try await dao.attachments(of: 1, owner: ana).map(\.sealed) == [[4]])
    }
}
