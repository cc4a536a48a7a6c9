// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Foundation
import NotesDomain
import NotesStore
import Session
import Testing

/// The front matter of files in a folder: a change reaches its own field, or is refused and changes nothing.
struct FolderFieldTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let clock = ManualClock.nineOClock

    init() throws { folder = try ScratchFolder() }

    private func open() -> FolderNoteDAO {
        FolderNoteDAO.testing(folder.path, clock: clock)
    }

    @Test(arguments: [
        ("Tags: [a]\nTAGS:\n  - b # mine\n", "Tags: [a]\nTAGS:\n  - b # mine\n  - zz\n"),
        ("tags: &x [a]\n", "tags: &x [a, zz]\n"), ("tags:\n  - '#a'\n", "tags:\n  - '#a'\n  - zz\n"),
        ("created: 2020-01-02 # then\ntags: a b\n", "created: 2020-01-02 # then\ntags: [a, b, zz]\n"),
        ("created: 2020-01-02\nupdated: 2020-01-03\n", "created: 2020-01-02\nupdated: 2020-01-03\ntags: [zz]\n"),
    ]) func `a tag is written where tags are, and nothing else`(yaml: String, expected: String) async throws {
        _ = try folder.write("---\n" + yaml + "---\nbody", "one.md")
        let dao = open()
        #expect(try await dao.mark(1, .addTag("zz"), owner: ana)?.marks.tags.last == "zz")
        #expect(try folder.text("one.md") == "---\n" + expected + "---\nbody")
        #expect(try await open().find(1, owner: ana)?.marks.tags.last == "zz")
    }

    @Test(
        arguments: [
            "tags: &x [a]\nother: *x\n", "{tags: [a]}\n", "tags: [a\n", "tags: [a]\ntags: [b]\n", "a text\n",
        ], ["", "\u{FEFF}"])
    func `what cannot be changed by itself is refused, and nothing is changed`(yaml: String, mark: String) async throws
    {
        let whole = mark + "---\n" + yaml + "---\nbody\n"
        _ = try folder.write(whole, "one.md")
        let dao = open()
        let before = try await dao.find(1, owner: ana)
        let refusal = await #expect(throws: FolderRefusal.self) { try await dao.mark(1, .addTag("zz"), owner: ana) }
        #expect(refusal?.file == "one.md")
        #expect(try folder.text("one.md") == whole)
        #expect(try await dao.find(1, owner: ana) == before)
        // Its text can change.
        _ = try await dao.modify(1, content: (before?.content ?? "") + " more", at: clock.now, owner: ana)
        #expect(try folder.text("one.md") == mark + "---\n" + yaml + "---\nbody more\n")
    }

    @Test(arguments: [
        (
            "due: 2026-01-31 # rent\nrepeat: monthly\n",
            "due: 2026-02-28 # rent\nrepeat: \"every month on the 31st\"\ntodo: open\ncompleted: [2026-01-01T09:00:00Z]\n"
        ),
        (
            "todo: open\ndue: 2026-01-05T15:00\nrepeat: weekly # on Mondays\n",
            "todo: open\ndue: 2026-01-12T15:00\nrepeat: weekly # on Mondays\ncompleted: [2026-01-01T09:00:00Z]\n"
        ),
        (
            "due: 2026-01-05\nrepeat: chorus\n",
            "due: 2026-01-05\nrepeat: chorus\ntodo: done\ndone: 2026-01-01T09:00:00Z\n"
        ),
    ]) func `what is done again is written in its fields alone`(yaml: String, expected: String) async throws {
        _ = try folder.write("---\n" + yaml + "---\nbody", "one.md")
        let dao = open()
        let todo = try #require(try await dao.find(1, owner: ana)?.marks.todo)
        _ = try await dao.mark(1, .todo(todo.finished(at: clock.now, in: .gmt)), owner: ana)
        #expect(try folder.text("one.md") == "---\n" + expected + "---\nbody")
        #expect(try await open().find(1, owner: ana)?.marks.todo == todo.finished(at: clock.now, in: .gmt))
    }

    @Test(arguments: ["---\na: 1\n---\n", "---\na: 1\n---\n\n\n", "", "\n"])
    func `a note without a text has its file's name, and gets no text by itself`(whole: String) async throws {
        _ = try folder.write(whole, "Only fields.md")
        let dao = open()
        #expect(try await dao.find(1, owner: ana)?.title == "Only fields")
        #expect(try await dao.find(1, owner: ana)?.content == "")
        _ = try await dao.mark(1, .pinned(true), owner: ana)
        let head = whole.hasPrefix("---") ? "---\na: 1\npinned: true\n---\n" : "---\npinned: true\n---\n"
        #expect(try folder.text("Only fields.md") == head + (whole.hasPrefix("---") ? whole.dropFirst(13) : whole[...]))
        _ = try await dao.mark(1, .pinned(false), owner: ana)
        _ = try await dao.rename(1, to: "Other", at: clock.now, owner: ana)
        #expect(try folder.text("Other.md").hasSuffix("---\n") || !whole.hasSuffix("---\n"))
        #expect(try await open().find(1, owner: ana)?.title == "Other")
        _ = try await dao.modify(1, content: "Other\nwith text", at: clock.now, owner: ana)
        #expect(try await open().find(1, owner: ana)?.content == "Other\nwith text")
    }

    @Test func `when a note was changed is told where the text was changed, and there alone`() async throws {
        let head = "---\ncreated: 2020-01-02\n---\n"
        _ = try folder.write(head + "# One\n", "One.md")
        _ = try folder.write(head + "[[One]]\n", "Two.md")
        let dao = open()
        _ = try await dao.rename(1, to: "Uno", at: clock.now, owner: ana)
        #expect(try folder.text("Uno.md") == head + "# One\n")
        _ = try await dao.modify(1, content: "# Uno", at: clock.now, owner: ana)
        #expect(try folder.text("Uno.md") == "---\ncreated: 2020-01-02\nupdated: 2026-01-01T09:00:00Z\n---\n# Uno\n")
        #expect(try folder.text("Two.md") == head + "[[Uno]]\n")
        _ = try await dao.mark(2, .addTag("a"), owner: ana)
        #expect(try folder.text("Two.md") == "---\ncreated: 2020-01-02\ntags: [a]\n---\n[[Uno]]\n")
    }
}
