// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Testing

@testable import AtriumSystems

/// The contract of the values of small apps, in every system.
struct ValueStoreTests {
    private struct Habit: KeptValue {
        var id = 0
        var title: String
    }

    /// The same in a later version of the app, with a property that the values from before do not have.
    private struct LaterHabit: KeptValue {
        struct Plan: Codable, Hashable { var days: [Int] }

        var id = 0
        var title: String
        var plan = Plan(days: [])
        var note: String?
    }

    private enum Missing: Error, Equatable {
        case habit(Int)
    }

    private static let ana = UserID(rawValue: 1)
    private static let bo = UserID(rawValue: 2)

    @Test(arguments: TestStore.allCases)
    func `values are numbered for each user, and no number is given again`(store: TestStore) async throws {
        let temporary = try store.open()
        let habits = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.ana)
        let others = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.bo)
        for title in ["Walk", "Read", "Sing"] { _ = try await habits.add(Habit(title: title)) }
        try await habits.remove([3]) { Missing.habit($0) }
        #expect(try await habits.add(Habit(title: "Swim")).id == 4)
        #expect(try await others.add(Habit(title: "Cook")).id == 1)
        #expect(try await habits.all().map(\.title) == ["Walk", "Read", "Swim"])
        #expect(try await others.value(2) == nil)
        await #expect(throws: Missing.habit(2)) { try await others.remove([1, 2]) { Missing.habit($0) } }
        #expect(try await others.all().map(\.title) == ["Cook"])
    }

    @Test(arguments: TestStore.allCases)
    func `a change is taken back and made again, and all goes together`(store: TestStore) async throws {
        let temporary = try store.open()
        let habits = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.ana)
        _ = try await command("add") { try await habits.add(Habit(title: "Walk")) }
        _ = try await command("edit") {
            try await habits.change([1], orThrow: { Missing.habit($0) }) { $0.title = "Run" }
        }
        #expect(try await command("undo") { try await habits.perform(.undo) }.command == "edit")
        #expect(try await habits.value(1)?.title == "Walk")
        #expect(try await command("redo") { try await habits.perform(.redo) }.command == "edit")
        #expect(try await habits.all().map(\.title) == ["Run"])
        try await habits.removeAll { _ in }
        #expect(try await habits.all().isEmpty)
        #expect(try await habits.journal().isEmpty)
        #expect(try await habits.add(Habit(title: "Sit")).id == 1)
    }

    @Test(arguments: TestStore.allCases)
    func `a value that comes twice is changed once, and comes back whole`(store: TestStore) async throws {
        let temporary = try store.open()
        let habits = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.ana)
        _ = try await command("add") { try await habits.add(Habit(title: "Walk")) }
        let changed = try await command("edit") {
            try await habits.change([1, 1], orThrow: { Missing.habit($0) }) { $0.title += "!" }
        }
        #expect(changed.map(\.title) == ["Walk!"])
        try await command("remove") { try await habits.remove([1, 1]) { Missing.habit($0) } }
        #expect(try await habits.journal().map { ValueStore<Habit>.changes(of: $0).count } == [1, 1, 1])
        _ = try await habits.perform(.undo)
        #expect(try await habits.all().map(\.title) == ["Walk!"])
        _ = try await habits.perform(.undo)
        #expect(try await habits.all().map(\.title) == ["Walk"])
    }

    @Test(arguments: TestStore.allCases, ["", "my-habits", "x; DROP TABLE x", "é"])
    func `a name that tables cannot have is refused`(store: TestStore, name: String) throws {
        let temporary = try store.open()
        #expect(throws: StoreFault.name(name)) {
            try ValueStore<Habit>(on: temporary.system, named: name, of: Self.ana)
        }
    }

    @Test(arguments: TestStore.allCases)
    func `an archive brings the values back with their numbers`(store: TestStore) async throws {
        let temporary = try store.open()
        let habits = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.ana)
        let files = ArchivedFiles()
        try await habits.archive(to: files.writer)
        #expect(files.names == [])
        for title in ["Walk", "Read", "Sing"] { _ = try await habits.add(Habit(title: title)) }
        try await habits.remove([2]) { Missing.habit($0) }
        try await habits.archive(to: files.writer)
        let others = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.bo)
        try await others.unarchive(from: files.reader)
        #expect(try await others.all() == habits.all())
        #expect(try await others.add(Habit(title: "Cook")).id == 4)
    }

    @Test(arguments: TestStore.allCases.filter { $0 != .memory })
    func `a step that fails for a moment is the next one again`(store: TestStore) async throws {
        let temporary = try store.open()
        let habits = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.ana)
        for title in ["Walk", "Read"] { _ = try await command("add") { try await habits.add(Habit(title: title)) } }
        try temporary.system.execute(
            sqlite: "CREATE TRIGGER trouble BEFORE DELETE ON habits_value BEGIN SELECT RAISE(ABORT, 'x'); END",
            postgreSQL: """
                CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = 'lock_not_available'; END $$
                """, "CREATE TRIGGER trouble BEFORE DELETE ON habits_value EXECUTE FUNCTION trouble()")
        await #expect(throws: StoreFault.self) { try await habits.perform(.undo) }
        #expect(try await habits.journal().map(\.state) == [.done, .done])
        try temporary.system.execute(
            sqlite: "DROP TRIGGER trouble", postgreSQL: "DROP TRIGGER trouble ON habits_value")
        _ = try await habits.perform(.undo)
        #expect(try await habits.all().map(\.title) == ["Walk"])
    }

    @Test(arguments: TestStore.allCases.filter { $0 != .memory })
    func `a value of an earlier version is named with what it lacks`(store: TestStore) async throws {
        let temporary = try store.open()
        let habits = try ValueStore<Habit>(on: temporary.system, named: "habits", of: Self.ana)
        for title in ["Walk", "Read"] { _ = try await habits.add(Habit(title: title)) }
        let later = try ValueStore<LaterHabit>(on: temporary.system, named: "habits", of: Self.ana)
        func fault(_ id: Int) -> StoreFault { .value(store: "habits", id: id, key: "plan") }
        await #expect(throws: fault(1)) { try await later.all() }
        await #expect(throws: fault(2)) { try await later.value(2) }
        #expect(try await later.unreadable() == [fault(1), fault(2)])
        #expect(try await habits.unreadable() == [])
    }
}

extension InformationSystem {
    /// Runs statements, each system its own.
    fileprivate func execute(sqlite: String, postgreSQL: String...) throws {
        switch self {
        case .memory: break
        case .sqlite(let system): try system.writing { try SQLDatabase($0).execute(sql: sqlite) }
        case .postgreSQL(let system): try system.writing { for sql in postgreSQL { try $0.execute(sql: sql) } }
        }
    }
}
