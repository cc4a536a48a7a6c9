// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Testing

@testable import AtriumWorlds

/// What work that a login has begun may still write.
@MainActor
struct WorkingSessionTests {
    private let authenticator = ProbeAuthenticator()
    private let working = WorkingSession()

    @Test func `nothing once the session was ended elsewhere, but what would be lost`() async throws {
        let session = authenticator.make("ana")
        let permit = working.permit(for: session.user, of: authenticator)
        working.set(session)
        try permit.check()
        authenticator.revoke(session)
        #expect(throws: StoreFault.loginEnded) { try permit.check() }
        try await WritePermit.$current.withValue(permit) {
            try await WritePermit.recording { try WritePermit.current?.check() }
        }
        authenticator.delete(session)
        await WritePermit.$current.withValue(permit) {
            await #expect(throws: StoreFault.loginEnded) {
                try await WritePermit.recording { try WritePermit.current?.check() }
            }
        }
    }

    @Test func `everything behind a lock, while the password is looked at, and in the session after it`() async throws {
        let session = authenticator.make("ana")
        let permit = working.permit(for: session.user, of: authenticator)
        working.set(LoginState.locked(session).known)
        try permit.check()
        let renewed = authenticator.make("ana")
        try await working.replacing {
            authenticator.revoke(session)
            try permit.check()
            working.set(renewed)
        }
        try permit.check()
    }

    @Test func `nothing for a user who has left`() {
        let (ana, ben) = (authenticator.make("ana"), authenticator.make("ben"))
        let permit = working.permit(for: ana.user, of: authenticator)
        working.set(ben)
        #expect(throws: StoreFault.loginEnded) { try permit.check() }
        working.set(nil)
        #expect(throws: StoreFault.loginEnded) { try permit.check() }
    }
}
