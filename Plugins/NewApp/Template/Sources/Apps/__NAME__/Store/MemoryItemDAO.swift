// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Stores
import __NAME__Logic

/// One owner’s items in memory.
struct MemoryItems: Sendable {
    var items: [Int: Item] = [:]
    /// The last number that was given.
    var last = 0
}

/// A transaction on items in plain collections: the specification that every other store is tested against.
final class MemoryItemDAO: ItemDAO {
    private(set) var state: MemoryItems
    private(set) var log = ChangeLog<ItemChange>()

    init(_ state: MemoryItems) { self.state = state }

    func item(_ id: Int) -> Item? { state.items[id] }

    func items(after last: Item?, limit: Int) -> [Item] {
        let older = state.items.values.filter { $0.id < last?.id ?? .max }
        return Array(older.sorted { $0.id > $1.id }.prefix(limit))
    }

    func count() -> Int { state.items.count }

    func insert(title: String, addedAt: Timestamp) -> Item {
        state.last += 1
        let item = Item(id: state.last, title: title, addedAt: addedAt)
        state.items[item.id] = item
        log.add(.added(item))
        return item
    }

    func delete(_ item: Item) {
        state.items[item.id] = nil
        log.add(.removed(item))
    }

    func forgetNumbers() { state.last = 0 }
}
