// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session
import Worlds

/// Lets everybody in who starts the program, where no app logs users in: one user, whose session does not end.
///
/// What the guest sets lies in the program’s own folder; where there is none, in memory.
struct GuestAuthenticator: Authenticator {
    private let startedAt: Timestamp
    private let kept: GuestSettings

    init(in world: World) {
        startedAt = world.clock.now
        kept = GuestSettings(path: world.home.map { $0 + "/settings.json" })
    }

    func isEmpty() async throws -> Bool { false }

    // Nobody can ask for these: the commands that do are only there with accounts.
    func check(name: String) async throws { throw AuthenticationFault.refused }
    func check(_ password: Secret, forName name: String) throws { throw AuthenticationFault.refused }
    func register(name: String, password: Secret) async throws -> UserSession { throw AuthenticationFault.refused }
    func logIn(name: String, password: Secret, keep: Bool) async throws -> UserSession {
        throw AuthenticationFault.refused
    }
    func renew(_ session: UserSession, password: Secret) async throws -> UserSession {
        throw AuthenticationFault.refused
    }

    func resume() async throws -> UserSession? { try session() }
    func logOut(_ session: UserSession) async throws {}
    func leave(_ session: UserSession) async throws {}
    func holds(_ session: UserSession) async throws -> Bool { true }
    func isThere(_ session: UserSession) -> Bool { true }
    func hasAccount(_ user: UserID) -> Bool { true }
    func refreshed(_ session: UserSession) async throws -> UserSession? { try self.session() }
    func unfinishedDeletions() async throws -> [DeletedUser] { [] }
    func finishDeletion(of user: UserID) async throws {}

    func setLanguage(_ language: Language, for session: UserSession) async throws -> UserSession {
        try await kept.change { $0.language = language.rawValue }
        return try self.session()
    }

    func setPreference(_ name: String, to value: String?, of session: UserSession) async throws -> UserSession {
        try await kept.change { $0.settings[name] = value }
        return try self.session()
    }

    private func session() throws -> UserSession {
        let values = try kept.values()
        return UserSession(
            id: 1, user: UserID(rawValue: 1), name: "guest", startedAt: startedAt,
            expiresAt: startedAt + .seconds(100 * 365 * 86_400), idleLimit: nil,
            language: values.language.flatMap { Language(rawValue: $0) }, settings: values.settings)
    }
}
