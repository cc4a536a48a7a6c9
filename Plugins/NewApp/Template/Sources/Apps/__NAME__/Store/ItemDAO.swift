// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Stores
package import __NAME__Domain

/// A store of items: transactions on those of one owner.
///
/// A store keeps owners apart and gives items their numbers; what an operation means is written once for all stores, in
/// terms of `ItemTransaction`: see the folder `Rules`.
///
/// Reads answer at once on the caller’s actor; writes wait for other processes without blocking it. All throw
/// `StoreFault`.
package protocol ItemDAO: Sendable {
    /// Reads one consistent state.
    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any ItemReader) throws -> Result
    ) async throws -> Result

    /// Changes items, wholly or not at all.
    ///
    /// When `body` throws, everything is as it was before.
    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any ItemTransaction) throws -> Result
    ) async throws -> Result

    /// Somebody who hears of each change from now on, by this process or another, of whichever owner.
    func changes() -> ChangeObserver<ItemChange>
}
