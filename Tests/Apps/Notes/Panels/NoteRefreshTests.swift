// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumTesting
import NotesLogic
import NotesStore
import Testing

@testable import AtriumKit
import AtriumWorlds
import Foundation
@testable import NotesPanels

/// What is read again when notes have changed: what panels show of them, and nothing else, all of one state.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct NoteRefreshTests {
    private let store: TemporarySystem
    /// What the panels read.
    private let dao: CountingNotesStore
    /// What somebody else writes with.
    private let other: any OwnedNotes
    private let owner = ProbeAuthenticator().make("ana").user
    private let model: NotesModel
    private let list: ListPanel
    private let context: CommandContext

    private static let sidebar = ["counts", "labels", "locks", "labels", "queries"]
    private static let opened = ["note", "list", "attachments"]
    /// The same of a note with a link to it, which is looked up.
    private static let openedLinked = ["note", "list", "note", "attachments"]

    /// A user with two hundred notes, of which the screen shows the newest fifty.
    init() async throws {
        store = try TestStore.sqlite.open()
        other = try SystemNotes.all(on: store.system)
        let dao = CountingNotesStore(try SystemNotes.open(on: store.system, for: owner))
        self.dao = dao
        let world = World.test(system: store.system, clock: ManualClock.nineOClock)
        let model = try NotesModel(for: ProbeAuthenticator().make("ana")) { session in
            NotesService(store: dao, owner: session.user, clock: world.clock, timeZone: world.timeZone)
        }
        self.model = model
        list = ListPanel { NoteList.source(of: model) }
        context = CommandContext(language: .english, world: world, prompter: CannedPrompter([]))
        _ = try await other.create(
            (1...200).map {
                NoteDraft(content: "Note \($0)\n\ntext #a", createdAt: Timestamp(seconds: 1_700_000_000 + Int64($0)))
            }, owner: owner)
        _ = try await refresh()
    }

    /// Reads what is to be read again, and says what that was, transaction by transaction.
    private func refresh() async throws -> [[String]] {
        _ = dao.take()
        list.prepare()
        try await model.refresh()
        try await list.refresh()
        var canvas = Canvas(size: Size(columns: 40, rows: 10))
        list.settle(
            for: canvas.size, in: ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        list.draw(on: &canvas, accent: .palette(3), isFocused: true)
        return dao.take()
    }

    @Test func `of what did not change nothing is read again`() async throws {
        #expect(try await refresh().isEmpty)
        #expect(list.total == ListTotal(200))
    }

    @Test func `more than are counted at once are counted meanwhile, and all are told`() async throws {
        let count = NotesService.mostCounted + 2
        _ = try await other.create(
            (1...count).map { NoteDraft(content: "zebra \($0)", createdAt: Timestamp(seconds: Int64($0))) },
            owner: owner)
        try await model.show(.matching("zebra"))
        _ = try await refresh()
        for _ in 0..<9 where list.total != ListTotal(count) {
            #expect(!list.total.isKnown && list.total.count < count)
            await model.counting.settle()
            _ = try await refresh()
        }
        #expect(list.total == ListTotal(count))
        // Nothing is counted twice.
        #expect(try await refresh().isEmpty)
    }

    @Test func `a search without a hit beside locked notes asks for its notes once in lines`() async throws {
        try await model.service.protection.setPassword(Secret("moon over harbour"))
        _ = try await model.service.protection.protect(1)
        model.service.protection.lock()
        try await model.show(.matching("nowhere"))
        _ = dao.take()
        let reply = try await model.list().inWords()
        #expect(reply.notices.count == 1)
        #expect(dao.take().joined().count { $0 == "list" } == 1)
    }

    @Test func `everything together is one state`() async throws {
        _ = try await model.open(200, context)
        try await model.show(.matching("tag:a"))
        _ = try await model.open(200, context)
        _ = try await other.create(
            [NoteDraft(content: "#a [[Note 200]]", createdAt: Timestamp(seconds: 1))], owner: owner)
        #expect(try await refresh() == [Self.sidebar + Self.openedLinked + ["list", "count"]])
        #expect(list.total == ListTotal(201))
        #expect(model.backlinks.map(\.id) == [201])
    }

    @Test func `a note that is neither seen nor counted otherwise is no reason to read`() async throws {
        _ = try await other.modify(3, content: "Note 3\n\nother text #a", at: Timestamp(seconds: 1), owner: owner)
        #expect(try await refresh().isEmpty)
        // With another tag it is counted otherwise.
        _ = try await other.modify(3, content: "Note 3\n\n#b", at: Timestamp(seconds: 1), owner: owner)
        #expect(try await refresh() == [Self.sidebar])
        #expect(model.tags.map(\.name) == ["a", "b"])
        // In a list that is in the order of changes it comes to be seen.
        try await model.show(.active, NoteListing(.modified))
        #expect(try await refresh() == [["list"]])
        _ = try await other.modify(4, content: "Now\n\n#a", at: Timestamp(seconds: 1_900_000_000), owner: owner)
        #expect(try await refresh() == [["list"]])
        // What is seen stays where it is.
        #expect(list.view.rows.first?.id == "200")
        list.position.scroll(by: -200)
        _ = try await refresh()
        #expect(list.view.rows.first?.id == "4")
    }

    @Test func `the open note is read when it changes, and what links to it`() async throws {
        // In a list that ends before it, where it is not looked for.
        try await model.show(.active, NoteListing(nil, limit: 50))
        _ = try await refresh()
        _ = try await model.open(2, context)
        #expect(try await refresh() == [Self.opened])
        _ = try await other.modify(2, content: "Note 2\n\nother #a", at: Timestamp(seconds: 1), owner: owner)
        #expect(try await refresh() == [Self.opened])
        #expect(model.opened?.content == "Note 2\n\nother #a")
        _ = try await other.mark(3, .pinned(true), owner: owner)
        #expect(try await refresh().isEmpty)
        _ = try await other.modify(3, content: "[[Note 2]] #a", at: Timestamp(seconds: 1), owner: owner)
        #expect(try await refresh() == [Self.openedLinked])
        #expect(model.backlinks.map(\.id) == [3])
        _ = try await other.trash(2, at: Timestamp(seconds: 1), owner: owner)
        _ = try await refresh()
        #expect(model.opened == nil && model.backlinks.isEmpty)
    }

    @Test func `a new note and one that is gone are seen and counted`() async throws {
        _ = try await other.create(
            [NoteDraft(content: "New", createdAt: Timestamp(seconds: 1_800_000_000))], owner: owner)
        #expect(try await refresh() == [Self.sidebar + ["list"]])
        #expect((model.counts.active, list.total.count) == (201, 201))
        #expect(list.view.rows.last?.title.text == "New")
        _ = try await other.remove(201, owner: owner)
        #expect(try await refresh() == [Self.sidebar + ["list"]])
        #expect(list.total.count == 200)
    }

    @Test func `what cannot be read is read the next time`() async throws {
        _ = try await other.saveQuery("text", as: "t", owner: owner)
        try await model.show(.matching("@t"))
        _ = try await refresh()
        _ = try await other.saveQuery(nil, as: "t", owner: owner)
        await #expect(throws: (any Error).self) { try await refresh() }
        _ = try await other.saveQuery("New", as: "t", owner: owner)
        _ = try await other.create([NoteDraft(content: "New", createdAt: Timestamp(seconds: 1))], owner: owner)
        #expect(try await refresh() == [Self.sidebar + ["queries", "list"]])
        #expect(list.total == ListTotal(1))
    }
}
