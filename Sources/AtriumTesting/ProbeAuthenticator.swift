// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
import Synchronization

/// Accepts every user with the password “open sesame”, and counts the uses of logins.
public final class ProbeAuthenticator: Authenticator {
    private struct State {
        var next: Int64 = 1
        var revoked: Set<Int64> = []
        var settings: [UserID: [String: String]] = [:]
        var deleted: [DeletedUser] = []
        var useCount = 0
    }

    /// Called while a session is checked, to simulate events during a read of the store.
    @MainActor package var meanwhile: (@MainActor @Sendable () async -> Void)?

    private let state = Mutex(State())
    private let lifetime: Duration
    private let idleLimit: Duration?
    private let clock: ManualClock

    /// An authenticator without users.
    ///
    /// - Parameters:
    ///   - clock: The clock that sessions start and expire by.
    ///   - lifetime: The time after which a session expires.
    ///   - idleLimit: The idle time after which a session is locked.
    public init(
        clock: ManualClock = ManualClock(now: Timestamp(milliseconds: 0)), lifetime: Duration = .seconds(3600),
        idleLimit: Duration? = nil
    ) {
        self.clock = clock
        self.lifetime = lifetime
        self.idleLimit = idleLimit
    }

    /// The number of noted uses of logins.
    public var useCount: Int { state.withLock { $0.useCount } }

    /// Ends a session as if by another process.
    public func revoke(_ session: UserSession) { state.withLock { _ = $0.revoked.insert(session.id) } }

    /// Returns false: every user exists.
    public func isEmpty() async throws -> Bool { false }

    /// Accepts every name.
    public func check(name: String) async throws {}

    /// Accepts every password.
    public func check(_ password: Secret, forName name: String) throws {}

    /// Returns a session of a user of that name.
    public func register(name: String, password: Secret) async throws -> UserSession { make(name) }

    /// Returns a session of a user of that name.
    ///
    /// - Throws: `AuthenticationFault.refused` for another password.
    public func logIn(name: String, password: Secret, code: Secret?, keep: Bool) async throws -> UserSession {
        guard password.bytes == Array("open sesame".utf8) else { throw AuthenticationFault.refused }
        return make(name)
    }

    /// Returns `nil`: no login is kept.
    public func resume() async throws -> UserSession? { nil }

    /// Returns a new session of the same user.
    ///
    /// - Throws: As `logIn`.
    public func renew(_ session: UserSession, password: Secret) async throws -> UserSession {
        await meanwhile?()
        return try await logIn(name: session.name, password: password, keep: false)
    }

    /// Does nothing.
    public func logOut(_ session: UserSession) async throws {}

    /// Ends the session.
    public func leave(_ session: UserSession) async throws { revoke(session) }

    /// Whether the session has not been revoked.
    public func holds(_ session: UserSession) async throws -> Bool {
        await meanwhile?()
        return isThere(session)
    }

    /// Whether the session has not been revoked.
    public func isThere(_ session: UserSession) -> Bool { state.withLock { !$0.revoked.contains(session.id) } }

    /// Whether the account of the user was not deleted.
    public func hasAccount(_ user: UserID) -> Bool {
        state.withLock { state in !state.deleted.contains { $0.user == user } }
    }

    /// Returns the session, unless it has been revoked.
    public func refreshed(_ session: UserSession) async throws -> UserSession? {
        await meanwhile?()
        state.withLock { $0.useCount += 1 }
        return state.withLock { $0.revoked.contains(session.id) } ? nil : session
    }

    /// The users whose deletion is not finished.
    public func unfinishedDeletions() async throws -> [DeletedUser] { state.withLock { $0.deleted } }

    /// Forgets the user.
    public func finishDeletion(of user: UserID) async throws {
        state.withLock { $0.deleted.removeAll { $0.user == user } }
    }

    /// Deletes the account of a session, and none of its data.
    public func delete(_ session: UserSession) {
        state.withLock { $0.deleted.append(DeletedUser(user: session.user, name: session.name)) }
    }

    /// Returns the session unchanged.
    public func setLanguage(_ language: Language, for session: UserSession) async throws -> UserSession { session }

    /// Keeps the preference, also for later sessions.
    public func setPreference(
        _ name: String, to value: String?, of session: UserSession
    ) async throws -> UserSession {
        let settings = state.withLock { state in
            state.settings[session.user, default: [:]][name] = value
            return state.settings[session.user]
        }
        return UserSession(
            id: session.id, user: session.user, name: session.name, startedAt: session.startedAt,
            expiresAt: session.expiresAt, idleLimit: session.idleLimit, language: session.language,
            settings: settings ?? [:])
    }

    /// Creates a session of the user of this name with these settings; equal names are the same user.
    public func make(_ name: String, settings: [String: String] = [:]) -> UserSession {
        let number = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        let user = UserID(rawValue: Int64(name.unicodeScalars.first?.value ?? 0))
        let kept = state.withLock { state in
            state.settings[user, default: [:]].merge(settings) { $1 }
            return state.settings[user]
        }
        return UserSession(
            id: number, user: user, name: name, startedAt: clock.now, expiresAt: clock.now + lifetime,
            idleLimit: idleLimit, settings: kept ?? [:])
    }
}
