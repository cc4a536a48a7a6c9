// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AccountStore
import AtriumSession
import AtriumTesting
import Testing

/// How sessions last, are kept, renewed and ended.
struct SessionLifeTests {
    @Test(arguments: TestStore.allCases)
    func aSessionExpires(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        fixture.clock.advance(by: .seconds(8 * 3600 - 1))
        #expect(try await service.refreshed(session) == session)
        fixture.clock.advance(by: .seconds(1))
        #expect(try await service.refreshed(session) == nil)
        await #expect(throws: AuthenticationFault.notLoggedIn) { try await service.profile(for: session) }
    }

    @Test(arguments: TestStore.allCases)
    func aKeptLoginIsFoundByLaterProcesses(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        #expect(try await fixture.service().resume() == nil)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        fixture.clock.advance(by: .seconds(3600))
        #expect(try await fixture.service().resume() == kept)
        fixture.clock.advance(by: .seconds(7 * 3600))
        #expect(try await fixture.service().resume() == nil)
        // The token went with it.
        fixture.clock.advance(by: .seconds(-7 * 3600))
        #expect(try await fixture.service().resume() == nil)
    }

    @Test func aKeptLoginOfTheFutureIsNotBelieved() async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        fixture.clock.advance(by: .seconds(-60))
        #expect(try await service.resume() == kept)
        fixture.clock.advance(by: .seconds(-3600))
        #expect(try await service.resume() == nil)
    }

    @Test func aTokenThatNobodyGaveIsThrownAway() async throws {
        let fixture = try AccountFixture(.sqlite)
        let service = try fixture.service()
        let tokens = try AccountStores(on: fixture.system).tokens
        for text in ["", "nonsense"] {
            try await tokens.keep(text)
            #expect(try await service.resume() == nil)
            #expect(await tokens.kept() == nil)
        }
    }

    @Test func `a start with another store does not forget the login of this one`() async throws {
        let (fixture, other) = (try AccountFixture(.sqlite), try AccountFixture(.sqlite))
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let (tokens, others) = (
            try AccountStores(on: fixture.system).tokens, try AccountStores(on: other.system).tokens
        )
        let token = try #require(await tokens.kept())
        try await others.keep(token)
        #expect(try await other.service().resume() == nil)
        #expect(await others.kept() == token)
        #expect(try await fixture.service().resume() == kept)
    }

    @Test(arguments: TestStore.allCases)
    func loggingOutEndsAKeptLogin(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let plain = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        try await service.logOut(plain)
        #expect(try await fixture.service().resume() == kept)
        try await service.logOut(kept)
        // Looked at before `resume`, which would throw a token away that opens nothing.
        #expect(try await AccountStores(on: fixture.system).tokens.kept() == nil)
        #expect(try await fixture.service().resume() == nil)
        #expect(try await service.refreshed(kept) == nil)
        try await service.logOut(kept)
    }

    @Test(arguments: TestStore.allCases)
    func leavingEndsWhatNobodyFindsAgain(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let plain = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        try await service.leave(plain)
        try await service.leave(plain)
        try await service.leave(kept)
        #expect(try await service.refreshed(plain) == nil)
        #expect(try await fixture.service().resume() == kept)
        #expect(try await service.logins(for: kept).map(\.id) == [2])
    }

    @Test(arguments: TestStore.allCases)
    func whatAKilledProcessLeftGoesEarly(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        fixture.clock.advance(by: .seconds(35 * 60 - 1))
        #expect(try await service.logins(for: kept).map(\.id) == [1, 2])
        fixture.clock.advance(by: .seconds(1))
        #expect(try await service.logins(for: kept).map(\.id) == [2])
        let next = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        let always = Timestamp(milliseconds: .min)
        #expect(try await fixture.dao().sessions(of: next.user, after: always).map(\.number) == [2, 3])
        // The session that asks is there, however long it was unused.
        fixture.clock.advance(by: .seconds(3600))
        #expect(try await service.logins(for: next).map(\.id) == [2, 3])
    }

    @Test(arguments: TestStore.allCases)
    func renewingEndsTheOldSession(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let old = try await service.register(name: "ana", password: AccountFixture.password)
        await #expect(throws: AuthenticationFault.refused) {
            try await service.renew(old, password: AccountFixture.otherPassword)
        }
        fixture.clock.advance(by: .seconds(3600))
        let new = try await service.renew(old, password: AccountFixture.password)
        #expect(new.id > old.id && new.expiresAt == fixture.clock.now + .seconds(8 * 3600))
        #expect(try await service.refreshed(old) == nil)
        #expect(try await service.logins(for: new).map(\.id) == [2])
    }

    @Test(arguments: TestStore.allCases)
    func aKeptSessionThatHoldsOutlastsItsRenewal(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let (here, there) = (try fixture.service(), try fixture.service())
        _ = try await here.register(name: "ana", password: AccountFixture.password)
        let kept = try await here.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let token = try await AccountStores(on: fixture.system).tokens.kept()
        fixture.clock.advance(by: .seconds(3600))
        let first = try await here.renew(kept, password: AccountFixture.password)
        #expect(first.origin == kept.id && first.expiresAt == fixture.clock.now + .seconds(8 * 3600))
        // Whoever shares it goes on, and so do later processes, with the same token.
        #expect(try await there.holds(kept))
        #expect(try await there.refreshed(kept) == kept)
        #expect(try await fixture.service().resume() == kept)
        #expect(try await AccountStores(on: fixture.system).tokens.kept() == token)
        // Once more: in place of the session that nobody else is in.
        let second = try await here.renew(first, password: AccountFixture.password)
        #expect(second.origin == kept.id)
        #expect(try await here.refreshed(second) == second)
        #expect(try await here.logins(for: second).map(\.id) == [2, 4])
        #expect(try await here.logins(for: second).map(\.isKept) == [true, false])
        try await here.leave(second)
        #expect(try await fixture.service().resume() == kept)
    }

    @Test(arguments: TestStore.allCases)
    func loggingOutEndsTheKeptLoginThatWasRenewed(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let (here, there) = (try fixture.service(), try fixture.service())
        _ = try await here.register(name: "ana", password: AccountFixture.password)
        let kept = try await here.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let mine = try await here.renew(kept, password: AccountFixture.password)
        let theirs = try await there.renew(kept, password: AccountFixture.password)
        // Also where the own row has been swept away meanwhile.
        #expect(try await fixture.dao().end(Int(mine.id), of: mine.user))
        try await here.logOut(mine)
        #expect(try await AccountStores(on: fixture.system).tokens.kept() == nil)
        #expect(try await !there.holds(kept))
        #expect(try await there.resume() == nil)
        // Who has given the password there is in a session of their own, and in no kept one later.
        #expect(try await there.refreshed(theirs) == theirs)
        let next = try await there.renew(theirs, password: AccountFixture.password)
        #expect(try await there.resume() == nil)
        #expect(next.origin == nil)
    }

    @Test(arguments: TestStore.allCases)
    func aKeptLoginThatHasExpiredIsKeptAnew(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        fixture.clock.advance(by: .seconds(3600))
        let early = try await service.renew(kept, password: AccountFixture.password)
        fixture.clock.advance(by: .seconds(7 * 3600))
        // It is in use, or its row would be swept away.
        #expect(try await service.refreshed(early) == early)
        let late = try await service.renew(kept, password: AccountFixture.password)
        #expect(try await fixture.service().resume() == late)
        #expect(try await service.logins(for: late).map(\.id) == [Int(early.id), Int(late.id)])
        // The one that was renewed early belongs to the same login still.
        try await service.logOut(early)
        #expect(try await fixture.service().resume() == nil)
        #expect(try await service.refreshed(late) == nil)
    }

    @Test(arguments: TestStore.allCases)
    func aNewPasswordKeepsTheLoginThatWasRenewed(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let own = try await service.renew(kept, password: AccountFixture.password)
        let new = try await service.changePassword(
            from: AccountFixture.password, to: AccountFixture.otherPassword, for: own)
        #expect(try await fixture.service().resume() == new)
        #expect(try await service.logins(for: new).map(\.id) == [Int(new.id)])
    }

    @Test func aSessionIsRenewedAfterItHasExpired() async throws {
        let fixture = try AccountFixture(.sqlite)
        let service = try fixture.service()
        let old = try await service.register(name: "ana", password: AccountFixture.password)
        fixture.clock.advance(by: .seconds(9 * 3600))
        let new = try await service.renew(old, password: AccountFixture.password)
        #expect(try await service.logins(for: new).map(\.id) == [Int(new.id)])
    }

    @Test(arguments: TestStore.allCases)
    func anotherProcessEndsASession(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let here = try fixture.service()
        let there = try fixture.service(place: "pts/2@garden")
        let mine = try await here.register(name: "ana", password: AccountFixture.password)
        let other = try await there.logIn(name: "ana", password: AccountFixture.password, keep: true)
        #expect(try await here.logins(for: mine).map(\.isOwn) == [true, false])
        #expect(try await here.logins(for: mine).map(\.place) == ["", "pts/2@garden"])
        #expect(try await there.revoke(Int(mine.id), for: other) == false)
        #expect(try await here.refreshed(mine) == nil)
        await #expect(throws: AuthenticationFault.notLoggedIn) { try await here.logins(for: mine) }
        await #expect(throws: AccountFault.unknownSession(1)) { try await there.revoke(1, for: other) }
        #expect(try await there.revoke(Int(other.id), for: other) == true)
        #expect(try await there.resume() == nil)
    }

    @Test(arguments: TestStore.allCases)
    func endingTheOthersLeavesOne(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let mine = try await service.register(name: "ana", password: AccountFixture.password)
        let other = try await service.register(name: "bob", password: AccountFixture.password)
        _ = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        _ = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        #expect(try await service.revokeOthers(for: mine) == 2)
        #expect(try await service.revokeOthers(for: mine) == 0)
        #expect(try await service.resume() == nil)
        #expect(try await service.refreshed(mine) == mine)
        #expect(try await service.refreshed(other) == other)
    }

    @Test(arguments: TestStore.allCases)
    func lastUseIsNotedNowAndThen(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        let start = fixture.clock.now
        fixture.clock.advance(by: .seconds(299))
        _ = try await service.refreshed(session)
        #expect(try await service.logins(for: session).map(\.lastUsedAt) == [start])
        fixture.clock.advance(by: .seconds(1))
        _ = try await service.refreshed(session)
        #expect(try await service.logins(for: session).map(\.lastUsedAt) == [fixture.clock.now])
    }

    @Test(arguments: TestStore.allCases)
    func resumingNotesNoUse(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let start = fixture.clock.now
        fixture.clock.advance(by: .seconds(3600))
        #expect(try await fixture.service().resume() == kept)
        #expect(try await service.logins(for: kept).map(\.lastUsedAt) == [start])
        _ = try await service.refreshed(kept)
        #expect(try await service.logins(for: kept).map(\.lastUsedAt) == [fixture.clock.now])
    }

    @Test(arguments: TestStore.allCases)
    func languageAndPreferencesAreTheUsersOwn(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        let bob = try await service.register(name: "bob", password: AccountFixture.password)
        let french = try await service.setLanguage(.french, for: ana)
        #expect(french.language == .french && french.id == ana.id)
        #expect(try await service.refreshed(ana)?.language == .french)
        #expect(try await service.refreshed(bob)?.language == nil)
        _ = try await service.setPreference("sidebar", to: "off", of: ana)
        _ = try await service.setPreference("sidebar", to: "on", of: ana)
        let listing = try await service.setPreference("alias.l", to: "list", of: ana)
        #expect(listing.settings == ["sidebar": "on", "alias.l": "list"] && listing.id == ana.id)
        #expect(try await service.setPreference("alias.l", to: nil, of: ana).settings == ["sidebar": "on"])
        #expect(try await service.refreshed(ana)?.settings == ["sidebar": "on"])
        #expect(try await service.refreshed(bob)?.settings == [:])
    }
}
