// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Session
import Stores
import Systems
import Testing
import __NAME__Domain
import __NAME__Store

/// What every store of items must do.
struct ItemDAOTests {
    private static let ana = UserID(rawValue: 1)
    private static let bob = UserID(rawValue: 2)
    private static let start = Timestamp(seconds: 1_000_000)

    /// Adds an item of each of these titles, and returns the last one.
    @discardableResult
    private static func add(_ titles: String..., of owner: UserID = ana, to dao: any ItemDAO) async throws -> Item {
        var last = Item(id: 0, title: "", addedAt: start)
        for title in titles { last = try await dao.write(owner) { try $0.insert(title: title, addedAt: start) } }
        return last
    }

    @Test(arguments: TestStore.allCases)
    func `what was added is there, the newest first`(store: TestStore) async throws {
        let system = try store.open()
        let dao = try ItemStore.open(on: system.system)
        let last = try await Self.add("one", "two", "three", to: dao)
        #expect(last == Item(id: 3, title: "three", addedAt: Self.start))
        let (all, next) = try await dao.read(Self.ana) { items in
            (try items.items(after: nil, limit: 9), try items.items(after: last, limit: 1))
        }
        #expect(all.map(\.title) == ["three", "two", "one"])
        #expect(next.map(\.id) == [2])
        #expect(try await dao.read(Self.ana) { try $0.count() } == 3)
        #expect(try await dao.read(Self.ana) { try $0.item(2)?.title } == "two")
        #expect(try await dao.read(Self.ana) { try $0.item(4) } == nil)
    }

    @Test(arguments: TestStore.allCases)
    func `nobody sees what is another’s`(store: TestStore) async throws {
        let system = try store.open()
        let dao = try ItemStore.open(on: system.system)
        try await Self.add("one", "two", to: dao)
        let other = try await Self.add("three", of: Self.bob, to: dao)
        #expect(other.id == 1)
        #expect(try await dao.write(Self.bob) { try $0.remove(2) } == nil)
        #expect(try await dao.read(Self.bob) { try $0.items(after: nil, limit: 9) } == [other])
        #expect(try await dao.read(Self.ana) { try $0.count() } == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `a number is never given again`(store: TestStore) async throws {
        let system = try store.open()
        let dao = try ItemStore.open(on: system.system)
        let first = try await Self.add("one", to: dao)
        #expect(try await dao.write(Self.ana) { try $0.remove(1) } == first)
        #expect(try await dao.write(Self.ana) { try $0.remove(1) } == nil)
        #expect(try await Self.add("two", to: dao).id == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `what fails leaves everything as it was`(store: TestStore) async throws {
        let system = try store.open()
        let dao = try ItemStore.open(on: system.system)
        try await Self.add("one", to: dao)
        await #expect(throws: __NAME__Fault.emptyTitle) {
            try await dao.write(Self.ana) { items in
                _ = try items.insert(title: "two", addedAt: Self.start)
                throw __NAME__Fault.emptyTitle
            }
        }
        #expect(try await dao.read(Self.ana) { try $0.count() } == 1)
        #expect(try await Self.add("two", to: dao).id == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `observers hear what has changed, and how`(store: TestStore) async throws {
        let system = try store.open()
        let dao = try ItemStore.open(on: system.system)
        let observer = dao.changes()
        let item = try await Self.add("one", to: dao)
        #expect(observer.take() == .these([.added(item)]))
        _ = try await dao.write(Self.ana) { try $0.remove(1) }
        #expect(observer.take() == .these([.removed(item)]))
        #expect(observer.take() == nil)
    }

    @Test(arguments: TestStore.allCases)
    func `nothing is left of an owner who goes`(store: TestStore) async throws {
        let system = try store.open()
        let dao = try ItemStore.open(on: system.system)
        try await Self.add("a lantern", "a river", to: dao)
        try await Self.add("a bridge", of: Self.bob, to: dao)
        try await dao.removeAll(of: Self.ana) { _ in }
        #expect(try await dao.read(Self.ana) { try $0.count() } == 0)
        #expect(try await dao.read(Self.bob) { try $0.count() } == 1)
        #expect(try await Self.add("one", to: dao).id == 1)
        let files = system.folder.map { RawFiles.below($0, with: ["lantern"]) }
        #expect(files ?? [] == [])
    }
}
