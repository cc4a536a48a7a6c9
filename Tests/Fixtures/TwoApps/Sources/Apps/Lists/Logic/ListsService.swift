// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// A user’s list.
package struct ListsService: Sendable {
    private let dao: any ItemDAO
    private let owner: UserID
    private let clock: any WallClock

    /// The list of a user.
    package init(of owner: UserID, in dao: any ItemDAO, clock: any WallClock) {
        self.dao = dao
        self.owner = owner
        self.clock = clock
    }

    /// What is on the list after a thing, the oldest first.
    package func items(after item: ListItem?, limit: Int) async throws -> [ListItem] {
        try await dao.items(of: owner, after: item?.id, limit: limit)
    }

    /// How many things are left to do.
    package func openCount() async throws -> Int { try await dao.openCount(of: owner) }

    /// One thing.
    ///
    /// - Throws: `ListsFault.unknownItem`.
    package func item(_ id: Int) async throws -> ListItem {
        guard let item = try await dao.item(id, of: owner) else { throw ListsFault.unknownItem(id) }
        return item
    }

    /// Puts something on the list.
    package func add(_ text: String) async throws -> ListItem { try await dao.add(text, at: clock.now, for: owner) }

    /// Says that something is done.
    ///
    /// - Throws: `ListsFault.unknownItem`.
    package func finish(_ id: Int) async throws -> ListItem {
        guard let item = try await dao.finish(id, of: owner) else { throw ListsFault.unknownItem(id) }
        return item
    }

    /// Hears of every change.
    package func changes() -> ChangeObserver<ListChange> { dao.changes() }

    /// Removes everything of the user’s.
    package func removeAll() async throws -> Int { try await dao.removeAll(of: owner) }
}
