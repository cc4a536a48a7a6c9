// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import AtriumSession
import AtriumSystems
import AtriumTesting
import GRDB
import NotesLogic
import NotesStore
import Testing

/// Tasks that have a time, and are done again and again, as each store keeps them.
struct TodoStoreTests {
    private let ana = UserID(rawValue: 1)
    private let todo = Todo(
        due: DueTime("2026-01-31T15:00"), recurrence: Recurrence("every month on the 31st"),
        completions: [Timestamp(milliseconds: 1_700_000_000_123), Timestamp(milliseconds: 1_710_000_000_000)])

    @Test(arguments: NoteTestStore.allCases)
    func `nothing of a task is lost`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let draft = NoteDraft(content: "Rent", createdAt: Timestamp(milliseconds: 0), marks: NoteMarks(todo: todo))
        let id = try #require(try await dao.create([draft], owner: ana).first).id
        #expect(try await store.dao().find(id, owner: ana)?.marks.todo == todo)
        var changed = todo
        changed.due = DueTime("2026-02-28")
        changed.recurrence = nil
        _ = try await dao.mark(id, .todo(changed), owner: ana)
        #expect(try await store.dao().find(id, owner: ana)?.marks.todo == changed)
        let day = try #require(Day("2026-02-28"))
        let found = NoteQuery(filter: .due(DueTime(day)..<DueTime(day.adding(days: 1))), limit: 5)
        #expect(try await dao.find(found, owner: ana).map(\.id) == [id])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `what is overdue is so by the time of the day`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        defer { withExtendedLifetime(store) {} }
        let times = ["2026-01-01T10:00", "2026-01-01", "2025-12-31", "2026-01-01T09:59", "2026-01-02T00:00"]
        _ = try await dao.create(
            times.map {
                NoteDraft(
                    content: $0, createdAt: Timestamp(milliseconds: 0), marks: NoteMarks(todo: Todo(due: DueTime($0))))
            }, owner: ana)
        func found(_ filter: NoteFilter) async throws -> [String] {
            try await dao.find(NoteQuery(filter: filter, sort: .due, limit: 9), owner: ana).map(\.content)
        }
        #expect(try await found(.todo) == times.sorted())
        let now = try #require(DueTime("2026-01-01T10:00"))
        #expect(try await found(.overdue(at: now)) == ["2025-12-31", "2026-01-01T09:59"])
        #expect(try await found(.overdue(at: #require(DueTime("2026-01-01T00:00")))) == ["2025-12-31"])
    }

    @Test func `another program’s fields of these names stay what they are`() throws {
        let fields: [[String: FrontMatterValue]] = [
            ["repeat": .text("weekly")], ["repeat": .text("chorus"), "due": .text("2026-01-01")],
            ["completed": .text("2026-01-01"), "due": .text("2026-01-01")],
            ["completed": .list(["alpha", "beta"]), "due": .text("2026-01-01")],
            ["repeat": .text("weekly"), "due": .text("2026-01-01"), "completed": .list(["2026-01-01"])],
            ["todo": .text("open"), "done": .text("true")], ["done": .text("2026-01-01")], ["due": .text("someday")],
            ["todo": .text("buy milk")],
        ]
        #expect(
            fields.map { Set($0.keys).subtracting(Todo.names(in: $0, .gmt)).sorted() } == [
                ["repeat"], ["repeat"], ["completed"], ["completed"], [], ["done"], ["done"], ["due"], ["todo"],
            ])
    }
}
