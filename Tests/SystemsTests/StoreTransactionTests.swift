// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import FaultVFS
import Foundation
import Testing

/// A transaction over several stores, in every system.
struct StoreTransactionTests {
    private struct Habit: KeptValue {
        var id = 0
        var title: String
    }

    private struct Book: KeptValue {
        var id = 0
        var title: String
    }

    private struct Refusal: Error {}

    private static let ana = UserID(rawValue: 1)

    private struct Shelf {
        let habits: ValueStore<Habit>
        let books: ValueStore<Book>

        init(on system: InformationSystem) throws {
            habits = try ValueStore(on: system, named: "habits", of: ana)
            books = try ValueStore(on: system, named: "books", of: ana)
        }

        var titles: [String] {
            get async throws { try await habits.all().map(\.title) + books.all().map(\.title) }
        }

        /// Replaces everything, step by step.
        func replace(step: (Int) throws -> Void = { _ in }) async throws {
            try step(0)
            try await habits.removeAll { _ in }
            try step(1)
            _ = try await habits.add(Habit(title: "Run"))
            try step(2)
            try await books.removeAll { _ in }
            try step(3)
            for title in ["Emma", "Ulysses"] { _ = try await books.add(Book(title: title)) }
            try step(4)
        }
    }

    private func shelf(on system: InformationSystem) async throws -> Shelf {
        let shelf = try Shelf(on: system)
        _ = try await shelf.habits.add(Habit(title: "Walk"))
        _ = try await shelf.books.add(Book(title: "Nana"))
        return shelf
    }

    @Test(arguments: TestStore.allCases)
    func `all stores change together, which others see at the end`(store: TestStore) async throws {
        let temporary = try store.open()
        let shelf = try await shelf(on: temporary.system)
        var heard = shelf.books.changes().makeAsyncIterator()
        let transaction = StoreTransaction()
        try await transaction.run {
            try await shelf.replace()
            #expect(try await shelf.titles == ["Run", "Emma", "Ulysses"])
            guard store != .memory else { return }
            let seen = try await Task.detached { try await shelf.titles }.value
            #expect(seen == ["Walk", "Nana"])
        }
        #expect(transaction.isWhole)
        #expect(try await shelf.titles == ["Run", "Emma", "Ulysses"])
        #expect(await heard.next() != nil)
        // Later writes are their own again.
        #expect(try await shelf.books.add(Book(title: "Middlemarch")).id == 3)
    }

    @Test(arguments: TestStore.allCases)
    func `an error at any step takes back everything`(store: TestStore) async throws {
        let temporary = try store.open()
        let shelf = try await shelf(on: temporary.system)
        for last in 0...4 {
            await #expect(throws: Refusal.self) {
                try await StoreTransaction().run {
                    try await shelf.replace { if $0 == last { throw Refusal() } }
                }
            }
            #expect(try await shelf.titles == ["Walk", "Nana"], "\(last)")
        }
        #expect(try await shelf.books.add(Book(title: "Emma")).id == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `a cancelled task takes back everything`(store: TestStore) async throws {
        let temporary = try store.open()
        let shelf = try await shelf(on: temporary.system)
        let task = Task {
            try await StoreTransaction().run {
                try await shelf.replace { if $0 == 3 { withUnsafeCurrentTask { $0?.cancel() } } }
                try Task.checkCancellation()
            }
        }
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(try await shelf.titles == ["Walk", "Nana"])
    }

    @Test func `a disk that fails at any call leaves all old or all new`() async throws {
        fault_vfs_install()
        let kinds = Int32(FAULT_WRITE.rawValue | FAULT_SYNC.rawValue)
        var (passing, faults) = (0, 0)
        while true {
            let folder = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let system = try SQLiteSystem(path: folder + "/atrium.sqlite")
            let shelf = try await shelf(on: .sqlite(system))
            let disk = fault_vfs_arm(folder, kinds, Int32(passing), 1, EIO)
            var isDone = true
            do { try await StoreTransaction().run { try await shelf.replace() } } catch { isDone = false }
            let calls = fault_vfs_disarm(disk)
            let titles = try await shelf.titles
            #expect(titles == ["Walk", "Nana"] || titles == ["Run", "Emma", "Ulysses"], "\(passing) \(titles)")
            if isDone { #expect(titles.first == "Run") } else { faults += 1 }
            _ = try await shelf.habits.add(Habit(title: "Sing"))
            system.close()
            guard calls > passing else { break }
            passing += 1
        }
        #expect(faults > 3)
    }

    @Test func `a database in memory says that it keeps each write`() async throws {
        let shelf = try await shelf(on: .sqlite(.inMemory()))
        let transaction = StoreTransaction()
        await #expect(throws: Refusal.self) {
            try await transaction.run { try await shelf.replace { if $0 == 3 { throw Refusal() } } }
        }
        #expect(!transaction.isWhole)
        #expect(try await shelf.titles == ["Run"])
    }
}
