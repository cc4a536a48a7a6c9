// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Foundation
@testable import NotesDomain
import Session
import Stores
import Systems
import Testing

@testable import NotesStore

/// A folder of Markdown files as a store: what other programs do in it, and what becomes of their files.
struct FolderStoreTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let clock = ManualClock.nineOClock

    init() throws { folder = try ScratchFolder() }

    private func open() -> FolderNoteDAO {
        FolderNoteDAO(
            folder.path, owner: ana, clock: clock, timeZone: .gmt, isDurable: false, describe: OpenNoteStore.describe)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder.path + "/" + name)), as: UTF8.self)
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }

    private func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: folder.path + "/" + other)
    }

    private var names: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
                !$0.hasPrefix(".") && $0.contains(".")
            }.sorted()
        }
    }

    private func draft(_ content: String, notebook: String = "") -> NoteDraft {
        NoteDraft(content: content, createdAt: clock.now, marks: NoteMarks(notebook: notebook))
    }

    private func all(_ dao: FolderNoteDAO) async throws -> [Note] {
        try await dao.page(after: 0, limit: 1000, owner: ana)
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
        #expect(try text("one.md") == "\u{FEFF}" + head + "pinned: true\n---\n\n\nTitle\nbody\r\n\n\n")
        _ = try await dao.mark(1, .addTag("b c"), owner: ana)
        _ = try await dao.mark(1, .pinned(false), owner: ana)
        let tagged = head.replacing("Tags: [a]", with: "Tags: [a, \"b c\"]")
        #expect(try text("one.md") == "\u{FEFF}" + tagged + "---\n\n\nTitle\nbody\r\n\n\n")
        _ = try await dao.modify(1, content: "Other\nbody 2", at: clock.now, owner: ana)
        #expect(try text("one.md") == "\u{FEFF}" + tagged + "---\n\n\nOther\nbody 2\r\n\n\n")
        #expect(try names == ["one.md"])
    }

    @Test func `a title in front matter stays there`() async throws {
        _ = try folder.write("---\ntitle: One\n---\nbody\n", "one.md")
        _ = try folder.write("---\ntitle: Two\n---\n# Two\nbody\n", "two.md")
        let dao = open()
        #expect(try await all(dao).map(\.content) == ["body", "# Two\nbody"])
        _ = try await dao.modify(1, content: "Uno", at: clock.now, owner: ana)
        _ = try await dao.modify(2, content: "# Due\nbody", at: clock.now, owner: ana)
        #expect(try text("one.md") == "---\ntitle: One\n---\nUno\n")
        #expect(try text("two.md") == "---\ntitle: Two\n---\n# Due\nbody\n")
    }

    @Test func `front matter that is no YAML is text`() async throws {
        let text = "---\na: [b\n---\nbody\n"
        _ = try folder.write(text, "one.md")
        let dao = open()
        #expect(try await all(dao).map(\.content) == [String(text.dropLast())])
        // A block above it would take its place.
        await #expect(throws: FolderRefusal.self) { try await dao.mark(1, .pinned(true), owner: ana) }
        #expect(try self.text("one.md") == text)
        _ = try await dao.modify(1, content: text + "more", at: clock.now, owner: ana)
        #expect(try self.text("one.md") == text + "more\n")
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
        #expect(try text("Buy milk.md") == "---\natrium-id: 1\ncreated: 2026-01-01T09:00:00Z\n---\nBuy milk\n")
        // A notebook that no folder can be called is said in the file.
        #expect(try text("work/a b/Plan.md").contains("notebook: \"work/../a:b\"\n"))
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
        #expect(try text("a.md") == "A")
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
        #expect(try !text("b.md").contains("notebook"))
    }

    @Test func `a note in the trash has no file, and comes back as it was`() async throws {
        _ = try folder.write("---\ncolor: red\n---\nOne\n", "sub/one.md")
        let dao = open()
        _ = try await dao.trash(1, at: clock.now, owner: ana)
        #expect(try names == [])
        #expect(try await dao.counts(owner: ana) == NoteCounts(active: 0, trashed: 1))
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(try text("sub/one.md") == "---\ncolor: red\n---\nOne\n")
        _ = try await dao.remove(1, owner: ana)
        #expect(try names == [])
        #expect(try await all(open()) == [])
    }
}

// MARK: - What other programs do

extension FolderStoreTests {
    @Test func `what was written outside is a new version at once`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One\nours")], owner: ana)
        let saved = try text("One.md")
        _ = try folder.write(saved.replacing("ours", with: "theirs"), "One.md")
        #expect(try await dao.find(1, owner: ana)?.content == "One\ntheirs")
        #expect(try await dao.versions(of: 1, owner: ana).map(\.content) == ["One\ntheirs", "One\nours"])
        #expect(try await dao.find(NoteQuery(filter: .words("theirs")), owner: ana).map(\.id) == [1])
        _ = try folder.write("New", "sub/new.md")
        #expect(try await all(dao).map(\.content) == ["One\ntheirs", "New"])
    }

    @Test func `when a note was made is what its file says`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One apple"), draft("Two apples")], owner: ana)
        let made = try #require(ISOTime.timestamp("2020-01-02T03:04:05Z", in: .gmt))
        let saved = try text("One apple.md")
        let changed = saved.replacing("2026-01-01T09:00:00Z", with: "2020-01-02T03:04:05Z")
        _ = try folder.write(changed, "One apple.md")
        let note = try await dao.find(1, owner: ana)
        #expect(note?.createdAt == made && note?.modifiedAt == made && note?.version == 1)
        #expect(try await dao.find(NoteQuery(filter: .words("apple")), owner: ana).map(\.id) == [2, 1])
        _ = try await dao.mark(1, .pinned(true), owner: ana)
        #expect(try text("One apple.md") == changed.replacing("05Z\n", with: "05Z\npinned: true\n"))
        // A text that is changed as well was changed when the file was.
        _ = try folder.write(changed.replacing("2020", with: "2019").replacing("apple", with: "pear"), "One apple.md")
        let other = try #require(try await dao.find(1, owner: ana))
        #expect(other.createdAt == ISOTime.timestamp("2019-01-02T03:04:05Z", in: .gmt))
        #expect(other.modifiedAt > other.createdAt && other.version == 2)
        #expect(try await dao.find(NoteQuery(filter: .words("pear")), owner: ana).map(\.id) == [1])
        #expect(try await dao.find(NoteQuery(filter: .words("\"two apples\"")), owner: ana).map(\.id) == [2])
    }

    @Test func `what was written while nobody looked is found at the next start`() async throws {
        do {
            let dao = open()
            _ = try await dao.create([draft("One"), draft("Two"), draft("Three")], owner: ana)
        }
        _ = try folder.write("One more", "One.md")
        try remove("Two.md")
        _ = try folder.write("Four", "Four.md")
        let notes = try await all(open())
        #expect(notes.map(\.content) == ["One more", "Two", "Three", "Four"])
        #expect(notes.map { $0.trashedAt != nil } == [false, true, false, false])
        #expect(notes.map(\.version) == [2, 1, 1, 1])
    }

    @Test func `what was written here and outside ends as two versions`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        _ = try folder.write("theirs", "One.md")
        let modified = try await dao.modify(1, content: "ours", at: clock.now, owner: ana)
        #expect(modified?.replaced == 2)
        #expect(try await dao.versions(of: 1, owner: ana).map(\.content) == ["ours", "theirs", "One"])
        #expect(try text("One.md") == "ours")
    }

    @Test func `two shells on one folder see each other`() async throws {
        let (here, there) = (open(), open())
        _ = try await here.create([draft("One")], owner: ana)
        #expect(try await all(there).map(\.content) == ["One"])
        _ = try await there.modify(1, content: "Two", at: clock.now, owner: ana)
        #expect(try await here.find(1, owner: ana)?.content == "Two")
        #expect(try await here.create([draft("Three")], owner: ana).map(\.id) == [2])
        #expect(try await all(there).map(\.version) == [2, 1])
    }

    @Test func `a file that is gone is a note in the trash, and one that is back is that note again`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        let saved = try text("One.md")
        try remove("One.md")
        #expect(try await dao.find(1, owner: ana)?.trashedAt == clock.now)
        _ = try folder.write(saved.replacing("One", with: "Uno"), "One.md")
        let note = try await dao.find(1, owner: ana)
        #expect(note?.trashedAt == nil)
        #expect(note?.content == "Uno")
        #expect(note?.version == 2)
        // One that was thrown away here, and changed since, as well.
        _ = try await dao.trash(1, at: clock.now, owner: ana)
        _ = try await dao.mark(1, .addTag("gone"), owner: ana)
        _ = try folder.write(saved, "One.md")
        let back = try await all(dao)
        #expect(back.map(\.content) == ["One"] && back.map(\.version) == [3])
        #expect(back.allSatisfy { $0.trashedAt == nil && $0.marks.tags.isEmpty })
        // A name that another note has by now is that note's.
        _ = try await dao.trash(1, at: clock.now, owner: ana)
        _ = try await dao.create([draft("One")], owner: ana)
        _ = try folder.write("Due", "One.md")
        #expect(try await all(dao).map(\.content) == ["One", "Due"])
        #expect(try await all(dao).map { $0.trashedAt == nil } == [false, true])
    }

    @Test func `a file under another name is the same note`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One"), draft("Two"), draft("Three", notebook: "old")], owner: ana)
        try move("One.md", to: "Uno.md")
        // As a version control system renames: another file with the same text.
        let copy = try text("Two.md")
        try remove("Two.md")
        _ = try folder.write(copy, "sub/Two.md")
        try move("old", to: "new")
        let notes = try await all(dao)
        #expect(notes.map(\.content) == ["One", "Two", "Three"])
        #expect(notes.map(\.marks.notebook) == ["", "sub", "new"])
        #expect(notes.allSatisfy { $0.version == 1 && $0.trashedAt == nil })
        _ = try await dao.modify(1, content: "One!", at: clock.now, owner: ana)
        #expect(try names == ["Uno.md", "new/Three.md", "sub/Two.md"])
    }

    @Test func `a copy is another note`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        _ = try folder.write(try text("One.md"), "Copy.md")
        #expect(try await all(dao).map(\.content) == ["One", "One"])
    }

    @Test func `an observer hears of a file within a second`() async throws {
        let dao = open()
        var changes = dao.changes().makeAsyncIterator()
        _ = try await dao.counts(owner: ana)
        _ = try folder.write("One", "One.md")
        while try await dao.counts(owner: ana).active == 0 { _ = await changes.next() }
        _ = try folder.write("Two", "Two.md")
        // Nobody asks: the change itself has to be told.
        #expect(await changes.next() != nil)
    }
}

// MARK: - Faults

extension FolderStoreTests {
    @Test func `a file that is no text is named, and never written`() async throws {
        let bytes = Data([0x63, 0xE9])
        try bytes.write(to: URL(filePath: folder.path + "/bad.md"))
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        #expect(try await dao.skippedFiles(owner: ana) == [SkippedFile(path: "bad.md", reason: .notUTF8)])
        // A note whose file is no text any more keeps its last one, and gets another file.
        try bytes.write(to: URL(filePath: folder.path + "/One.md"))
        #expect(try await dao.find(1, owner: ana)?.content == "One")
        #expect(try await dao.skippedFiles(owner: ana).map(\.path) == ["One.md", "bad.md"])
        _ = try await dao.modify(1, content: "Two", at: clock.now, owner: ana)
        #expect(try names == ["One 2.md", "One.md", "bad.md"])
        #expect(FileManager.default.contents(atPath: folder.path + "/One.md") == bytes)
        _ = try folder.write("Good", "bad.md")
        #expect(try await dao.skippedFiles(owner: ana).map(\.path) == ["One.md"])
        #expect(try await all(dao).map(\.content) == ["Two", "Good"])
    }

    @Test func `a file with a character that no text has is named, and never cut`() async throws {
        let whole = "nul a\0b tail\nline two"
        _ = try folder.write(whole, "nul.md")
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        #expect(try await all(dao).map(\.content) == ["One"])
        #expect(try await dao.skippedFiles(owner: ana) == [SkippedFile(path: "nul.md", reason: .notText)])
        _ = try folder.write(whole, "One.md")
        _ = try await dao.mark(1, .addTag("hello"), owner: ana)
        #expect(try text("One.md") == whole && text("nul.md") == whole)
        #expect(try text("One 2.md").hasSuffix("One\n"))
    }

    @Test func `what a killed process has left half-written goes`() async throws {
        _ = try await all(open())
        _ = try folder.write("half", ".atrium/12345-1.part")
        _ = try await all(open())
        let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.atrium")
        #expect(!hidden.contains { $0.hasSuffix(".part") })
        #expect(hidden.contains("notes.sqlite"))
    }

    @Test func `links lead nowhere`() async throws {
        let other = try ScratchFolder()
        _ = try other.write("secret", "secret.md")
        for (name, target) in [("link.md", "/secret.md"), ("folder", ""), ("work", "")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: other.path + target)
        }
        let dao = open()
        #expect(try await all(dao) == [])
        // Not even the folder of a notebook.
        _ = try await dao.create([draft("One", notebook: "work")], owner: ana)
        #expect(try text("One.md").contains("notebook: work\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["secret.md"])
        #expect(try await all(open()).map(\.marks.notebook) == ["work"])
    }

    @Test func `a folder that is not there is a fault, and its notes are there when it is back`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        let aside = folder.path + "-aside"
        try FileManager.default.moveItem(atPath: folder.path, toPath: aside)
        await #expect(throws: StoreFault.unreachable(path: folder.path, reason: ENOENT)) {
            try await dao.find(1, owner: ana)
        }
        try FileManager.default.moveItem(atPath: aside, toPath: folder.path)
        #expect(try await dao.find(1, owner: ana)?.trashedAt == nil)
    }

    @Test func `a write that fails changes nothing`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        let before = try text("One.md")
        // Where a file of half the note would go there is something else.
        for number in 1..<50 {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/.atrium/\(getpid())-\(number).part", withIntermediateDirectories: false)
        }
        await #expect(throws: StoreFault.self) {
            try await dao.create((0..<3).map { draft("New \($0)") }, owner: ana)
        }
        await #expect(throws: StoreFault.self) {
            try await dao.modify(1, content: "Two", at: clock.now, owner: ana)
        }
        #expect(try await all(dao).map(\.content) == ["One"])
        #expect(try text("One.md") == before)
        #expect(try names == ["One.md"])
    }

    /// As `git clean -x` does it.
    @Test func `an index that is gone under an open folder is made again before any file goes`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One"), draft("Two")], owner: ana)
        try remove(".atrium")
        #expect(try await dao.trash(1, at: clock.now, owner: ana)?.content == "One")
        #expect(try names == ["Two.md"])
        let notes = try await all(open())
        #expect(notes.map(\.content) == ["One", "Two"])
        #expect(notes.map { $0.trashedAt != nil } == [true, false])
        // New ones are no fault either.
        try remove(".atrium")
        #expect(try await dao.create([draft("Three")], owner: ana).map(\.content) == ["Three"])
        #expect(try await all(open()).map(\.content) == ["Two", "Three"])
    }

    @Test func `an index that goes within a change takes no file along`() async throws {
        _ = try folder.write("One", "One.md")
        let open = try await OpenFolder(
            folder.path, owner: ana, clock: clock, timeZone: .gmt, isDurable: false, describe: OpenNoteStore.describe)
        let hidden = folder.path + "/.atrium"
        await #expect(throws: OpenFolder.Displaced.self) {
            try await open.write { notes in
                _ = try notes.trash(1, at: Timestamp(seconds: 1))
                try FileManager.default.removeItem(atPath: hidden)
            }
        }
        #expect(try text("One.md") == "One")
    }

    @Test(.timeLimit(.minutes(10)))
    func `observers hear of a folder whose index was made again`() async throws {
        let dao = open()
        var changes = dao.changes().makeAsyncIterator()
        _ = try await dao.create([draft("One")], owner: ana)
        while try await dao.counts(owner: ana).active == 0 { _ = await changes.next() }
        try remove(".atrium")
        #expect(try await dao.counts(owner: ana).active == 1)
        // Nobody asks any more.
        let path = folder.path
        _ = await changes.next()
        let writes = Task {
            // The first ones may come before the watch.
            var number = 0
            while !Task.isCancelled {
                number += 1
                try Data("\(number)".utf8).write(to: URL(filePath: path + "/new.md"), options: .atomic)
                await Task.yield()
            }
        }
        for _ in 0..<3 { #expect(await changes.next() != nil) }
        writes.cancel()
        _ = try? await writes.value
    }

    @Test func `many notes of one title, and a start that reads none of them again`() async throws {
        do {
            let dao = open()
            _ = try await dao.create((0..<300).map { _ in draft("Same") }, owner: ana)
        }
        #expect(try names.count == 300)
        // Old enough to be known by their stamps; and then no byte is read, even of those that nobody may read.
        let past = Date(timeIntervalSince1970: 1_700_000_000)
        for name in try names {
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder.path + "/" + name)
        }
        #expect(try await all(open()).count == 300)
        for name in try names {
            let path = folder.path + "/" + name
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Data("-#-".utf8))
            try handle.close()
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
        }
        #expect(try await all(open()).allSatisfy { $0.version == 1 && $0.content == "Same" })
    }
}
