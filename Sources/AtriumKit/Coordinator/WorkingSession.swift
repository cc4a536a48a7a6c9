// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Stores
import Synchronization

/// The session in which the work of a login goes on, also behind a lock and in the session that follows it; stores ask
/// for it on other threads.
final class WorkingSession: Sendable {
    private struct State {
        var session: UserSession?
        /// How much is under way that puts another session of the same user in its place.
        var replacing = 0
        /// Knows which sessions and accounts are there.
        var authenticator: (any Authenticator)?
    }

    private let state = Mutex(State())

    /// Goes on in another session; nil: all work is over.
    func set(_ session: UserSession?) { state.withLock { $0.session = session } }

    /// Does what may put another session of the same user in the place of this one: work that goes on meanwhile does so
    /// in both.
    @MainActor
    func replacing<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        state.withLock { $0.replacing += 1 }
        defer { state.withLock { $0.replacing -= 1 } }
        return try await body()
    }

    /// What work of a user may write: anything while the session is there, and as long as there is the account what would
    /// be lost otherwise.
    ///
    /// The permit does not keep what it asks alive: tasks that inherit it go on as long as their store is open, which the
    /// authenticator holds. Once nothing else holds this session, nothing may be written.
    func permit(for user: UserID, of authenticator: any Authenticator) -> WritePermit {
        state.withLock { $0.authenticator = authenticator }
        return WritePermit { [weak self] purpose in
            guard let state = self?.state.withLock({ $0 }), let authenticator = state.authenticator else {
                return false
            }
            guard purpose == .change else { return try authenticator.hasAccount(user) }
            guard let session = state.session, session.user == user else { return false }
            if try authenticator.isThere(session) { return true }
            return try state.replacing > 0 && authenticator.hasAccount(user)
        }
    }
}
