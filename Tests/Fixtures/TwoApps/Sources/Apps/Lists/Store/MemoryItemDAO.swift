// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import ListsLogic

/// Lists in memory.
struct MemoryItemDAO: ItemDAO {
    private let table: MemoryTable<[UserID: [ListItem]]>
    private let feed: ChangeFeed<ListChange>

    init(on system: MemorySystem) {
        table = system.table("lists", empty: [:])
        feed = system.feed(of: "lists")
    }

    func items(of user: UserID, after id: Int?, limit: Int) -> [ListItem] {
        table.read { Array(($0[user] ?? []).filter { $0.id > id ?? 0 }.prefix(limit)) }
    }

    func openCount(of user: UserID) -> Int { table.read { $0[user]?.count { !$0.isDone } ?? 0 } }

    func item(_ id: Int, of user: UserID) -> ListItem? { table.read { $0[user]?.first { $0.id == id } } }

    func add(_ text: String, at time: Timestamp, for user: UserID) throws -> ListItem {
        let item = try table.write { lists in
            let item = ListItem(id: (lists[user]?.last?.id ?? 0) + 1, text: text, isDone: false, addedAt: time)
            lists[user, default: []].append(item)
            return item
        }
        feed.post(.these([.item(user, item.id)]))
        return item
    }

    func finish(_ id: Int, of user: UserID) throws -> ListItem? {
        let item = try table.write { lists -> ListItem? in
            guard let index = lists[user]?.firstIndex(where: { $0.id == id }), let old = lists[user]?[index] else {
                return nil
            }
            let item = ListItem(id: id, text: old.text, isDone: true, addedAt: old.addedAt)
            lists[user]?[index] = item
            return item
        }
        if item != nil { feed.post(.these([.item(user, id)])) }
        return item
    }

    func removeAll(of user: UserID) throws -> Int {
        let count = try table.write { $0.removeValue(forKey: user)?.count ?? 0 }
        feed.post(.unknown)
        return count
    }

    func changes() -> ChangeObserver<ListChange> { feed.observe() }
}
