// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
import Synchronization
@testable import NotesLogic
import Testing

@testable import NotesFolder
@testable import NotesStore

/// A folder of Markdown files as a store: what other programs do in it, and what becomes of their files.
@Suite(.timeLimit(.minutes(10))) struct FolderStoreTests {
    let ana = UserID(rawValue: 1)
    let folder: ScratchFolder
    let clock = ManualClock.nineOClock

    init() throws { folder = try ScratchFolder() }

    func open() -> FolderNoteStore {
        FolderNoteStore.testing(folder.path, clock: clock)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: folder.path + "/" + other)
    }

    var names: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
                !$0.hasPrefix(".") && $0.contains(".")
            }.sorted()
        }
    }

    func draft(_ content: String, notebook: String = "") -> NoteDraft {
        NoteDraft(content: content, createdAt: clock.now, marks: NoteMarks(notebook: notebook))
    }

    func all(_ dao: FolderNoteStore) async throws -> [Note] {
        try await dao.page(after: 0, limit: 1000, owner: ana)
    }

    @Test func `a change of many files says how many are done`() async throws {
        for number in 0..<150 { _ = try folder.write("See [[Old]]", "\(number).md") }
        _ = try folder.write("x", "Old.md")
        let dao = open()
        let old = try #require(try await all(dao).first { $0.content == "x" })
        let told = Mutex<[Int]>([])
        let work = LongWork { done, total in
            #expect(total == 151)
            told.withLock { $0.append(done) }
        }
        try await LongWork.$current.withValue(work) {
            _ = try await dao.rename(old.id, to: "New", at: clock.now, owner: ana)
        }
        let done = told.withLock { $0 }
        #expect(done == done.sorted() && done.first == 0 && done.last == 151)
    }

    // MARK: - What is in files

    @Test func `files are notes, and the folders within are notebooks`() async throws {
        _ = try folder.write(
            "---\ntags: [a, b c]\ncreated: 2020-01-02\ndue: 2026-02-03\n---\n\n# One\nbody\n", "one.md")
        _ = try folder.write("Two\r\nlines\r\n", "work/plans/two.markdown")
        _ = try folder.write(
            "---\ntitle: Three\npinned: true\nnotebook: other\n---\nbody", "work/three.md")
        _ = try folder.write("", "Empty one.md")
        _ = try folder.write("x", "picture.png")
        _ = try folder.write("x", ".obsidian/hidden.md")
        let notes = try await all(open())
        #expect(notes.map(\.content) == ["", "# One\nbody", "Two\r\nlines", "body"])
        #expect(notes.map(\.title) == ["Empty one", "one", "two", "three"] && notes[3].otherNames == [])
        #expect(notes[2].names.path == "work/plans/two")
        #expect(notes.map(\.marks.notebook) == ["", "", "work/plans", "other"])
        #expect(notes[1].marks.tags == ["a", "b c"])
        #expect(notes[1].marks.todo == Todo(due: DueTime("2026-02-03")))
        #expect(notes[1].createdAt == ISOTime.timestamp("2020-01-02", in: .gmt))
        #expect(notes[3].marks.isPinned)
        #expect(try names.count == 5)
    }

    @Test func `a change leaves every other byte of a file alone`() async throws {
        let head =
            "---\nid: 17 # mine\naliases:\n  - x\n  - y\nTags: [a]\nnested: {k: [1, 2]}\n# remark\nurl: 'http://x'\n"
        _ = try folder.write("\u{FEFF}" + head + "---\n\n\nTitle\nbody\r\n\n\n", "one.md")
        let dao = open()
        let note = try #require(try await all(dao).first)
        #expect(note.content == "Title\nbody")
        _ = try await dao.mark(1, .pinned(true), owner: ana)
        #expect(try folder.text("one.md") == "\u{FEFF}" + head + "pinned: true\n---\n\n\nTitle\nbody\r\n\n\n")
        _ = try await dao.mark(1, .addTag("b c"), owner: ana)
        _ = try await dao.mark(1, .pinned(false), owner: ana)
        let tagged = head.replacing("Tags: [a]", with: "Tags: [a, \"b c\"]")
        #expect(try folder.text("one.md") == "\u{FEFF}" + tagged + "---\n\n\nTitle\nbody\r\n\n\n")
        _ = try await dao.modify(1, content: "Other\nbody 2", at: clock.now, owner: ana)
        #expect(try folder.text("one.md") == "\u{FEFF}" + tagged + "---\n\n\nOther\nbody 2\r\n\n\n")
        #expect(try names == ["one.md"])
    }

    @Test func `a title in front matter stays there`() async throws {
        _ = try folder.write("---\ntitle: One\n---\nbody\n", "one.md")
        _ = try folder.write("---\ntitle: Two\n---\n# Two\nbody\n", "two.md")
        let dao = open()
        #expect(try await all(dao).map(\.content) == ["body", "# Two\nbody"])
        _ = try await dao.modify(1, content: "Uno", at: clock.now, owner: ana)
        _ = try await dao.modify(2, content: "# Due\nbody", at: clock.now, owner: ana)
        #expect(try folder.text("one.md") == "---\ntitle: One\n---\nUno\n")
        #expect(try folder.text("two.md") == "---\ntitle: Two\n---\n# Due\nbody\n")
    }

    @Test func `front matter that is no YAML is text`() async throws {
        let text = "---\na: [b\n---\nbody\n"
        _ = try folder.write(text, "one.md")
        let dao = open()
        #expect(try await all(dao).map(\.content) == [String(text.dropLast())])
        // A block above it would take its place.
        await #expect(throws: FolderRefusal.self) { try await dao.mark(1, .pinned(true), owner: ana) }
        #expect(try folder.text("one.md") == text)
        _ = try await dao.modify(1, content: text + "more", at: clock.now, owner: ana)
        #expect(try folder.text("one.md") == text + "more\n")
    }

    @Test func `a new note gets a name that every system takes, and no other note's`() async throws {
        let dao = open()
        let titles = ["Buy milk", "buy milk", "a/b: \"c\"?", "..", "# Heading", "CON", "家庭", "\u{202E}x\u{7}"]
        _ = try await dao.create(titles.map { draft($0) } + [draft("Plan", notebook: "work/../a:b")], owner: ana)
        #expect(
            try names == [
                "Buy milk.md", "Heading.md", "Note.md", "_CON.md", "a b c.md", "buy milk 2.md", "work/a b/Plan.md",
                "x.md", "家庭.md",
            ])
        #expect(try folder.text("Buy milk.md") == "---\natrium-id: 1\ncreated: 2026-01-01T09:00:00Z\n---\nBuy milk\n")
        // A notebook that no folder can be called is said in the file.
        #expect(try folder.text("work/a b/Plan.md").contains("notebook: \"work/../a:b\"\n"))
        #expect(try await all(open()).map(\.content) == titles + ["Plan"])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/x.md")[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    /// What a version control system carries is the files alone.
    @Test func `notes that were made here have their numbers in a copy of the folder`() async throws {
        _ = try folder.write("A", "a.md")
        let dao = open()
        #expect(try await all(dao).map(\.content) == ["A"])
        _ = try await dao.create([draft("Zoo note:3"), draft("gone"), draft("Bar note:2")], owner: ana)
        #expect(try await dao.remove(3, owner: ana))
        _ = try await dao.modify(4, content: "Bar note:2 again", at: clock.now, owner: ana)
        #expect(try folder.text("a.md") == "A")
        try remove(".atrium")
        let notes = try await all(open())
        #expect(notes.map(\.id) == [2, 4, 5])
        #expect(notes.map(\.content) == ["Zoo note:3", "Bar note:2 again", "A"])
    }

    @Test func `a note that moves takes its file along`() async throws {
        let dao = open()
        _ = try await dao.create([draft("a"), draft("b", notebook: "work")], owner: ana)
        _ = try await dao.mark(1, .notebook("work/plans"), owner: ana)
        _ = try await dao.mark(2, .notebook(""), owner: ana)
        #expect(try names == ["b.md", "work/plans/a.md"])
        #expect(try !folder.text("b.md").contains("notebook"))
    }

    @Test func `a note in the trash has no file, and comes back as it was`() async throws {
        _ = try folder.write("---\ncolor: red\n---\nOne\n", "sub/one.md")
        let dao = open()
        _ = try await dao.trash(1, at: clock.now, owner: ana)
        #expect(try names == [])
        #expect(try await dao.counts(owner: ana) == NoteCounts(active: 0, trashed: 1))
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(try folder.text("sub/one.md") == "---\ncolor: red\n---\nOne\n")
        _ = try await dao.remove(1, owner: ana)
        #expect(try names == [])
        #expect(try await all(open()) == [])
    }
}
