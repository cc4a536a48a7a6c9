// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores
import Synchronization

/// The object that a change of the login concerns beside the lease itself: the coordinator.
@MainActor
package protocol LeaseHolder: AnyObject {
    /// Makes the current app keep its unfinished work.
    func endEditing() async
    /// Notifies the apps of a change of the login.
    func loginDidChange(to login: LoginState)
    /// Releases the data of a user who is not logged in any more.
    func release()
    /// Whether the program has this language.
    func offers(_ language: Language) -> Bool
    /// Applies the language of a user who has logged in.
    func setLanguage(_ language: Language)
}

/// The one login of all apps, and how long it holds.
///
/// Calls that suspend must not overlap, as in the coordinator, which owns it.
@MainActor
package final class SessionLease {
    package private(set) var login: LoginState = .loggedOut
    /// The authenticator of users; if no app has one, every user of the program is the one guest.
    package let authenticator: any Authenticator
    /// The coordinator.
    package weak var holder: (any LeaseHolder)?
    private let clock: any WallClock
    /// The validity of the login.
    private var limits = LoginLimits()
    /// Whether the session was ended elsewhere.
    package private(set) var isRevoked = false
    /// Whether the session was looked at for the present line.
    private var wasLookedAt = false
    /// The session in which work continues that this login has begun.
    package let working = WorkingSession()
    /// Whether the process is one of a kept login’s, for which it has not made a session of its own yet.
    private var wantsOwnSession = false
    /// Called after a login with the failed attempts before it.
    package var onFailedLogins: (@MainActor (FailedLogins) -> Void)?
    /// The time of the last check of the session with the authenticator; `nil` to force a check.
    private var lastCheck: Duration?

    /// No login so far.
    package init(_ authenticator: any Authenticator, clock: any WallClock) {
        self.authenticator = authenticator
        self.clock = clock
    }
}

// MARK: - Whether it holds

extension SessionLease {
    /// Whether no user’s data may be shown: no user is logged in, or the login is locked or no longer valid.
    package var isCovered: Bool {
        guard let lease = login.lease else { return true }
        return isRevoked || limits.end(of: lease, at: clock) != nil
    }

    /// Whether a user is logged in and has to give the password.
    package var isLocked: Bool { if case .locked = login { true } else { false } }

    /// The reason why the present login is about to be locked; `nil` if it is not.
    package var limitReached: LoginLimits.End? { login.lease.flatMap { limits.end(of: $0, at: clock) } }

    /// Notes the user’s activity; a login that is no longer valid does not become valid again by that.
    package func noteActivity() {
        guard !isCovered else { return }
        limits.noteActivity(at: clock)
    }

    /// Looks whether the session was ended elsewhere.
    ///
    /// Changes nothing but `isCovered`, so that it may be asked at any time; `checkLogin` does what follows from it.
    package func noticeRevocation() async {
        guard case .active(let session) = login, !isRevoked else { return }
        // The next command reports a session that cannot be read now, and changed settings too.
        do {
            guard try await !authenticator.holds(session), try await authenticator.refreshed(session) == nil else {
                return
            }
            if isActive(session) { isRevoked = true }
        } catch {}
    }

    /// Updates the user’s settings and aliases to those that another process has saved, before a line is read.
    ///
    /// The command of the line need not look at the session again, if it does so before `forgetLook()`.
    package func lookAtSession() async {
        guard case .active(let session) = login, !isCovered else { return }
        // The command reports a session that cannot be read now.
        do {
            if try await authenticator.holds(session) {
                wasLookedAt = true
            } else {
                wasLookedAt = try await takeChanges(of: session)
            }
        } catch { wasLookedAt = false }
    }

    /// Makes the next command look at the session by itself.
    package func forgetLook() { wasLookedAt = false }

    /// Updates the session, if it was ended or changed elsewhere; `false` if another one has replaced it
    /// meanwhile.
    private func takeChanges(of session: UserSession) async throws -> Bool {
        let refreshed = try await authenticator.refreshed(session)
        guard isActive(session) else { return false }
        await take(refreshed, insteadOf: session)
        return true
    }

    /// Replaces the known session with its present state; a requested language stays if the user’s is unchanged.
    private func take(_ refreshed: UserSession?, insteadOf session: UserSession) async {
        await replace(refreshed, keepsLanguage: refreshed?.language == session.language)
    }

    /// Locks a login that has reached its limits, and ends one that was ended elsewhere.
    ///
    /// - Throws: The errors of looking at the session.
    package func checkLogin() async throws {
        guard case .active(let session) = login else { return }
        if isRevoked { return await replace(nil) }
        if isCovered { return await lock() }
        defer { wasLookedAt = false }
        if wantsOwnSession { return try await takeOwnSession(insteadOf: session) }
        if isCheckDue {
            lastCheck = clock.elapsed
            let refreshed = try await authenticator.refreshed(session)
            // Meanwhile it may have been locked, or another may have taken its place.
            if isActive(session) { await take(refreshed, insteadOf: session) }
        } else if !wasLookedAt, try await !authenticator.holds(session) {
            _ = try await takeChanges(of: session)
        }
    }

    /// Leaves it to the first command, or to `noteUse()`, to make a session of this process’s own that goes on from the
    /// kept one: the first prompt does not wait for the disk.
    package func wantOwnSession() { wantsOwnSession = true }

    private func takeOwnSession(insteadOf session: UserSession) async throws {
        wantsOwnSession = false
        lastCheck = clock.elapsed
        try await working.replacing {
            guard let refreshed = try await authenticator.refreshed(session) else {
                if isActive(session) { await replace(nil) }
                return
            }
            let own = try await authenticator.ownSession(of: refreshed)
            if isActive(session) {
                await take(own, insteadOf: session)
            } else if own.id != session.id {
                try await authenticator.leave(own)
            }
        }
    }

    /// Reports the failed attempts to log in before a session.
    package func tellFailures(before session: UserSession) async {
        // The next command says why they cannot be read.
        if let failures = try? await authenticator.failures(before: session) { onFailedLogins?(failures) }
    }

    private var isCheckDue: Bool { lastCheck.map { clock.elapsed - $0 > .seconds(60) } ?? true }

    /// Leaves it to the first command that needs a login, or to `noteUse()`, to note that one is used that an earlier
    /// process has kept: the first prompt does not wait for the disk.
    package func noteUseLater() { lastCheck = nil }

    /// Notes that the login is used, unless that was noted within the last minute.
    package func noteUse() async {
        guard case .active(let session) = login, !isCovered, isCheckDue else { return }
        if wantsOwnSession {
            // A store that cannot be written now leaves the process in the kept session.
            try? await takeOwnSession(insteadOf: session)
            return
        }
        lastCheck = clock.elapsed
        // Only an explicit look finds out whether it was ended or changed elsewhere; a failed note is repeated later.
        _ = try? await authenticator.refreshed(session)
    }

    /// Notes that work of the login continues, even behind a lock, unless that was noted within the last minute: the
    /// user’s next login removes a session that seems unused, and its work may write nothing more.
    package func noteWork() {
        guard let session = login.known, isCheckDue else { return }
        lastCheck = clock.elapsed
        Task { [authenticator] in _ = try? await authenticator.refreshed(session) }
    }

    /// Whether the login is still this session’s, and open.
    private func isActive(_ session: UserSession) -> Bool {
        if case .active(let current) = login { current.id == session.id } else { false }
    }

    // MARK: Changing it

    /// Hides everything until the password is given again; apps keep their state.
    package func lock() async {
        guard case .active(let session) = login else { return }
        await holder?.endEditing()
        if isActive(session) { tell(.locked(session)) }
    }

    /// Shows everything again, in a new session of the same user.
    ///
    /// - Throws: `AuthenticationFault.refused` and others; `.notLoggedIn` if nothing is locked.
    package func unlock(with password: Secret) async throws {
        guard case .locked(let session) = login else { throw AuthenticationFault.notLoggedIn }
        try await working.replacing {
            // A password question in the middle of a command writes nothing of that command here.
            let renewed = try await WritePermit.$current.withValue(nil) {
                try await authenticator.renew(session, password: password)
            }
            guard login == .locked(session) else {
                // Meanwhile it was ended, or unlocked otherwise: a second one was not requested.
                return try await login.session == nil
                    ? authenticator.logOut(renewed) : authenticator.leave(renewed)
            }
            await replace(renewed)
            await tellFailures(before: renewed)
        }
    }

    /// Logs out: every app is notified, and the user’s data is released.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn` if no user is; the errors of ending the session, after which the user
    ///   is logged out here all the same.
    package func logOut() async throws {
        switch login {
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        case .active(let session), .locked(let session):
            await replace(nil)
            try await authenticator.logOut(session)
        }
    }

    /// Makes a session the current one and notifies every app; `nil` ends the login.
    ///
    /// - Parameters:
    ///   - session: The session from now on.
    ///   - keepsLanguage: Whether the language stays, whatever the session has: one that was requested at the start takes
    ///     precedence.
    package func replace(_ session: UserSession?, keepsLanguage: Bool = false) async {
        let isOther = login.user != session?.user
        if isOther { await holder?.endEditing() }
        isRevoked = false
        if login.id != session?.id { wantsOwnSession = false }
        lastCheck = clock.elapsed
        if let session {
            if session.id == login.id {
                limits.noteActivity(at: clock)
            } else {
                limits.begin(session, at: clock)
            }
        }
        tell(session.map(LoginState.active) ?? .loggedOut)
        if isOther { holder?.release() }
        if !keepsLanguage, let language = session?.language, let holder, holder.offers(language) {
            holder.setLanguage(language)
        }
    }

    private func tell(_ login: LoginState) {
        guard login != self.login else { return }
        self.login = login
        working.set(login.known)
        holder?.loginDidChange(to: login)
    }
}

/// The session in which the work of a login continues, also behind a lock and in the session that follows it; stores
/// read it on other threads.
package final class WorkingSession: Sendable {
    private struct State {
        var session: UserSession?
        /// The number of running operations that replace the session with another of the same user.
        var replacing = 0
        /// The authenticator that knows the sessions and accounts.
        var authenticator: (any Authenticator)?
    }

    private let state = Mutex(State())

    /// The session in which work continues; `nil` if all is over.
    package var session: UserSession? { state.withLock { $0.session } }

    /// Continues in another session; `nil` if all work is over.
    package func set(_ session: UserSession?) { state.withLock { $0.session = session } }

    /// Does what may put another session of the same user in the place of this one: work that goes on meanwhile does so
    /// in both.
    @MainActor
    package func replacing<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        state.withLock { $0.replacing += 1 }
        defer { state.withLock { $0.replacing -= 1 } }
        return try await body()
    }

    /// The permit for the work of a user: any write while the session exists, and as long as the account exists, data
    /// that would be lost otherwise.
    ///
    /// The permit does not keep its session alive: tasks that inherit it continue as long as their store is open, which
    /// the authenticator holds. Once nothing else holds this session, nothing may be written.
    package func permit(for user: UserID, of authenticator: any Authenticator) -> WritePermit {
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

/// The remaining validity of a login: until it expires, and as long as the user is active.
///
/// Both are measured by two clocks. A user who wants to stay may set the time of day back; the other clock stands
/// still on some machines while they sleep. The login ends as soon as either clock says so.
package struct LoginLimits {
    private var expiry: Duration = .zero
    private var activity: (elapsed: Duration, now: Timestamp) = (.zero, Timestamp(milliseconds: 0))

    /// A login begins.
    mutating func begin(_ session: UserSession, at clock: any WallClock) {
        expiry = clock.elapsed + (session.expiresAt - clock.now)
        noteActivity(at: clock)
    }

    /// Notes the user’s activity.
    mutating func noteActivity(at clock: any WallClock) { activity = (clock.elapsed, clock.now) }

    /// Why the password has to be given before anything more is shown or done; `nil`: it has not.
    func end(of lease: LoginState.Lease, at clock: any WallClock) -> End? {
        let (elapsed, now) = (clock.elapsed, clock.now)
        if elapsed >= expiry || now >= lease.expiresAt { return .expired }
        guard let limit = lease.idleLimit else { return nil }
        return max(elapsed - activity.elapsed, now - activity.now) > limit ? .idle(limit) : nil
    }

    /// Why a login does not hold any more.
    package enum End: Hashable {
        /// Its time is up.
        case expired
        /// The user was inactive for this long.
        case idle(Duration)
    }
}
