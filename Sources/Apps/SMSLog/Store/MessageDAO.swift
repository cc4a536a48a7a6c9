// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Session
package import Stores

/// A store of messages and contacts: transactions on those of one owner.
///
/// What an operation means is written once, for all stores, in terms of `MessageTransaction`: see the folder `Rules`. A
/// store keeps owners apart and gives messages their numbers.
///
/// Reads answer at once on the caller’s actor, from an index; writes wait for other processes without blocking it. All
/// throw `StoreFault`.
package protocol MessageDAO: Sendable {
    /// Reads one consistent state, however much of it is asked for.
    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) async throws -> Result

    /// Changes messages and contacts, wholly or not at all.
    ///
    /// When `body` throws, everything is as it was before.
    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) async throws -> Result

    /// Another store with the same messages, of which nothing stays: for who wants to see what a change would do.
    ///
    /// It has everything but the bytes of parts, and finds no words.
    func copy() async throws -> any MessageDAO

    /// Those who have a gateway.
    func owners() async throws -> [UserID]

    /// Somebody who hears of each change from now on, by this process or another, of whichever owner.
    func changes() -> ChangeObserver<MessageChange>
}
