// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
@testable import NotesLogic
import NotesStore
import Testing

/// What every store remembers beside the present texts.
struct NoteMemoryTests {
    private let ana = UserID(rawValue: 1)
    private let ben = UserID(rawValue: 2)

    private func draft(_ content: String, origin: String? = nil, twins: Int = 0) -> NoteDraft {
        NoteDraft(
            content: content, createdAt: Timestamp(seconds: 0),
            origin: origin.map { NoteOrigin(name: $0, twins: twins) })
    }

    private func time(_ second: Int64) -> Timestamp { Timestamp(seconds: second) }

    @Test(arguments: NoteTestStore.allCases)
    func `every saved version stays`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("one")], owner: ana)
        #expect(try await dao.modify(1, content: "two", at: time(5), owner: ana)?.note.version == 2)
        #expect(try await dao.modify(1, content: "two", at: time(6), owner: ana)?.note.version == 2)
        #expect(try await dao.modify(1, content: "three", at: time(7), owner: ana)?.replaced == 2)
        let versions = try await dao.versions(of: 1, owner: ana)
        #expect(versions.map(\.number) == [3, 2, 1])
        #expect(versions.map(\.content) == ["three", "two", "one"])
        #expect(versions.map(\.savedAt) == [time(7), time(5), time(0)])
        _ = try await dao.remove(1, owner: ana)
        #expect(try await dao.versions(of: 1, owner: ana).isEmpty)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a text that was unfinished is forgotten with the change that it became`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("one")], owner: ana)
        let id = try await dao.keepUnfinished("two", as: nil, at: time(1), owner: ana)
        func change(_ note: Int, _ sealed: [UInt8]? = nil) async throws -> ModifiedNote? {
            try await dao.modify(
                note, content: "two", sealed: sealed, renames: false, finishing: id, at: time(2), owner: ana)
        }
        #expect(try await change(7) == nil)
        #expect(try await change(1, [1]) == nil)
        #expect(try await dao.unfinished(owner: ana).map(\.content) == ["two"])
        #expect(try await change(1)?.note.version == 2)
        #expect(try await dao.unfinished(owner: ana).isEmpty)
    }

    /// In a folder each note has a name of its own.
    @Test(arguments: [NoteTestStore.memory, .sqlite, .lines])
    func `links follow a new title, also if another note has the old one`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create(
            [draft("Plan\nsee [[Plan]]"), draft("x [[plan|the plan]] and `[[Plan]]`"), draft("no link")], owner: ana)
        let changed = try await dao.modify(
            1, content: "New plan\nsee [[Plan]]", renames: true, at: time(1), owner: ana)
        #expect(changed?.note.content == "New plan\nsee [[New plan]]")
        #expect(changed?.relinked == [2])
        #expect(try await dao.find(2, owner: ana)?.content == "x [[New plan|the plan]] and `[[Plan]]`")
        #expect(try await dao.find(2, owner: ana)?.version == 2)
        _ = try await dao.create([draft("New plan\ntwin")], owner: ana)
        let other = try await dao.modify(1, content: "Other", renames: true, at: time(2), owner: ana)
        #expect(other?.relinked == [2])
        #expect(try await dao.find(2, owner: ana)?.content == "x [[Other|the plan]] and `[[Plan]]`")
        #expect(try await dao.find(titled: "NEW PLAN", owner: ana)?.id == 4)
        // Links lead to the first of two notes of a title: none follows the other.
        _ = try await dao.create([draft("Other\ntwin")], owner: ana)
        let twin = try await dao.modify(5, content: "Third", renames: true, at: time(3), owner: ana)
        #expect(twin?.relinked == [])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a text that changes changes no other note`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("Plan\nsee [[Plan]]"), draft("x [[plan|the plan]]")], owner: ana)
        let changed = try await dao.modify(1, content: "On top.\nPlan\nsee [[Plan]]", at: time(1), owner: ana)
        #expect(changed?.note.content == "On top.\nPlan\nsee [[Plan]]" && changed?.relinked == [])
        #expect(try await dao.find(2, owner: ana)?.content == "x [[plan|the plan]]")
        #expect(try await dao.find(2, owner: ana)?.version == 1)
    }

    @Test(arguments: [NoteTestStore.memory, .sqlite, .lines])
    func `a new name changes the targets of links alone`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let text = """
            [[Old plan#Head|shown]] ![[old plan#^id]] [[Old plan.md]] [[Old plan older]] [[x#Old plan]]
            | a [[Old plan\\|shown]] | `[[Old plan]]` Old plan
            ```
            [[Old plan]]
            ```
            """
        _ = try await dao.create([draft("Old plan"), draft(text), draft("Old plan\nOld plans")], owner: ana)
        _ = try await dao.remove(3, owner: ana)
        let changed = try await dao.modify(1, content: "New", renames: true, at: time(1), owner: ana)
        #expect(changed?.relinked == [2])
        let expected = """
            [[New#Head|shown]] ![[New#^id]] [[New.md]] [[Old plan older]] [[x#Old plan]]
            | a [[New\\|shown]] | `[[Old plan]]` Old plan
            ```
            [[Old plan]]
            ```
            """
        #expect(try await dao.find(2, owner: ana)?.content == expected)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a note of a known origin is kept once`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        #expect(try await dao.create([draft("a", origin: "x"), draft("a", origin: "x")], owner: ana).count == 1)
        #expect(try await dao.create([draft("b", origin: "x"), draft("c", origin: "y")], owner: ana).map(\.id) == [2])
        #expect(try await dao.create([draft("a", origin: "x")], owner: ben).count == 1)
        #expect(try await dao.create([draft("c", origin: "y", twins: 1)], owner: ana).map(\.id) == [3])
        #expect(try await dao.create([draft("c", origin: "z", twins: 1)], owner: ana).isEmpty)
        _ = try await dao.create([draft("by hand")], owner: ana)
        #expect(try await dao.create([draft("by hand", origin: "w")], owner: ana).isEmpty)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a note that comes from elsewhere says which one it is`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        func numbered(_ content: String, _ origin: String, _ number: Int?, twins: Int = 0) -> NoteDraft {
            NoteDraft(
                content: content, createdAt: time(0),
                origin: NoteOrigin(
                    name: origin, twins: twins, number: number,
                    links: number == nil ? [] : References(content).numbers))
        }
        _ = try await dao.create([draft("own note:1"), draft("twin"), draft("twin")], owner: ana)
        let taken = try await dao.take(
            [
                numbered("own note:7", "a", 9), numbered("own note:7", "b", nil), numbered("twin", "c", 3),
                numbered("twin", "d", 8, twins: 1), numbered("twin", "e", 8, twins: 2),
            ], owner: ana)
        #expect(taken.map(\.id) == [1, 4, 3, 3, 5])
        #expect(taken.map(\.kind) == [.equal, .new, .equal, .equal, .new])
        _ = try await dao.modify(4, content: "changed", at: time(1), owner: ana)
        let again = try await dao.take([numbered("own note:7", "b", nil)], owner: ana)
        #expect(again == [TakenNote(id: 4, kind: .imported)])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a text is put right where nobody has changed it`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let drafts = [draft("Plan note:1"), draft("changed"), draft("see [[Plan note:1]]"), draft("other")]
        _ = try await dao.create(drafts, owner: ana)
        _ = try await dao.modify(2, content: "by hand", at: time(1), owner: ana)
        _ = try await dao.trash(1, at: time(9), owner: ana)
        let before = try await dao.page(after: 1, limit: 9, owner: ana)
        let texts = [
            Amendment(id: 1, old: "Plan note:1", new: "Plan note:2"), Amendment(id: 2, old: "by hand", new: "x"),
            Amendment(id: 4, old: "x", new: "y"), Amendment(id: 9, old: "", new: "x"),
        ]
        try await dao.amend(texts, owner: ben)
        #expect(try await dao.find(1, owner: ana)?.content == "Plan note:1")
        try await dao.amend(texts, owner: ana)
        #expect(try await dao.page(after: 1, limit: 9, owner: ana) == before)
        let note = try #require(try await dao.trash(1, at: nil, owner: ana))
        #expect(note.content == "Plan note:2" && note.version == 1 && note.modifiedAt == time(0))
        #expect(try await dao.versions(of: 1, owner: ana).count == 1)
        if kind != .folder { #expect(try await dao.find(titled: "plan note:2", owner: ana)?.id == 1) }
        #expect(try await dao.find(NoteQuery(filter: .linking(.number(2))), owner: ana).map(\.id) == [1])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `labels count the notes outside the trash`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("a #Milk"), draft("b #milk #two words# 今天#日记")], owner: ana)
        _ = try await dao.mark(1, .notebook("work/plans"), owner: ana)
        #expect(
            try await dao.labels(.tag, owner: ana) == [
                NoteLabel(name: "Milk", count: 2), NoteLabel(name: "two words", count: 1),
                NoteLabel(name: "日记", count: 1),
            ])
        #expect(try await dao.labels(.notebook, owner: ana) == [NoteLabel(name: "work/plans", count: 1)])
        #expect(try await dao.find(NoteQuery(filter: .notebook("WORK")), owner: ana).map(\.id) == [1])
        #expect(try await dao.find(NoteQuery(filter: .notebook("wor")), owner: ana).isEmpty)
        _ = try await dao.trash(1, at: time(1), owner: ana)
        #expect(try await dao.labels(.notebook, owner: ana).isEmpty)
        // As it is written where it is left.
        #expect(
            try await dao.labels(.tag, owner: ana) == [
                NoteLabel(name: "milk", count: 1), NoteLabel(name: "two words", count: 1),
                NoteLabel(name: "日记", count: 1),
            ])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `unfinished texts and queries are kept for each owner`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let first = try await dao.keepUnfinished("a", as: nil, at: time(1), owner: ana)
        #expect(try await dao.keepUnfinished("a b", as: first, at: time(2), owner: ana) == first)
        let second = try await dao.keepUnfinished("c", as: nil, at: time(2), owner: ana)
        #expect(try await dao.unfinished(owner: ana).map(\.content) == ["c", "a b"])
        #expect(try await dao.unfinished(owner: ben).isEmpty)
        try await dao.dropUnfinished(second, owner: ana)
        #expect(try await dao.unfinished(owner: ana).map(\.id) == [first])
        // One that somebody dropped meanwhile comes back, and takes the place of no other.
        let third = try await dao.keepUnfinished("d", as: nil, at: time(3), owner: ana)
        let again = try await dao.keepUnfinished("c d", as: second, at: time(4), owner: ana)
        #expect(Set([first, second, third, again]).count == 4)
        #expect(try await dao.unfinished(owner: ana).map(\.content) == ["c d", "d", "a b"])
        #expect(try await dao.saveQuery("tag:x", as: "Mine", owner: ana))
        #expect(try await dao.saveQuery("tag:y", as: "mine", owner: ana))
        #expect(try await dao.savedQueries(owner: ana) == [SavedQuery(name: "mine", query: "tag:y")])
        #expect(try await !dao.saveQuery(nil, as: "mine", owner: ben))
        #expect(try await dao.saveQuery(nil, as: "MINE", owner: ana))
        #expect(try await dao.savedQueries(owner: ana).isEmpty)
        try await dao.write(ana) { notes in
            for name in ["Work", "garden/Beds"] { try notes.put(lockedNotebook: name, as: NameKey.of(name)) }
        }
        #expect(try await dao.read(ana) { try $0.lockedNotebooks() } == ["garden/Beds", "Work"])
        #expect(try await dao.read(ben) { try $0.lockedNotebooks() } == [])
        try await dao.write(ana) { try $0.put(lockedNotebook: nil, as: "work") }
        #expect(try await dao.read(ana) { try $0.lockedNotebooks() } == ["garden/Beds"])
    }
}
