// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Stores

/// The rules of one user’s items; everything that changes them passes here.
///
/// Has no state but the store’s, so any number of services, in one process or several, agree.
package struct __NAME__Service: Sendable {
    private let items: ItemStore
    private let clock: any WallClock

    /// The service of the user whose items these are.
    package init(_ items: ItemStore, clock: any WallClock) {
        self.items = items
        self.clock = clock
    }

    /// Adds an item.
    ///
    /// - Throws: `__NAME__Fault.emptyTitle`, `StoreFault`.
    package func add(_ typed: String) async throws -> Item {
        let (title, now) = (try Item.title(typed: typed), clock.now)
        return try await items.write { try $0.insert(title: title, addedAt: now) }
    }

    /// Removes an item for good.
    ///
    /// - Throws: `__NAME__Fault.unknownItem`, `StoreFault`.
    package func remove(_ id: Int) async throws -> Item {
        guard let item = try await items.write({ try $0.remove(id) }) else {
            throw __NAME__Fault.unknownItem(id)
        }
        return item
    }

    /// The item of this number.
    ///
    /// - Throws: `__NAME__Fault.unknownItem`, `StoreFault`.
    package func item(_ id: Int) async throws -> Item {
        guard let item = try await items.read({ try $0.item(id) }) else {
            throw __NAME__Fault.unknownItem(id)
        }
        return item
    }

    /// Items, the newest first: those that were added before one, or the first ones, at most `limit`.
    ///
    /// - Throws: `StoreFault`.
    package func items(after last: Item? = nil, limit: Int) async throws -> [Item] {
        try await items.read { try $0.items(after: last, limit: limit) }
    }

    /// The newest items that meet a condition, at most `limit`.
    ///
    /// Looks at one after the other, which is soon done for some thousand; more want an index, as module Search has it.
    ///
    /// - Throws: `StoreFault`.
    package func items(where isMeant: (Item) -> Bool, limit: Int) async throws -> [Item] {
        var found: [Item] = []
        var last: Item?
        while found.count < limit, !Task.isCancelled, case let page = try await items(after: last, limit: 500),
            !page.isEmpty
        {
            found += page.filter(isMeant)
            last = page.last
        }
        return Array(found.prefix(limit))
    }

    /// The number of items.
    ///
    /// - Throws: `StoreFault`.
    package func count() async throws -> Int { try await items.read { try $0.count() } }

    /// An observer of each change from now on, by this process or another.
    package func changes() -> ChangeObserver<ItemChange> { items.changes() }

    /// Removes everything that the user has, in steps that others need not wait for.
    ///
    /// - Throws: `StoreFault`.
    package func removeAll(onProgress: @MainActor (Int) -> Void) async throws {
        // Others wait for no more items than these.
        let step = 500
        try await items.removeAll(
            step: { try $0.removeSome(step) }, rest: { try $0.forgetNumbers() }, onProgress: onProgress)
    }
}
