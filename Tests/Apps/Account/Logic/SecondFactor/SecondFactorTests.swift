// SPDX-License-Identifier: GPL-3.0-or-later

import AccountStore
import AtriumSession
import AtriumStores
import AtriumTesting
import Testing

@testable import AccountLogic

/// A login with a second factor, from setting it up to turning it off.
@Suite(.timeLimit(.minutes(10))) struct SecondFactorTests {
    private static let password = AccountFixture.password

    /// A user with a second factor, its codes, and the recovery codes.
    private func setUp(
        _ fixture: AccountFixture
    ) async throws -> (service: AccountService, session: UserSession, codes: TimeCode, recovery: [RecoveryCode]) {
        let service = try fixture.service()
        let session = try await service.register(name: "ana", password: Self.password)
        let offer = try await service.offerFactor(Self.password, for: session)
        let recovery = try await service.acceptFactor(code(offer.codes, fixture), for: session)
        return (service, session, offer.codes, recovery)
    }

    private func code(_ codes: TimeCode, _ fixture: AccountFixture) -> Secret {
        Secret(codes.code(at: TimeCode.step(of: fixture.clock.now)))
    }

    @Test(arguments: TestStore.allCases)
    func `it is asked for at a login, after the password`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let (service, _, codes, recovery) = try await setUp(fixture)
        #expect(recovery.count == 10)
        await #expect(throws: AuthenticationFault.codeNeeded) {
            try await service.logIn(name: "ana", password: Self.password, keep: false)
        }
        // Who does not have the password is not told that there is one.
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
        }
        // The code that has turned it on was used.
        await #expect(throws: AuthenticationFault.wrongCode) {
            try await service.logIn(
                name: "ana", password: Self.password, code: code(codes, fixture), keep: false)
        }
        fixture.clock.advance(by: .seconds(30))
        _ = try await service.logIn(name: "ana", password: Self.password, code: code(codes, fixture), keep: false)
        let lost = Secret(recovery[7].text)
        _ = try await service.logIn(name: "ana", password: Self.password, code: lost, keep: false)
        await #expect(throws: AuthenticationFault.wrongCode) {
            try await service.logIn(name: "ana", password: Self.password, code: lost, keep: false)
        }
    }

    @Test(arguments: TestStore.allCases)
    func `wrong codes cost a wait that the password alone does not end`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let (service, _, _, _) = try await setUp(fixture)
        for _ in 0...AttemptPause.free {
            await #expect(throws: AuthenticationFault.wrongCode) {
                try await service.logIn(name: "ana", password: Self.password, code: Secret("000000"), keep: false)
            }
            fixture.clock.advance(by: .seconds(1))
            _ = try? await service.logIn(name: "ana", password: Self.password, keep: false)
        }
        await #expect(throws: AuthenticationFault.wrongCode) {
            try await service.logIn(name: "ana", password: Self.password, code: Secret("000000"), keep: false)
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(2))) {
            try await service.logIn(name: "ana", password: Self.password, keep: false)
        }
    }

    @Test(arguments: TestStore.allCases)
    func `changes need a code, and a shorter password is enough`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let (service, session, codes, recovery) = try await setUp(fixture)
        let short = Secret("tin oxen")
        func proof(_ password: Secret = Self.password, _ code: Secret? = nil) -> IdentityProof {
            IdentityProof(password, code: code)
        }
        await #expect(throws: AccountFault.wrongCode) {
            try await service.changePassword(from: proof(), to: short, for: session)
        }
        await #expect(throws: AccountFault.wrongCode) {
            try await service.delete(session, proof: proof(), confirmation: "ana")
        }
        await #expect(throws: AuthenticationFault.passwordTooShort(minimum: 8)) {
            try await service.changePassword(
                from: proof(Self.password, Secret(recovery[0].text)), to: Secret("tin oxe"), for: session)
        }
        await #expect(throws: AuthenticationFault.passwordWellKnown) {
            try await service.changePassword(
                from: proof(Self.password, Secret(recovery[0].text)), to: Secret("starwars"), for: session)
        }
        let changed = try await service.changePassword(
            from: proof(Self.password, Secret(recovery[0].text)), to: short, for: session)
        // Without it the password would be too short.
        await #expect(throws: AccountFault.passwordNeedsFactor(minimum: 15)) {
            try await service.removeFactor(proof(short, Secret(recovery[1].text)), for: changed)
        }
        let renewed = try await service.renewRecovery(proof(short, Secret(recovery[2].text)), for: changed)
        #expect(try await service.factor(for: changed).recoveryLeft == 10)
        await #expect(throws: AccountFault.wrongCode) {
            try await service.confirm(proof(short, Secret(recovery[3].text)), for: changed)
        }
        let long = try await service.changePassword(
            from: proof(short, Secret(renewed[0].text)), to: AccountFixture.otherPassword, for: changed)
        fixture.clock.advance(by: .seconds(30))
        try await service.removeFactor(proof(AccountFixture.otherPassword, code(codes, fixture)), for: long)
        _ = try await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
        await #expect(throws: AccountFault.factorIsOff) {
            try await service.removeFactor(proof(AccountFixture.otherPassword), for: long)
        }
    }

    @Test(arguments: TestStore.allCases)
    func `it counts only after a code, within an hour`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let session = try await service.register(name: "ana", password: Self.password)
        await #expect(throws: AccountFault.noOffer) { try await service.acceptFactor(Secret("1"), for: session) }
        await #expect(throws: AccountFault.wrongPassword) {
            try await service.offerFactor(AccountFixture.otherPassword, for: session)
        }
        let first = try await service.offerFactor(Self.password, for: session)
        let offer = try await service.offerFactor(Self.password, for: session)
        #expect(first.codes != offer.codes)
        #expect(try await service.offer(for: session)?.codes == offer.codes)
        // The first one is void.
        await #expect(throws: AccountFault.wrongCode) {
            try await service.acceptFactor(code(first.codes, fixture), for: session)
        }
        _ = try await service.logIn(name: "ana", password: Self.password, keep: false)
        fixture.clock.advance(by: .seconds(3600))
        await #expect(throws: AccountFault.noOffer) {
            try await service.acceptFactor(code(offer.codes, fixture), for: session)
        }
        #expect(try await service.factor(for: session) == .off)
    }

    /// The password unlocks: the user of a locked terminal has been asked before.
    @Test func `a locked login asks for the password alone`() async throws {
        let fixture = try AccountFixture(.memory)
        let (service, session, _, _) = try await setUp(fixture)
        _ = try await service.renew(session, password: Self.password)
    }

    @Test(arguments: TestStore.allCases)
    func `the next login knows of the failures before it`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let first = try await service.register(name: "ana", password: Self.password)
        #expect(try await service.failures(before: first) == nil)
        let since = fixture.clock.now
        for _ in 0..<2 {
            _ = try? await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
            fixture.clock.advance(by: .seconds(10))
        }
        _ = try? await service.logIn(name: "eve", password: AccountFixture.otherPassword, keep: false)
        let second = try await service.logIn(name: "ana", password: Self.password, keep: false)
        #expect(try await service.failures(before: second) == FailedLogins(count: 2, since: since))
        #expect(try await service.failures(before: first) == nil)
        let third = try await service.logIn(name: "ana", password: Self.password, keep: false)
        #expect(try await service.failures(before: third) == nil)
        _ = try? await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
        let fourth = try await service.renew(third, password: Self.password)
        #expect(try await service.failures(before: fourth)?.count == 1)
        // A name that is no account’s is recorded without it.
        let trail = try await service.audit(limit: 100, for: fourth)
        #expect(trail.filter { $0.entry.event == "refused" && $0.entry.user == nil }.count == 1)
        #expect(try await service.verifyAudit(containing: trail[3].entry.hashText, for: fourth).broken == nil)
        await #expect(throws: AccountFault.unknownHash("00ff")) {
            try await service.verifyAudit(containing: "00ff", for: fourth)
        }
    }
}

/// The strength of a password while it is typed.
struct PasswordStrengthTests {
    private func strength(_ text: String, minimum: Int = 8) -> PasswordStrength {
        PasswordRules.strength(of: Secret(text), forNameKey: "ana", minimum: minimum)
    }

    @Test(arguments: [
        ("password", PasswordStrength.Level.veryWeak), ("dragon1987", .veryWeak), ("anaanaana", .veryWeak),
        ("abcdefghij", .veryWeak), ("qwertyuiop123", .veryWeak), ("x7#kq", .veryWeak), ("x7#kqw2", .weak),
        ("dragon monkey", .fair), ("x7#kqw2v", .fair), ("x7#kqw2v!p", .good), ("quiet herons ferry old bells", .strong),
    ])
    func `guesses by parts`(text: String, level: PasswordStrength.Level) {
        #expect(strength(text).level == level, "\(PasswordGuesses(text, names: ["ana"]).logarithm)")
    }

    @Test func `missing characters and refused phrases come before a level`() {
        #expect(strength("tin", minimum: 15).missing == 12)
        #expect(strength("correct horse battery staple", minimum: 15).isWellKnown)
        #expect(!strength("quiet herons ferry old bells", minimum: 15).isWellKnown)
        #expect(strength(String(repeating: "x", count: 2000)).level == nil)
    }

    @Test func `more typed is never weaker by much, and long ones are quick`() {
        let text = "the wind that shakes the barley 2024"
        var last = 0.0
        for count in 1...text.count {
            let logarithm = PasswordGuesses(String(text.prefix(count)), names: []).logarithm
            #expect(logarithm >= last - 4)
            last = logarithm
        }
        #expect(PasswordGuesses(String(repeating: "wq7", count: 300), names: []).level == .strong)
    }
}
