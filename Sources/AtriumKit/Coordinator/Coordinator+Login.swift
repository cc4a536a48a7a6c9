// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
import Stores
import Synchronization
import Worlds

/// Who is logged in, and for how long that holds.
extension Coordinator {
    /// Whether nothing of anybody’s may be shown: nobody is logged in, or the login is locked or does not hold any more.
    public var isCovered: Bool {
        guard let lease = login.lease else { return true }
        return isRevoked || limits.end(of: lease, at: world.clock) != nil
    }

    /// Whether somebody is logged in and has to give the password.
    package var isLocked: Bool { if case .locked = login { true } else { false } }

    /// Why the login of now is about to be locked; nil where it is not.
    package var limitReached: LoginLimits.End? { login.lease.flatMap { limits.end(of: $0, at: world.clock) } }

    /// Notes that somebody is there; a login that does not hold any more does not hold again by that.
    package func noteActivity() {
        guard !isCovered else { return }
        limits.noteActivity(at: world.clock)
    }

    /// Looks whether the session was ended elsewhere.
    ///
    /// Changes nothing but `isCovered`, so that it may be asked at any time; `checkLogin` does what follows from it.
    package func noticeRevocation() async {
        guard case .active(let session) = login, !isRevoked else { return }
        // What cannot be read now is told of by the next command; and so are other settings.
        do {
            guard try await !authenticator.holds(session), try await authenticator.refreshed(session) == nil else {
                return
            }
            if isActive(session) { isRevoked = true }
        } catch {}
    }

    /// Has the user’s settings and aliases be those that another process has kept meanwhile, before a line is read.
    ///
    /// The command of the line need not look at the session again, if it does so before `forgetLook()`.
    package func lookAtSession() async {
        guard case .active(let session) = login, !isCovered else { return }
        // What cannot be read now is told of by the command.
        wasLookedAt = (try? await takeWhatHasChanged(of: session)) ?? false
    }

    /// Has the next command look at the session by itself.
    package func forgetLook() { wasLookedAt = false }

    /// Takes the session as it is now, where it was ended or changed elsewhere; false where another is in its place
    /// meanwhile.
    private func takeWhatHasChanged(of session: UserSession) async throws -> Bool {
        guard try await !authenticator.holds(session) else { return true }
        let refreshed = try await authenticator.refreshed(session)
        guard isActive(session) else { return false }
        await take(refreshed, insteadOf: session)
        return true
    }

    /// Puts what the session is now in the place of what was known of it; a language that was asked for stays where the
    /// user’s is no other now.
    private func take(_ refreshed: UserSession?, insteadOf session: UserSession) async {
        await replace(refreshed, keepsLanguage: refreshed?.language == session.language)
    }

    /// Locks a login that has reached its limits, and ends one that was ended elsewhere.
    ///
    /// - Throws: what looking at the session throws.
    package func checkLogin() async throws {
        guard case .active(let session) = login else { return }
        if isRevoked { return await replace(nil) }
        if isCovered { return await lock() }
        defer { wasLookedAt = false }
        if isCheckDue {
            lastCheck = world.clock.elapsed
            let refreshed = try await authenticator.refreshed(session)
            // Meanwhile it may have been locked, or another may have taken its place.
            if isActive(session) { await take(refreshed, insteadOf: session) }
        } else if !wasLookedAt {
            _ = try await takeWhatHasChanged(of: session)
        }
    }

    private var isCheckDue: Bool { lastCheck.map { world.clock.elapsed - $0 > .seconds(60) } ?? true }

    /// Leaves it to the first command that needs a login, or to `noteUse()`, to note that one is used that an earlier
    /// process has kept: the first prompt does not wait for the disk.
    package func noteUseLater() { lastCheck = nil }

    /// Notes that the login is used, unless that was noted within the last minute.
    package func noteUse() async {
        guard case .active(let session) = login, !isCovered, isCheckDue else { return }
        lastCheck = world.clock.elapsed
        // Whether it was ended or changed elsewhere is for those who look; what cannot be noted now is noted later.
        _ = try? await authenticator.refreshed(session)
    }

    /// Notes that work of the login goes on, also behind a lock, unless that was noted within the last minute: a session
    /// that seems to be unused is swept away by the user’s next login, and its work may write nothing more.
    package func noteWork() {
        guard let session = login.known, isCheckDue else { return }
        lastCheck = world.clock.elapsed
        Task { [authenticator] in _ = try? await authenticator.refreshed(session) }
    }

    /// Whether the login is still this session’s, and open.
    private func isActive(_ session: UserSession) -> Bool {
        if case .active(let current) = login { current.id == session.id } else { false }
    }

    /// Makes sure that somebody is logged in and recently active; asks for the password when the login has expired or
    /// is locked.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn` where nobody was, `.locked` where nobody answers.
    public func requireLogin(_ prompter: any Prompter) async throws {
        try await checkLogin()
        switch login {
        case .active: noteActivity()
        case .locked(let session):
            let password: Secret
            do {
                password = try await prompter.askSecretInPerson(.passwordQuestion(for: session.name))
            } catch CommandFault.noAnswer {
                throw AuthenticationFault.locked
            }
            try await unlock(with: password)
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        }
    }

    /// Hides everything until the password is given again; apps keep their state.
    public func lock() async {
        guard case .active(let session) = login else { return }
        await endEditing()
        if isActive(session) { tell(.locked(session)) }
    }

    /// Shows everything again, in a new session of the same user.
    ///
    /// - Throws: `AuthenticationFault.refused` and others; `.notLoggedIn` where nothing is locked.
    public func unlock(with password: Secret) async throws {
        guard case .locked(let session) = login else { throw AuthenticationFault.notLoggedIn }
        try await working.replacing {
            // Whoever asks for the password in the middle of a command writes nothing of that command here.
            let renewed = try await WritePermit.$current.withValue(nil) {
                try await authenticator.renew(session, password: password)
            }
            guard login == .locked(session) else {
                // Meanwhile it was ended, or unlocked otherwise: nobody has asked for a second one.
                return try await self.login.session == nil
                    ? authenticator.logOut(renewed) : authenticator.leave(renewed)
            }
            await replace(renewed)
        }
    }

    /// Logs out for good: every app hears of it, and what belonged to the user is released.
    public func logOut() async throws {
        switch login {
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        case .active(let session), .locked(let session):
            await replace(nil)
            try await authenticator.logOut(session)
        }
    }

    /// Makes a session the current one and tells every app; nil ends the login.
    ///
    /// - Parameter keepsLanguage: Whether the language stays, whatever the session says: one that was asked for at the
    ///   start holds over it.
    public func replace(_ session: UserSession?, keepsLanguage: Bool = false) async {
        let isOther = login.user != session?.user
        if isOther { await endEditing() }
        isRevoked = false
        lastCheck = world.clock.elapsed
        if let session {
            if session.id == login.id {
                limits.noteActivity(at: world.clock)
            } else {
                limits.begin(session, at: world.clock)
            }
        }
        tell(session.map(LoginState.active) ?? .loggedOut)
        if isOther { release() }
        if !keepsLanguage, let language = session?.language { setLanguage(language) }
    }

    /// Shows the current app after a login, if it is not shown yet.
    public func appear() async throws {
        guard login.session != nil, !isShown else { return }
        try await switchTo(current)
    }

    private func tell(_ login: LoginState) {
        guard login != self.login else { return }
        self.login = login
        working.set(login.known)
        for app in running {
            app.model.loginDidChange(to: login)
            if case .active = login {} else { app.unmarkAll() }
        }
        onLoginChange?(login)
    }
}

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

/// How long a login still holds: until it expires, and as long as somebody is there.
///
/// Both are measured by two clocks. The time of day may be set back by whoever wants to stay; the other clock stands
/// still on some machines while they sleep. What either of them says is over is over.
package struct LoginLimits {
    private var expiry: Duration = .zero
    private var activity: (elapsed: Duration, now: Timestamp) = (.zero, Timestamp(milliseconds: 0))

    /// A login begins.
    mutating func begin(_ session: UserSession, at clock: any WallClock) {
        expiry = clock.elapsed + (session.expiresAt - clock.now)
        noteActivity(at: clock)
    }

    /// Somebody is there.
    mutating func noteActivity(at clock: any WallClock) { activity = (clock.elapsed, clock.now) }

    /// Why the password has to be given before anything more is shown or done; nil: it has not.
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
        /// Nobody was there for this long.
        case idle(Duration)
    }
}

extension LocalizedText {
    /// The question for the password of the user of this name.
    package static func passwordQuestion(for name: String) -> LocalizedText { Strings.promptPasswordOf(name: name) }
}
