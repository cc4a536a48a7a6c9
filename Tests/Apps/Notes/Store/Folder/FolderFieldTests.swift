// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesFolder
import NotesLogic
import NotesStore
import Testing

/// The front matter of files in a folder: a change reaches its own field, or is refused and changes nothing.
struct FolderFieldTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let clock = ManualClock.nineOClock

    init() throws { folder = try ScratchFolder() }

    private func open() -> FolderNoteStore {
        FolderNoteStore.testing(folder.path, clock: clock)
    }

    @Test(arguments: [
        ("Tags: [a]\nTAGS:\n  - b # mine\n", "Tags: [a]\nTAGS:\n  - b # mine\n  - zz\n"),
        ("tags: &x [a]\n", "tags: &x [a, zz]\n"), ("tags:\n  - '#a'\n", "tags:\n  - '#a'\n  - zz\n"),
        ("created: 2020-01-02 # then\ntags: a b\n", "created: 2020-01-02 # then\ntags: [a, b, zz]\n"),
        ("created: 2020-01-02\nupdated: 2020-01-03\n", "created: 2020-01-02\nupdated: 2020-01-03\ntags: [zz]\n"),
        ("aliases:\n- Ben\ntags:\n- \npublish: true\n", "aliases:\n- Ben\ntags:\n- \n- zz\npublish: true\n"),
        ("tags:\nx: 1\n", "tags:\n  - zz\nx: 1\n"), ("tags: null\n", "tags: [zz]\n"), ("tag: a\n", "tag: [a, zz]\n"),
        ("tags: {a: 1}\n", "tags: {a: 1}\ntag: [zz]\n"),
        ("- a\n- b\n", nil), ("\nThe words between two rules.\n\n", nil),
    ]) func `a tag is written where tags are, and nothing else`(yaml: String, expected: String?) async throws {
        _ = try folder.write("---\n" + yaml + "---\nbody", "one.md")
        let dao = open()
        #expect(try await dao.mark(1, .addTag("zz"), owner: ana)?.marks.tags.last == "zz")
        // What is no mapping is text, and stands below a block of its own.
        let whole = expected ?? "tags: [zz]\n---\n---\n\(yaml)"
        #expect(try folder.text("one.md") == "---\n" + whole + "---\nbody")
        #expect(try await open().find(1, owner: ana)?.marks.tags.last == "zz")
        // Without the tag the list stays, if the file had one.
        _ = try await dao.mark(1, .removeTag("zz"), owner: ana)
        if expected == nil || yaml.hasPrefix("tags:\n") || yaml.contains("- \n") {
            #expect(try folder.text("one.md") == "---\n" + yaml + "---\nbody")
        }
    }

    @Test(
        arguments: [
            "tags: &x [a]\nother: *x\n", "{tags: [a]}\n", "tags: [a\n", "tags: [a]\ntags: [b]\n",
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

    @Test(arguments: [
        ("updated: 2020-01-03\n", "updated: 2026-01-01\n"),
        ("modified: 03.01.2020 # then\n", "modified: 01.01.2026 # then\n"),
        ("lastmod: '2020-01-03 10:00'\n", "lastmod: '2026-01-01 09:00'\n"),
        ("updated: 1577959200000\n", "updated: 1767258000000\n"),
        ("updated: 2020-01-03T10:00:00+02:00\n", "updated: 2026-01-01T11:00:00+02:00\n"),
        ("updated: maybe\n", "updated: maybe\n"),
        ("created: 2020-01-02\n", "created: 2020-01-02\n"), ("", ""),
    ]) func `when a text was changed is told where the file tells it, and in its form`(yaml: String, expected: String)
        async throws
    {
        let rest = "x: 1\n---\n"
        _ = try folder.write("---\n" + yaml + rest + "# One\n", "One.md")
        _ = try folder.write("---\n" + yaml + rest + "[[One]]\n", "Two.md")
        let dao = open()
        _ = try await dao.rename(1, to: "Uno", at: clock.now, owner: ana)
        #expect(try folder.text("Uno.md") == "---\n" + yaml + rest + "# One\n")
        _ = try await dao.modify(1, content: "# Uno", at: clock.now, owner: ana)
        #expect(try folder.text("Uno.md") == "---\n" + expected + rest + "# Uno\n")
        #expect(try folder.text("Two.md") == "---\n" + yaml + rest + "[[Uno]]\n")
        _ = try await dao.mark(2, .addTag("a"), owner: ana)
        #expect(try folder.text("Two.md") == "---\n" + yaml + "x: 1\ntags: [a]\n---\n[[Uno]]\n")
    }

    @Test(arguments: [
        ("created: 2020-01-02\n", "2021-02-03 00:00:00", "created: 2021-02-03\n"),
        ("created: 2020-01-02\n", "2021-02-03 04:05:06", "created: 2021-02-03T04:05:06Z\n"),
        ("date: 02.01.2020 10:00\n", "2021-02-03 04:05:00", "date: 03.02.2021 04:05\n"),
        ("created: 1577959200000\n", "2021-02-03 04:05:06", "created: 1612325106000\n"),
    ]) func `another date is said in the form of the old one, if that can say it`(
        yaml: String, time: String, expected: String
    ) async throws {
        _ = try folder.write("---\n" + yaml + "---\nbody", "one.md")
        let time = try #require(ISOTime.timestamp(time, in: .gmt))
        _ = try await open().mark(1, .created(time), owner: ana)
        #expect(try folder.text("one.md") == "---\n" + expected + "---\nbody")
        #expect(try await open().find(1, owner: ana)?.createdAt == time)
    }

    @Test(arguments: ["plain\r\nCRLF\r\n", "\u{FEFF}plain\r\nCRLF", "---\r\n\r\nrules\r\n\r\n---\r\n"])
    func `a new block has the ends of the lines below it`(whole: String) async throws {
        _ = try folder.write(whole, "one.md")
        let dao = open()
        _ = try await dao.mark(1, .addTag("a"), owner: ana)
        let bare = whole.hasPrefix("\u{FEFF}") ? String(whole.unicodeScalars.dropFirst()) : whole
        #expect(try folder.text("one.md").hasSuffix("---\r\ntags: [a]\r\n---\r\n" + bare))
        _ = try await dao.mark(1, .removeTag("a"), owner: ana)
        #expect(try folder.text("one.md") == whole)
    }
}
