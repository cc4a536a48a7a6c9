// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session
package import Stores

/// A store of accounts and their sessions: transactions on them.
///
/// What an operation means is written once, for all stores, in terms of `AccountTransaction`: see the folder `Rules`. A
/// store keeps users apart, and gives users and sessions their numbers. Sessions are there until they are ended or swept
/// away: whether one has expired is for the caller to judge.
///
/// Reads answer at once on the caller’s actor, from an index; writes wait for other processes without blocking it. All
/// throw `StoreFault`, and what the body throws.
package protocol AccountDAO: Sendable {
    /// Reads one consistent state, however much of it is asked for.
    func read<Result: Sendable>(_ body: @Sendable (any AccountReader) throws -> Result) async throws -> Result

    /// Changes accounts, wholly or not at all, also when another process writes at the same time.
    ///
    /// When `body` throws, everything is as it was before.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Result
    ) async throws -> Result

    /// Whether a session of a user is there, and what the user has the shell keep is this, or anything with nil: asked
    /// before every command and within every write, so it is the least that can be asked.
    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool

    /// Whether there is an account of this user.
    func hasAccount(_ user: UserID) throws -> Bool

    /// Checks a password while nobody else checks one on this system: the tries of those who are still at it would count
    /// against everybody. Who waited for some seconds goes on all the same.
    ///
    /// - Throws: what the check throws.
    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result

    /// Somebody who hears of each change from now on, by this process or another.
    func changes() -> ChangeObserver<AccountChange>
}
