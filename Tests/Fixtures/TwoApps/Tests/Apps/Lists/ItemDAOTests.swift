// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import ListsLogic
import ListsStore
import Testing

/// What every store of lists does.
@Suite struct ItemDAOTests {
    private let ana = UserID(rawValue: 1)
    private let bo = UserID(rawValue: 2)
    private let now = Timestamp(seconds: 1_767_258_000)

    @Test(arguments: [TestStore.memory, .sqlite])
    func `things are numbered for each user, and read page by page`(store: TestStore) async throws {
        let temporary = try store.open()
        let dao = try ItemStore.open(on: temporary.system)
        for text in ["Milk", "Bread", "Tea"] { _ = try await dao.add(text, at: now, for: ana) }
        #expect(try await dao.add("Rice", at: now, for: bo).id == 1)
        let first = try await dao.items(of: ana, after: nil, limit: 2)
        #expect(first.map(\.text) == ["Milk", "Bread"])
        #expect(try await dao.items(of: ana, after: first.last?.id, limit: 2).map(\.text) == ["Tea"])
        #expect(try await dao.item(3, of: bo) == nil)
    }

    @Test(arguments: [TestStore.memory, .sqlite])
    func `what is done stays done, and observers hear of it`(store: TestStore) async throws {
        let temporary = try store.open()
        let dao = try ItemStore.open(on: temporary.system)
        let item = try await dao.add("Milk", at: now, for: ana)
        let observer = dao.changes()
        #expect(try await dao.finish(item.id, of: ana)?.isDone == true)
        #expect(observer.take() == .these([.item(ana, item.id)]))
        #expect(try await dao.item(item.id, of: ana)?.isDone == true)
        #expect(try await dao.finish(9, of: ana) == nil)
        #expect(observer.take() == nil)
    }

    @Test(arguments: [TestStore.memory, .sqlite])
    func `a user’s things go together`(store: TestStore) async throws {
        let temporary = try store.open()
        let dao = try ItemStore.open(on: temporary.system)
        _ = try await dao.add("Milk", at: now, for: ana)
        _ = try await dao.add("Rice", at: now, for: bo)
        #expect(try await dao.removeAll(of: ana) == 1)
        #expect(try await dao.items(of: ana, after: nil, limit: 9) == [])
        #expect(try await dao.items(of: bo, after: nil, limit: 9).count == 1)
    }
}
