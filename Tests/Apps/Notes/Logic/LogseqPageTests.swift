// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesFolder
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Pages of a live graph of Logseq’s: what is kept beside a note stands in its text, as Logseq writes it.
struct LogseqPageTests {
    private let scratch: ScratchFolder
    private let notes: NotesService

    init() throws {
        scratch = try ScratchFolder()
        _ = try scratch.write("{:meta/version 1\n :file/name-format :triple-lowbar}\n", "logseq/config.edn")
        _ = try scratch.write("- Woke up\n", "journals/2025_12_30.md")
        notes = NotesService(
            dao: FolderNoteStore.testing(scratch.path), owner: UserID(rawValue: 1), clock: ManualClock.nineOClock,
            timeZone: .gmt)
    }

    private func page(_ name: String, _ text: String) async throws -> Int {
        _ = try scratch.write(text, "pages/\(name).md")
        return try #require(try await notes.note(named: name)).id
    }

    private func text(_ name: String) throws -> String { try scratch.text("pages/\(name).md") }

    private func ids(_ query: String) async throws -> [Int] {
        var reader = QueryReader(now: ManualClock.nineOClock.now, timeZone: .gmt)
        return try await notes.find(NoteQuery(filter: try reader.read(query).filter, limit: .max)).map(\.id).sorted()
    }

    @Test func `properties of a page are known, found and changed as Logseq writes them`() async throws {
        let text = "type:: [[Feature]]\ntags:: [[Trip]], boat\n\n- Text #[[two words]]\n\t- deep\n"
        let id = try await page("Plan", text)
        let note = try await notes.note(id)
        #expect(note.marks.tags == ["Trip", "boat"])
        #expect(note.properties.map(\.name) == ["type"] && note.properties[0].values == ["[[Feature]]"])
        #expect(try await ids("prop:type=feature") == [id])
        #expect(try await ids("tag:boat") == [id])
        _ = try await notes.tag([id], "sun")
        #expect(try self.text("Plan") == text.replacing("boat", with: "boat, sun"))
        _ = try await notes.pin([id], true)
        #expect(try self.text("Plan") == text.replacing("boat", with: "boat, sun\npinned:: true"))
        _ = try await notes.pin([id], false)
        _ = try await notes.untag(id, "sun")
        #expect(try self.text("Plan") == text)
        _ = try await notes.untag(id, "trip")
        #expect(try self.text("Plan") == text.replacing("[[Trip]], ", with: ""))
        #expect(try await notes.note(id).marks.tags == ["boat"])
    }

    @Test func `a page without properties gets them above its outline, and loses them again`() async throws {
        for (name, text) in [("One", "- Text\r\n- More\r\n"), ("Two", "Text\n"), ("Three", "- a:: b\n  c\n- d\n")] {
            let id = try await page(name, text)
            _ = try await notes.tag([id], "sun")
            #expect(try self.text(name).contains("tags:: sun") && !self.text(name).contains("---"), "\(name)")
            #expect(try self.text(name).hasSuffix(text.hasSuffix("- d\n") ? "  c\n- d\n" : text))
            _ = try await notes.untag(id, "sun")
            #expect(try self.text(name) == text, "\(name)")
        }
    }

    @Test func `what is changed in the text counts, and what a command changes meanwhile stays`() async throws {
        let id = try await page("Plan", "tags:: a\n\n- Text\n")
        _ = try await notes.modify(id, to: "tags:: a, b\n\n- Text")
        #expect(try await notes.note(id).marks.tags == ["a", "b"])
        let version = try await notes.note(id).version
        _ = try await notes.tag([id], "c")
        // The text that was read before has changed since.
        #expect(try await notes.note(id).version > version)
        #expect(try text("Plan") == "tags:: a, b, c\n\n- Text\n")
        _ = try scratch.write("- Text\n", "pages/Plan.md")
        #expect(try await notes.note(id).marks.tags == [])
    }

    @Test func `markers of tasks are known, and done changes the marker alone`() async throws {
        let text = "- Intro\n\t- TODO Write #mail\n\t  DEADLINE: <2026-01-05 Mon 15:00>\n```\n- TODO not this\n```\n"
        let id = try await page("Work", text)
        let done = try await page("Past", "- DONE All\n- CANCELLED Never\n")
        let none = try await page("Plain", "- Said TODO once\n- [ ] box\n")
        #expect(try await ids("is:todo") == [id])
        #expect(try await ids("is:done") == [done])
        #expect(try await ids("has:task") == [id, done, none])
        #expect(try await notes.note(id).marks.todo?.due?.text == "2026-01-05T15:00")
        _ = try await notes.finish([id])
        #expect(try self.text("Work") == text.replacing("- TODO Write", with: "- DONE Write"))
        #expect(try await ids("is:todo") == [])
        #expect(try await ids("is:done") == [id, done])
    }

    @Test func `of several tasks somebody says which is done`() async throws {
        let text = "- LATER One\n- NOW Two\n- WAITING Three\n"
        let id = try await page("Work", text)
        await #expect(throws: NotesFault.severalTasks(id, ["One", "Two", "Three"])) {
            try await notes.finish([id])
        }
        await #expect(throws: NotesFault.unknownTask(4, note: id)) { try await notes.finish([id], task: 4) }
        #expect(try self.text("Work") == text)
        _ = try await notes.finish([id], task: 2)
        #expect(try self.text("Work") == text.replacing("NOW", with: "DONE"))
        await #expect(throws: NotesFault.tasksInText(id)) { try await notes.dropTodo([id]) }
        let again = try await page("Again", "- TODO Water\n  SCHEDULED: <2026-01-05 Mon .+1w>\n")
        await #expect(throws: NotesFault.recurringTask(again, "Water")) { try await notes.finish([again]) }
    }

    @Test func `beside front matter markers count too, and what is there stays in front matter`() async throws {
        let text = "---\ntitle: Plan\n---\n\n- TODO One\n"
        let id = try await page("Plan", text)
        #expect(try await ids("is:todo") == [id])
        _ = try await notes.tag([id], "sun")
        #expect(try self.text("Plan") == text.replacing("Plan\n", with: "Plan\ntags: [sun]\n"))
        _ = try await notes.finish([id])
        #expect(try self.text("Plan").hasSuffix("tags: [sun]\n---\n\n- DONE One\n"))
        #expect(try await ids("is:todo") == [])
        #expect(try await ids("is:done") == [id])
    }

    @Test func `the journal of a day needs no other`() async throws {
        let day = try #require(Day(year: 2026, month: 1, day: 1))
        let note = try await notes.note(of: day, in: .english).note
        #expect(note.names.path == "journals/2026_01_01")
        _ = try await notes.extend(note.id, by: "- Rain", at: .bottom)
        #expect(try scratch.text("journals/2026_01_01.md") == "- Rain\n")
    }

    @Test func `a new note is a page, and says what it is in properties`() async throws {
        let note = try await notes.add("Milk & bread: a/b?")
        let name = "Milk & bread%3A a___b%3F"
        #expect(try text(name) == "created-at:: 1767258000000\n\nMilk & bread: a/b?\n")
        _ = try await notes.makeTodo([note.id], due: DueTime("2026-02-01"))
        #expect(try text(name).hasPrefix("created-at:: 1767258000000\ntodo:: open\ndue:: 2026-02-01\n\n"))
        #expect(try await ids("is:todo") == [note.id])
        _ = try await notes.finish([note.id])
        #expect(try text(name).contains("\ntodo:: done\n"))
        #expect(try await ids("is:done") == [note.id])
    }

    @Test func `a page of levels is renamed with the links that lead to it`() async throws {
        let id = try await page("a___b", "- Text\n")
        let other = try await page("Other", "- See [[a/b]] and [x]([[a/b]]), [[a/b c]]\n")
        let target = LinkTarget(titled: "a/b")
        #expect(try await notes.note(at: target, from: try await notes.note(other)).id == id)
        _ = try await notes.rename(id, to: "a/c: d")
        #expect(try text("a___c%3A d") == "- Text\n")
        #expect(try text("Other") == "- See [[a/c: d]] and [x]([[a/c: d]]), [[a/b c]]\n")
        #expect(try await notes.note(at: LinkTarget(titled: "a/c: d"), from: try await notes.note(other)).id == id)
    }

    @Test func `what Logseq keeps of old states is no note`() async throws {
        _ = try scratch.write("- Old\n", "logseq/bak/pages/Plan/2025.md")
        _ = try await page("Plan", "- New\n")
        #expect(try await notes.find(NoteQuery(limit: .max)).count == 2)
    }

    @Test(arguments: [
        ("x", "- x"), ("- x", "- x"), ("a\n\nb\n- c", "- a\n\n  b\n  - c"), ("-", "-"), ("-x", "- -x"),
    ])
    func `what is added is a block`(lines: String, expected: String) { #expect(OutlineText.block(lines) == expected) }

    @Test(arguments: [
        ("- a", ""), ("text", ""), ("a:: 1", "a:: 1"), ("a:: 1\n\n- b", "a:: 1\n\n"), ("a:: 1\n- b", "a:: 1\n"),
        ("- a:: 1\n  b:: 2\n- c", "- a:: 1\n  b:: 2\n"), ("- a:: 1\n  - child\n\n- c", "- a:: 1\n  - child\n\n"),
        ("- a:: 1\n  - child", "- a:: 1\n  - child"),
    ])
    func `blocks begin below the properties of a page`(text: String, before: String) {
        #expect(String(text[..<OutlineText(text).start]) == before)
    }

    @Test(arguments: ["title:: T\nalias:: A, B", "alias:: A, B\ntitle:: T"])
    func `a page has its other names beside its title`(text: String) {
        #expect(PageProperties(text).names == ["T", "A", "B"])
    }
}
