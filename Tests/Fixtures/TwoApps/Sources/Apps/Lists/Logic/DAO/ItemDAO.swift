// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// The things on users’ lists.
///
/// Each call is one transaction, and throws `StoreFault`.
package protocol ItemDAO: Sendable {
    /// What a user’s list has after a thing, the oldest first, at most so many.
    func items(of user: UserID, after id: Int?, limit: Int) async throws -> [ListItem]
    /// How many things of a user’s list are not done.
    func openCount(of user: UserID) async throws -> Int
    /// One thing; nil where nothing has the number.
    func item(_ id: Int, of user: UserID) async throws -> ListItem?
    /// Adds a thing with the user’s next number.
    func add(_ text: String, at time: Timestamp, for user: UserID) async throws -> ListItem
    /// Says that a thing is done; nil where nothing has the number.
    func finish(_ id: Int, of user: UserID) async throws -> ListItem?
    /// Removes everything of a user’s, and tells how much that was.
    func removeAll(of user: UserID) async throws -> Int
    /// Hears of every change.
    func changes() -> ChangeObserver<ListChange>
}
