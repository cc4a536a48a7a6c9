// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Session
import Stores
import Systems
import Testing
import __NAME__Logic
import __NAME__Store

/// The contract of every store of items.
struct ItemDAOTests {
    private static let ana = UserID(rawValue: 1)
    private static let bob = UserID(rawValue: 2)
    private static let start = Timestamp(seconds: 1_000_000)

    /// Adds an item of each of these titles, and returns the last one.
    @discardableResult
    private static func add(_ titles: String..., to items: ItemStore) async throws -> Item {
        var last = Item(id: 0, title: "", addedAt: start)
        for title in titles { last = try await items.write { try $0.insert(title: title, addedAt: start) } }
        return last
    }

    @Test(arguments: TestStore.allCases)
    func `what was added is there, the newest first`(store: TestStore) async throws {
        let system = try store.open()
        let items = try ItemStores.open(on: system.system, for: Self.ana)
        let last = try await Self.add("one", "two", "three", to: items)
        #expect(last == Item(id: 3, title: "three", addedAt: Self.start))
        let (all, next) = try await items.read { items in
            (try items.items(after: nil, limit: 9), try items.items(after: last, limit: 1))
        }
        #expect(all.map(\.title) == ["three", "two", "one"])
        #expect(next.map(\.id) == [2])
        #expect(try await items.read { try $0.count() } == 3)
        #expect(try await items.read { try $0.item(2)?.title } == "two")
        #expect(try await items.read { try $0.item(4) } == nil)
    }

    @Test(arguments: TestStore.allCases)
    func `nobody sees what is another’s`(store: TestStore) async throws {
        let system = try store.open()
        let items = try ItemStores.open(on: system.system, for: Self.ana)
        let bobs = try ItemStores.open(on: system.system, for: Self.bob)
        try await Self.add("one", "two", to: items)
        let other = try await Self.add("three", to: bobs)
        #expect(other.id == 1)
        #expect(try await bobs.write { try $0.remove(2) } == nil)
        #expect(try await bobs.read { try $0.items(after: nil, limit: 9) } == [other])
        #expect(try await items.read { try $0.count() } == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `a number is never given again`(store: TestStore) async throws {
        let system = try store.open()
        let items = try ItemStores.open(on: system.system, for: Self.ana)
        let first = try await Self.add("one", to: items)
        #expect(try await items.write { try $0.remove(1) } == first)
        #expect(try await items.write { try $0.remove(1) } == nil)
        #expect(try await Self.add("two", to: items).id == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `what fails leaves everything as it was`(store: TestStore) async throws {
        let system = try store.open()
        let items = try ItemStores.open(on: system.system, for: Self.ana)
        try await Self.add("one", to: items)
        await #expect(throws: __NAME__Fault.emptyTitle) {
            try await items.write { items in
                _ = try items.insert(title: "two", addedAt: Self.start)
                throw __NAME__Fault.emptyTitle
            }
        }
        #expect(try await items.read { try $0.count() } == 1)
        #expect(try await Self.add("two", to: items).id == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `observers hear what has changed, and how`(store: TestStore) async throws {
        let system = try store.open()
        let items = try ItemStores.open(on: system.system, for: Self.ana)
        let observer = items.changes()
        let item = try await Self.add("one", to: items)
        #expect(observer.take() == .these([.added(item)]))
        _ = try await items.write { try $0.remove(1) }
        #expect(observer.take() == .these([.removed(item)]))
        #expect(observer.take() == nil)
    }

    @Test(arguments: TestStore.allCases)
    func `nothing is left of an owner who goes`(store: TestStore) async throws {
        let system = try store.open()
        let items = try ItemStores.open(on: system.system, for: Self.ana)
        let bobs = try ItemStores.open(on: system.system, for: Self.bob)
        try await Self.add("a lantern", "a river", to: items)
        try await Self.add("a bridge", to: bobs)
        try await items.removeAll(step: { try $0.removeSome(9) }, rest: { try $0.forgetNumbers() }) { _ in }
        #expect(try await items.read { try $0.count() } == 0)
        #expect(try await bobs.read { try $0.count() } == 1)
        #expect(try await Self.add("one", to: items).id == 1)
        let files = system.folder.map { RawFiles.below($0, with: ["lantern"]) }
        #expect(files ?? [] == [])
    }
}
