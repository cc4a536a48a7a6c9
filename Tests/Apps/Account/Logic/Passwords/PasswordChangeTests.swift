// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AccountStore
import AtriumSession
import AtriumTesting
import Testing

/// Changing the password and deleting the account: the two things that ask for the password again.
struct PasswordChangeTests {
    @Test(arguments: TestStore.allCases)
    func aNewPasswordEndsEveryOtherSession(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let other = try await service.register(name: "ana", password: AccountFixture.password)
        let old = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let tokens = try AccountStores(on: fixture.system).tokens
        let token = await tokens.kept()
        let new = try await service.changePassword(
            from: AccountFixture.password, to: AccountFixture.otherPassword, for: old)
        #expect(try await service.refreshed(other) == nil)
        #expect(try await service.refreshed(old) == nil)
        #expect(try await service.refreshed(new) == new)
        #expect(await tokens.kept() != token)
        #expect(try await fixture.service().resume() == new)
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        }
        _ = try await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
    }

    @Test(arguments: [
        (AccountFixture.otherPassword, AccountFixture.otherPassword, AccountFault.wrongPassword),
        (AccountFixture.password, AccountFixture.password, .samePassword),
    ])
    func refusedChanges(old: Secret, new: Secret, fault: AccountFault) async throws {
        let service = try AccountFixture(.memory).service()
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        await #expect(throws: fault) { try await service.changePassword(from: old, to: new, for: session) }
        #expect(try await service.refreshed(session) == session)
        _ = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
    }

    @Test func aNewPasswordKeepsTheRules() async throws {
        let service = try AccountFixture(.memory).service()
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        await #expect(throws: AuthenticationFault.passwordTooShort(minimum: 15)) {
            try await service.changePassword(from: AccountFixture.password, to: Secret("short"), for: session)
        }
    }

    @Test func guessingTheCurrentPasswordCostsAWait() async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        for _ in 0..<3 {
            _ = try? await service.changePassword(
                from: AccountFixture.otherPassword, to: AccountFixture.otherPassword, for: session)
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.changePassword(
                from: AccountFixture.password, to: AccountFixture.otherPassword, for: session)
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.delete(session, password: AccountFixture.password, confirmation: "ana")
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.renew(session, password: AccountFixture.password)
        }
    }

    @Test(arguments: TestStore.allCases)
    func deletingTakesAccountAndSessions(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let bob = try await service.register(name: "bob", password: AccountFixture.password)
        let ana = try await service.register(name: "Ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        await #expect(throws: AccountFault.confirmationDiffers(name: "Ana")) {
            try await service.delete(ana, password: AccountFixture.password, confirmation: "yes")
        }
        await #expect(throws: AccountFault.wrongPassword) {
            try await service.delete(ana, password: AccountFixture.otherPassword, confirmation: "ana")
        }
        #expect(try await service.refreshed(ana) == ana)
        try await service.delete(ana, password: AccountFixture.password, confirmation: "ana")
        #expect(try await service.refreshed(kept) == nil)
        #expect(try await AccountStores(on: fixture.system).tokens.kept() == nil)
        #expect(try await service.refreshed(bob) == bob)
        let next = try await service.register(name: "ana", password: AccountFixture.password)
        #expect(next.user != ana.user)
        await #expect(throws: AuthenticationFault.refused) {
            try await service.renew(
                UserSession(
                    id: 1, user: ana.user, name: "ana", startedAt: ana.startedAt, expiresAt: ana.expiresAt,
                    idleLimit: nil),
                password: AccountFixture.password)
        }
    }
}
