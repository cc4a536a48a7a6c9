// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Stores

/// The items of one user, in whichever system: rules are written once, in terms of `ItemDAO`.
package typealias ItemStore = any Store<any ItemReader, any ItemDAO, ItemChange>

/// The questions about one owner’s items, in one consistent state.
package protocol ItemReader {
    /// The item of this number; `nil` if there is none.
    func item(_ id: Int) throws -> Item?

    /// Items, the newest first: those that were added before `last`, or the first ones.
    func items(after last: Item?, limit: Int) throws -> [Item]

    /// The number of items.
    func count() throws -> Int
}

/// The changes of one owner’s items in one transaction, which sees its own changes.
package protocol ItemDAO: ItemReader {
    /// Inserts an item with the owner’s next number, which none had before.
    func insert(title: String, addedAt: Timestamp) throws -> Item

    /// Removes an item that is there.
    func delete(_ item: Item) throws

    /// Forgets the assigned numbers: nothing of the owner’s is left then.
    func forgetNumbers() throws

    /// The changes of the transaction so far.
    var log: ChangeLog<ItemChange> { get }
}

/// The meaning of changes, for every store alike.
extension ItemDAO {
    /// Removes an item for good and returns it; `nil` if there is none of this number.
    package func remove(_ id: Int) throws -> Item? {
        guard let item = try item(id) else { return nil }
        try delete(item)
        return item
    }

    /// Removes `limit` items at most, and returns their number.
    package func removeSome(_ limit: Int) throws -> Int {
        let some = try items(after: nil, limit: limit)
        for item in some { try delete(item) }
        return some.count
    }
}
