// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AccountLogic
import AccountStore
import Session
import Testing

/// Changing the password and deleting the account: the two things that ask for the password again.
struct PasswordChangeTests {
    @Test(arguments: StoreKind.allCases)
    func aNewPasswordEndsEveryOtherSession(kind: StoreKind) async throws {
        let house = try House(kind)
        let service = try house.service()
        let other = try await service.register(name: "ana", password: House.password)
        let old = try await service.logIn(name: "ana", password: House.password, keep: true)
        let tokens = UserStore.tokens(on: house.system)
        let token = tokens.kept()
        let new = try await service.changePassword(from: House.password, to: House.otherPassword, for: old)
        #expect(try await service.refreshed(other) == nil)
        #expect(try await service.refreshed(old) == nil)
        #expect(try await service.refreshed(new) == new)
        #expect(tokens.kept() != token)
        #expect(try await house.service().resume() == new)
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: "ana", password: House.password, keep: false)
        }
        _ = try await service.logIn(name: "ana", password: House.otherPassword, keep: false)
    }

    @Test(arguments: [
        (House.otherPassword, House.otherPassword, AccountFault.wrongPassword),
        (House.password, House.password, .samePassword),
    ])
    func refusedChanges(old: Secret, new: Secret, fault: AccountFault) async throws {
        let service = try House(.memory).service()
        let session = try await service.register(name: "ana", password: House.password)
        await #expect(throws: fault) { try await service.changePassword(from: old, to: new, for: session) }
        #expect(try await service.refreshed(session) == session)
        _ = try await service.logIn(name: "ana", password: House.password, keep: false)
    }

    @Test func aNewPasswordKeepsTheRules() async throws {
        let service = try House(.memory).service()
        let session = try await service.register(name: "ana", password: House.password)
        await #expect(throws: AuthenticationFault.passwordTooShort(minimum: 15)) {
            try await service.changePassword(from: House.password, to: Secret("short"), for: session)
        }
    }

    @Test func guessingTheCurrentPasswordCostsAWait() async throws {
        let house = try House(.memory)
        let service = try house.service()
        let session = try await service.register(name: "ana", password: House.password)
        for _ in 0..<3 {
            _ = try? await service.changePassword(from: House.otherPassword, to: House.otherPassword, for: session)
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.changePassword(from: House.password, to: House.otherPassword, for: session)
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.delete(session, password: House.password, confirmation: "ana")
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.renew(session, password: House.password)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func deletingTakesAccountAndSessions(kind: StoreKind) async throws {
        let house = try House(kind)
        let service = try house.service()
        let bob = try await service.register(name: "bob", password: House.password)
        let ana = try await service.register(name: "Ana", password: House.password)
        let kept = try await service.logIn(name: "ana", password: House.password, keep: true)
        await #expect(throws: AccountFault.confirmationDiffers(name: "Ana")) {
            try await service.delete(ana, password: House.password, confirmation: "yes")
        }
        await #expect(throws: AccountFault.wrongPassword) {
            try await service.delete(ana, password: House.otherPassword, confirmation: "ana")
        }
        #expect(try await service.refreshed(ana) == ana)
        try await service.delete(ana, password: House.password, confirmation: "ana")
        #expect(try await service.refreshed(kept) == nil)
        #expect(UserStore.tokens(on: house.system).kept() == nil)
        #expect(try await service.refreshed(bob) == bob)
        let next = try await service.register(name: "ana", password: House.password)
        #expect(next.user != ana.user)
        await #expect(throws: AuthenticationFault.refused) {
            try await service.renew(
                UserSession(
                    id: 1, user: ana.user, name: "ana", startedAt: ana.startedAt, expiresAt: ana.expiresAt,
                    idleLimit: nil),
                password: House.password)
        }
    }
}
