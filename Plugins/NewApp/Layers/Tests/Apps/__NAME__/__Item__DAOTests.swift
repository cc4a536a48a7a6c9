// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Testing
import __NAME__Logic
import __NAME__Store

/// The contract of every store of __things__.
struct __Item__DAOTests {
    private static let ana = UserID(rawValue: 1)
    private static let bob = UserID(rawValue: 2)
    private static let start = Timestamp(seconds: 1_000_000)

    /// Adds __a_thing__ of each of these titles, and returns the last one.
    @discardableResult
    private static func add(_ titles: String..., to __items__: __Item__Store) async throws -> __Item__ {
        var last = __Item__(id: 0, title: "", addedAt: start)
        for title in titles { last = try await __items__.write { try $0.insert(title: title, addedAt: start) } }
        return last
    }

    @Test(arguments: TestStore.allCases)
    func `what was added is there, the newest first`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        let last = try await Self.add("one", "two", "three", to: __items__)
        #expect(last == __Item__(id: 3, title: "three", addedAt: Self.start))
        let (all, next) = try await __items__.read { __items__ in
            (try __items__.__items__(after: nil, limit: 9), try __items__.__items__(after: last, limit: 1))
        }
        #expect(all.map(\.title) == ["three", "two", "one"])
        #expect(next.map(\.id) == [2])
        #expect(try await __items__.read { try $0.count() } == 3)
        #expect(try await __items__.read { try $0.__item__(2)?.title } == "two")
        #expect(try await __items__.read { try $0.__item__(4) } == nil)
    }

    @Test(arguments: TestStore.allCases)
    func `each user sees their own __things__ alone`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        let bobs = try __Item__Stores.open(on: system.system, for: Self.bob)
        try await Self.add("one", "two", to: __items__)
        let other = try await Self.add("three", to: bobs)
        #expect(other.id == 1)
        await #expect(throws: __NAME__Fault.unknown__Item__(2)) {
            try await bobs.write { try $0.remove([2]) }
        }
        #expect(try await bobs.read { try $0.__items__(after: nil, limit: 9) } == [other])
        #expect(try await __items__.read { try $0.count() } == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `a number is never given again`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        let first = try await Self.add("one", to: __items__)
        #expect(first.id == 1)
        try await __items__.write { try $0.remove([1]) }
        await #expect(throws: __NAME__Fault.unknown__Item__(1)) {
            try await __items__.write { try $0.remove([1]) }
        }
        #expect(try await Self.add("two", to: __items__).id == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `what fails leaves everything as it was`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        try await Self.add("one", to: __items__)
        await #expect(throws: __NAME__Fault.emptyTitle) {
            try await __items__.write { __items__ in
                _ = try __items__.insert(title: "two", addedAt: Self.start)
                throw __NAME__Fault.emptyTitle
            }
        }
        #expect(try await __items__.read { try $0.count() } == 1)
        #expect(try await Self.add("two", to: __items__).id == 2)
    }

    @Test(arguments: TestStore.allCases)
    func `observers hear what has changed, and how`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        let observer = __items__.changes()
        let __item__ = try await Self.add("one", to: __items__)
        #expect(observer.take() == .these([__Item__Change(from: nil, to: __item__)]))
        try await __items__.write { try $0.remove([1]) }
        #expect(observer.take() == .these([__Item__Change(from: __item__, to: nil)]))
        #expect(observer.take() == nil)
    }

    @Test(arguments: TestStore.allCases)
    func `commands can be undone and redone`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        let one = try await command("add") { try await Self.add("one", to: __items__) }
        try await command("done") { try await __items__.write { try $0.mark([1], isDone: true) } }
        #expect(try await __items__.read { try $0.openCount() } == 0)
        try await command("remove") { try await __items__.write { try $0.remove([1]) } }
        for expected in [one.done(true), one, nil] {
            #expect(try await __items__.write { try $0.perform(.undo) }.count == 1)
            #expect(try await __items__.read { try $0.__item__(1) } == expected)
        }
        #expect(try await __items__.write { try $0.perform(.undo) } == [])
        _ = try await __items__.write { try $0.perform(.redo) }
        #expect(try await __items__.read { try $0.__item__(1) } == one)
        // A change beside the journal is not written over.
        try await __items__.write { try $0.put(__Item__Change(from: one, to: one.done(true))) }
        await #expect(throws: JournalFailure.self) { try await __items__.write { try $0.perform(.undo) } }
    }

    @Test(arguments: TestStore.allCases)
    func `an archive brings everything back with its numbers`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        let bobs = try __Item__Stores.open(on: system.system, for: Self.bob)
        try await Self.add("one", "two", "three", to: __items__)
        try await __items__.write { try $0.remove([2]) }
        let files = ArchivedFiles()
        let clock = ManualClock.nineOClock
        try await __NAME__Service(__items__, clock: clock).archive(to: files.writer)
        try await __NAME__Service(bobs, clock: clock).unarchive(from: files.reader)
        let expected = try await __items__.read { try $0.__items__(after: nil, limit: 9) }
        #expect(try await bobs.read { try $0.__items__(after: nil, limit: 9) } == expected)
        #expect(try await Self.add("four", to: bobs).id == 4)
    }

    @Test(arguments: TestStore.allCases)
    func `nothing is left of an owner who goes`(store: TestStore) async throws {
        let system = try store.open()
        let __items__ = try __Item__Stores.open(on: system.system, for: Self.ana)
        let bobs = try __Item__Stores.open(on: system.system, for: Self.bob)
        try await Self.add("a lantern", "a river", to: __items__)
        try await Self.add("a bridge", to: bobs)
        try await __items__.removeAll(step: { try $0.removeSome(9) }, rest: { try $0.forgetNumbers() }) { _ in }
        #expect(try await __items__.read { try $0.count() } == 0)
        #expect(try await bobs.read { try $0.count() } == 1)
        #expect(try await Self.add("one", to: __items__).id == 1)
        let files = system.folder.map { RawFiles.below($0, with: ["lantern"]) }
        #expect(files ?? [] == [])
    }
}
