// SPDX-License-Identifier: GPL-3.0-or-later

import AccountStore
import AtriumSession
import AtriumStores
import AtriumTesting
import Dice
import Testing

@testable import AccountLogic

/// Tokens with which scripts log in.
@Suite(.timeLimit(.minutes(10))) struct ScriptTokenTests {
    @Test(arguments: TestStore.allCases)
    func `a token logs in until it ends, and changes nothing of the account`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        let (token, text) = try await service.addToken("cron", apps: ["notes"], days: 90, for: ana)
        #expect(token.expiresAt == fixture.clock.now + .seconds(90 * 86_400))
        let session = try await service.logIn(token: Secret(text))
        #expect(session.apps == ["notes"] && session.idleLimit == nil && session.user == ana.user)
        #expect(try await service.logins(for: ana).map(\.id) == [1])
        #expect(try await service.tokens(for: ana).map(\.name) == ["cron"])
        await #expect(throws: AuthenticationFault.tokenChangesNothing) {
            try await service.setPreference("sidebar", to: "off", of: session)
        }
        await #expect(throws: AuthenticationFault.tokenChangesNothing) {
            try await service.addToken("more", apps: ["sms"], days: 1, for: session)
        }
        await #expect(throws: AccountFault.tokenNameTaken("cron")) {
            try await service.addToken(" cron ", apps: ["sms"], days: 1, for: ana)
        }
        // It is found by no process that resumes, ends with no other session, and is none to revoke.
        #expect(try await service.resume() == nil)
        #expect(try await service.revokeOthers(for: ana) == 0)
        await #expect(throws: AccountFault.unknownSession(2)) { try await service.revoke(2, for: ana) }
        try await service.leave(session)
        #expect(try await service.refreshed(session) != nil)
        try await service.revokeToken("cron", for: ana)
        #expect(try await service.refreshed(session) == nil)
        await #expect(throws: AuthenticationFault.badToken) { try await service.logIn(token: Secret(text)) }
        await #expect(throws: AccountFault.unknownToken("cron")) { try await service.revokeToken("cron", for: ana) }
        // The name is free again; a token ends by itself, and with the password.
        let second = try await service.addToken("cron", apps: ["notes", "sms"], days: 1, for: ana).text
        let third = try await service.addToken("other", apps: ["sms"], days: 30, for: ana).text
        fixture.clock.advance(by: .seconds(86_400))
        await #expect(throws: AuthenticationFault.badToken) { try await service.logIn(token: Secret(second)) }
        let late = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        _ = try await service.logIn(token: Secret(third))
        #expect(try await service.tokens(for: late).map(\.name) == ["other"])
        _ = try await service.changePassword(
            from: AccountFixture.password, to: AccountFixture.otherPassword, for: late)
        await #expect(throws: AuthenticationFault.badToken) { try await service.logIn(token: Secret(third)) }
        await #expect(throws: AuthenticationFault.badToken) { try await service.logIn(token: Secret("nonsense")) }
    }

    @Test(arguments: TestStore.allCases)
    func `each shell of a kept login has a session of its own`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service(place: "pts/1@garden")
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let other = try fixture.service(place: "pts/2@garden")
        let found = try #require(try await other.resume())
        #expect(found.id == kept.id)
        let own = try await other.ownSession(of: found)
        #expect(own.id != kept.id && own.origin == kept.id && own.expiresAt == kept.expiresAt)
        // One that is its own already stays.
        #expect(try await other.ownSession(of: own).id == own.id)
        #expect(try await service.logins(for: kept).map(\.place) == ["pts/1@garden", "pts/1@garden", "pts/2@garden"])
        #expect(try await !service.revoke(Int(own.id), for: kept))
        #expect(try await other.refreshed(own) == nil)
        #expect(try await other.resume()?.id == kept.id)
        let next = try await other.ownSession(of: found)
        try await other.leave(next)
        #expect(try await service.logins(for: kept).map(\.id) == [1, Int(kept.id)])
        let last = try await other.ownSession(of: found)
        try await other.logOut(last)
        #expect(try await other.resume() == nil)
    }

    @Test(arguments: TestStore.allCases)
    func `sessions have names, and a length that their user sets`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        #expect(try await service.name(1, "  laptop ", for: ana) == "laptop")
        #expect(try await service.logins(for: ana).map(\.name) == ["laptop"])
        await #expect(throws: AccountFault.badLabel(maximum: 60)) {
            try await service.name(1, String(repeating: "x", count: 61), for: ana)
        }
        await #expect(throws: AccountFault.unknownSession(7)) { try await service.name(7, "x", for: ana) }
        #expect(try Lifetime.checked("12h") == "12" && Lifetime.checked("1 day") == "24")
        #expect(throws: AccountFault.self) { try Lifetime.checked("7 days") }
        _ = try await service.setPreference(Lifetime.settingName, to: "1", of: ana)
        let short = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        #expect(short.expiresAt == fixture.clock.now + .seconds(3600))
        #expect(try await service.revokeAll(for: short) == 2)
        #expect(try await service.refreshed(short) == nil)
    }
}

/// The owner, and the other users.
@Suite(.timeLimit(.minutes(10))) struct UserTests {
    @Test(arguments: TestStore.allCases)
    func `the owner invites, disables, enables and resets; a member is refused`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        let (name, password) = try await service.invite("Ben", for: ana)
        await #expect(throws: AuthenticationFault.nameTaken("ben")) { try await service.invite("ben", for: ana) }
        await #expect(throws: AuthenticationFault.nameTaken("ben")) {
            try await service.register(name: "ben", password: AccountFixture.password)
        }
        await #expect(throws: AuthenticationFault.passwordNeeded) {
            try await service.logIn(name: name, password: Secret(password), keep: false)
        }
        await #expect(throws: AuthenticationFault.passwordTooShort(minimum: 15)) {
            try await service.redeem(name: name, password: Secret(password), new: Secret("short"))
        }
        let ben = try await service.redeem(
            name: name, password: Secret(password), new: AccountFixture.otherPassword)
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: name, password: Secret(password), keep: false)
        }
        for refused in [
            { _ = try await service.invite("eve", for: ben) }, { _ = try await service.users(for: ben) },
            { _ = try await service.reset("ana", for: ben) },
            { _ = try await service.setDisabled(true, "ana", for: ben) },
        ] as [() async throws -> Void] {
            await #expect(throws: AccountFault.ownerOnly) { try await refused() }
        }
        let token = try await service.addToken("cron", apps: ["notes"], days: 9, for: ben).text
        #expect(try await service.users(for: ana).map(\.sessions) == [1, 1])
        #expect(try await service.setDisabled(true, "BEN", for: ana) == "Ben")
        #expect(try await service.refreshed(ben) == nil)
        await #expect(throws: AuthenticationFault.badToken) { try await service.logIn(token: Secret(token)) }
        await #expect(throws: AuthenticationFault.disabled) {
            try await service.logIn(name: "ben", password: AccountFixture.otherPassword, keep: false)
        }
        // Who does not have the password is not told.
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: "ben", password: AccountFixture.password, keep: false)
        }
        await #expect(throws: AccountFault.isDisabled(name: "Ben")) {
            try await service.setDisabled(true, "ben", for: ana)
        }
        #expect(try await service.setDisabled(false, "ben", for: ana) == "Ben")
        let back = try await service.logIn(name: "ben", password: AccountFixture.otherPassword, keep: false)
        let offer = try await service.offerFactor(AccountFixture.otherPassword, for: back)
        _ = try await service.acceptFactor(
            Secret(offer.codes.code(at: TimeCode.step(of: fixture.clock.now))), for: back)
        let second = try await service.reset("ben", for: ana).password
        #expect(try await service.refreshed(back) == nil)
        fixture.clock.advance(by: .seconds(7 * 86_400))
        await #expect(throws: AuthenticationFault.invitationOver) {
            try await service.logIn(name: "ben", password: Secret(second), keep: false)
        }
        let later = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        let third = try await service.reset("ben", for: later).password
        await #expect(throws: AccountFault.samePassword) {
            try await service.redeem(name: "ben", password: Secret(third), new: Secret(third))
        }
        // The second factor went with the lost password.
        let again = try await service.redeem(name: "ben", password: Secret(third), new: AccountFixture.password)
        #expect(try await service.factor(for: again) == .off)
        await #expect(throws: AccountFault.ownAccount) { try await service.reset("ana", for: later) }
        await #expect(throws: AccountFault.unknownUser("eve")) { try await service.reset("eve", for: later) }
        // Each sees what concerns them; the owner sees all.
        let all = try await service.audit(limit: 99, for: later)
        let own = try await service.audit(limit: 99, for: again)
        #expect(all.first?.id == all.count && own.count < all.count)
        #expect(own.allSatisfy { $0.entry.user == ben.user || $0.subjectName == "Ben" })
        #expect(own.filter { $0.entry.event == "reset" }.allSatisfy { $0.userName == "ana" })
    }

    @Test(arguments: TestStore.allCases)
    func `a login name is changed, and changed back`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        _ = try await service.register(name: "ben", password: AccountFixture.password)
        await #expect(throws: AuthenticationFault.nameTaken("BEN")) { try await service.rename(to: "BEN", for: ana) }
        await #expect(throws: AuthenticationFault.badName("a b")) { try await service.rename(to: "a b", for: ana) }
        #expect(try await service.rename(to: "Ana", for: ana).name == "Ana")
        let renamed = try await service.rename(to: "lopez", for: ana)
        #expect(renamed.name == "lopez" && renamed.id == ana.id)
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        }
        _ = try await service.logIn(name: "lopez", password: AccountFixture.password, keep: false)
    }

    @Test(arguments: TestStore.allCases)
    func `the next user is the owner after the first one`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        let ben = try await service.register(name: "ben", password: AccountFixture.password)
        try await service.delete(ana, password: AccountFixture.password, confirmation: "ana")
        #expect(try await service.users(for: ben).map(\.role) == [.owner])
        let trail = try await service.audit(limit: 9, for: ben)
        #expect(trail.map(\.entry.event) == ["delete", "owner", "register", "register"])
        // The name of an account that is gone is not in it.
        #expect(trail.map(\.userName) == [nil, "ben", "ben", nil])
    }

    @Test(arguments: TestStore.allCases)
    func `who may not log in is no owner, but who comes next is`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        _ = try await service.invite("ben", for: ana)
        try await service.delete(ana, password: AccountFixture.password, confirmation: "ana")
        let cleo = try await service.register(name: "cleo", password: AccountFixture.password)
        #expect(try await service.users(for: cleo).map(\.role) == [.member, .owner])
    }

    @Test(arguments: TestStore.allCases)
    func `a token survives a logout`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        let (_, text) = try await service.addToken("cron", apps: ["notes"], days: 9, for: ana)
        try await service.logOut(service.logIn(token: Secret(text)))
        _ = try await service.logIn(token: Secret(text))
    }
}

/// Observers of one state that come and go.
@Suite(.timeLimit(.minutes(10))) struct AccountObserverTests {
    private typealias Observer = ChangeObserver<AccountChange>

    private struct Reference {
        weak var observer: Observer?
    }

    @Test(arguments: TestStore.allCases)
    func `a hundred observers hear of each change once, and none stays behind`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        var dice = Dice(seed: 7)
        var (present, all): ([Observer], [Reference]) = ([], [])
        for round in 0..<60 {
            // Some come and some go, before each change.
            for _ in 0..<Int.random(in: 0...9, using: &dice) {
                let observer = service.changes()
                present.append(observer)
                all.append(Reference(observer: observer))
            }
            for _ in 0..<min(present.count, Int.random(in: 0...4, using: &dice)) {
                present.remove(at: .random(in: 0..<present.count, using: &dice))
            }
            let change: AccountChange
            switch round % 3 {
            case 0:
                change = .account(ana.user)
                _ = try await service.setPreference("sidebar", to: "\(round)", of: ana)
            case 1:
                change = .sessions(ana.user)
                _ = try await service.name(1, "\(round)", for: ana)
            default:
                change = .audit
                try await service.record(.export, "notes export", by: ana)
            }
            for (index, observer) in present.enumerated() {
                #expect(observer.take() == .these([change]), "round \(round), observer \(index)")
                #expect(observer.take() == nil)
            }
            #expect(all.count { $0.observer != nil } == present.count)
        }
        #expect(all.count > 200 && present.count > 100)
        present = []
        #expect(all.allSatisfy { $0.observer == nil })
    }

    /// As panels do: a task waits, and ends with its app.
    @Test(arguments: TestStore.allCases)
    func `a hundred waiting tasks wake up once for a change`(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        let ana = try await service.register(name: "ana", password: AccountFixture.password)
        let observers = (0..<100).map { _ in service.changes() }
        let waiting = observers.map { observer in
            Task {
                var count = 0
                for await changes in observer {
                    count += 1
                    if changes.mayHave({ $0 == .audit }) { break }
                }
                return count
            }
        }
        try await service.record(.send, "sms send", by: ana)
        for task in waiting { #expect(await task.value == 1) }
        let cancelled = observers.map { observer in Task { for await _ in observer {} } }
        for task in cancelled { task.cancel() }
        for task in cancelled { await task.value }
    }
}
