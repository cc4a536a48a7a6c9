// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
@testable import NotesLogic
import Testing

@testable import NotesStore

/// What other programs do in the folder.
extension FolderStoreTests {
    @Test func `what was written outside is a new version at once`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One\nours")], owner: ana)
        let saved = try folder.text("One.md")
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
        let saved = try folder.text("One apple.md")
        let changed = saved.replacing("2026-01-01T09:00:00Z", with: "2020-01-02T03:04:05Z")
        _ = try folder.write(changed, "One apple.md")
        let note = try await dao.find(1, owner: ana)
        #expect(note?.createdAt == made && note?.modifiedAt == made && note?.version == 1)
        #expect(try await dao.find(NoteQuery(filter: .words("apple")), owner: ana).map(\.id) == [2, 1])
        _ = try await dao.mark(1, .pinned(true), owner: ana)
        #expect(try folder.text("One apple.md") == changed.replacing("05Z\n", with: "05Z\npinned: true\n"))
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
        #expect(try folder.text("One.md") == "ours")
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
        let saved = try folder.text("One.md")
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
        let copy = try folder.text("Two.md")
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
        _ = try folder.write(try folder.text("One.md"), "Copy.md")
        #expect(try await all(dao).map(\.content) == ["One", "One"])
    }

    @Test func `an observer hears of a file within a second`() async throws {
        let dao = open()
        var changes = try dao.changes().makeAsyncIterator()
        _ = try await dao.counts(owner: ana)
        _ = try folder.write("One", "One.md")
        while try await dao.counts(owner: ana).active == 0 { _ = await changes.next() }
        _ = try folder.write("Two", "Two.md")
        // Nobody asks: the change itself has to be told.
        #expect(await changes.next() != nil)
    }
}
