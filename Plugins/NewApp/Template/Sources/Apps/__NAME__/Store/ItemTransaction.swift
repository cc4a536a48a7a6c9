// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import __NAME__Domain

/// What a store tells of one owner’s items, in one consistent state.
package protocol ItemReader {
    /// The item of this number; nil when there is none.
    func item(_ id: Int) throws -> Item?

    /// Items, the newest first: those that were added before one, or the first ones, at most so many.
    func items(after last: Item?, limit: Int) throws -> [Item]

    /// How many there are.
    func count() throws -> Int
}

/// What a store can change of one owner’s items; it sees its own changes.
package protocol ItemTransaction: ItemReader {
    /// Puts an item, and gives it the owner’s next number, which none had before.
    func insert(title: String, addedAt: Timestamp) throws -> Item

    /// Removes an item that is there.
    func delete(_ item: Item) throws

    /// Forgets which numbers were given: nothing of the owner’s is left then.
    func forgetNumbers() throws
}
