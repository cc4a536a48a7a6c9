// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AccountLogic
import AccountStore
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import GRDB
import Glibc
import Testing

/// What every account store must do.
@Suite(.timeLimit(.minutes(10))) struct AccountDAOTests {
    static let start = Timestamp(seconds: 1_000_000)
    static let never = Timestamp(milliseconds: .min)

    static func account(_ name: String) -> AccountDraft {
        AccountDraft(name: name, nameKey: name.lowercased(), passwordHash: "hash of \(name)", createdAt: start)
    }

    static func session(
        at start: Timestamp = start, lasting: Duration = .seconds(100), kept: UInt8? = nil, origin: Int? = nil
    ) -> SessionDraft {
        SessionDraft(
            fingerprint: kept.map { Array(repeating: $0, count: 32) }, startedAt: start, expiresAt: start + lasting,
            place: "pts/1@garden", origin: origin)
    }

    @Test(arguments: TestStore.allCases)
    func aNewAccountIsFoundByNameAndUser(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        #expect(try await dao.isEmpty())
        let login = try await dao.create(Self.account("Ana"), session: Self.session(kept: 7))
        #expect(try await !dao.isEmpty())
        #expect(login.session.number == 1 && login.session.isKept)
        #expect(try await dao.find(nameKey: "ana") == login.account)
        #expect(try await dao.find(login.account.profile.user) == login.account)
        #expect(try await dao.find(nameKey: "Ana") == nil)
        #expect(try await dao.login(1, of: login.session.user) == login)
        #expect(try await dao.login(fingerprint: Array(repeating: 7, count: 32)) == login)
        #expect(try await dao.login(fingerprint: Array(repeating: 8, count: 32)) == nil)
    }

    @Test(arguments: TestStore.allCases)
    func aNameIsTakenOnce(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        _ = try await dao.create(Self.account("ana"), session: Self.session())
        await #expect(throws: AccountStoreFault.nameTaken(key: "ana")) {
            try await dao.create(Self.account("ANA"), session: Self.session())
        }
    }

    @Test(arguments: TestStore.allCases)
    func aRemovedUserNeverComesBack(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let first = try await dao.create(Self.account("ana"), session: Self.session(kept: 1)).account.profile.user
        try await dao.setPreference("sidebar", to: "off", of: first)
        #expect(try await dao.remove(first))
        #expect(try await !dao.remove(first))
        #expect(try await dao.find(nameKey: "ana") == nil)
        #expect(try await dao.login(fingerprint: Array(repeating: 1, count: 32)) == nil)
        let second = try await dao.create(Self.account("ana"), session: Self.session()).account.profile.user
        #expect(second != first)
        #expect(try await dao.preferences(of: first).isEmpty)
        #expect(try await dao.preferences(of: second).isEmpty)
        #expect(try await dao.sessions(of: first, after: Self.start).isEmpty)
    }

    @Test(arguments: TestStore.allCases)
    func aSessionIsThereUntilItEnds(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        #expect(try dao.hasSession(1, of: user, with: [:]))
        #expect(try !dao.hasSession(2, of: user, with: [:]))
        // Another process sets something, and ends it.
        try await AccountStores(on: system).setPreference("sidebar", to: "off", of: user)
        #expect(try !dao.hasSession(1, of: user, with: [:]))
        #expect(try dao.hasSession(1, of: user, with: ["sidebar": "off"]))
        #expect(try await AccountStores(on: system).end(1, of: user))
        #expect(try !dao.hasSession(1, of: user, with: ["sidebar": "off"]))
        #expect(try dao.hasAccount(user) && !dao.hasSession(1, of: user, with: nil))
    }

    @Test(arguments: TestStore.allCases)
    func aRemovedUserIsKnownUntilForgotten(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        _ = try await dao.remove(user)
        _ = try await dao.remove(user)
        #expect(try await dao.removed() == [DeletedUser(user: user, name: "ana")])
        #expect(try !dao.hasSession(1, of: user, with: [:]))
        try await dao.forget(user)
        #expect(try await dao.removed().isEmpty)
    }

    @Test(arguments: TestStore.allCases)
    func startingASessionSweepsAndReplaces(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        let other = try await dao.create(Self.account("bob"), session: Self.session()).session.user
        _ = try await dao.start(
            Self.session(lasting: .seconds(500)), for: user, insteadOf: [], unusedSince: Self.never)
        _ = try await dao.start(
            Self.session(lasting: .seconds(500)), for: user, insteadOf: [2], unusedSince: Self.never)
        let always = Timestamp(milliseconds: .min)
        #expect(try await dao.sessions(of: user, after: always).map(\.number) == [1, 3])
        // The first one ends exactly when this one starts.
        _ = try await dao.start(
            Self.session(at: Self.start + .seconds(100)), for: user, insteadOf: [], unusedSince: Self.never)
        #expect(try await dao.sessions(of: user, after: always).map(\.number) == [3, 4])
        #expect(try await dao.sessions(of: user, after: Self.start + .seconds(200)).map(\.number) == [3])
        #expect(try await dao.sessions(of: other, after: always).map(\.number) == [1])
        #expect(
            try await dao.start(Self.session(), for: UserID(rawValue: 99), insteadOf: [], unusedSince: Self.never)
                == nil)
    }

    @Test(arguments: TestStore.allCases)
    func aPasswordIsChangedOnlyFromTheOneStored(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        #expect(try await dao.changePassword(of: user, from: "another", to: "new", session: Self.session()) == nil)
        #expect(try await dao.sessions(of: user, after: Self.start).map(\.number) == [1])
        let session = try await dao.changePassword(of: user, from: "hash of ana", to: "new", session: Self.session())
        #expect(session?.number == 2)
        #expect(try await dao.find(user)?.passwordHash == "new")
        #expect(try await dao.sessions(of: user, after: Self.start).map(\.number) == [2])
        try await dao.rehash(user, from: "hash of ana", to: "newer")
        #expect(try await dao.find(user)?.passwordHash == "new")
        try await dao.rehash(user, from: "new", to: "newer")
        #expect(try await dao.find(user)?.passwordHash == "newer")
    }

    @Test(arguments: TestStore.allCases)
    func sessionsEndAloneOrTogether(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        let other = try await dao.create(Self.account("bob"), session: Self.session()).session.user
        for _ in 0..<3 { _ = try await dao.start(Self.session(), for: user, insteadOf: [], unusedSince: Self.never) }
        #expect(try await dao.end(2, of: user))
        #expect(try await !dao.end(2, of: user))
        #expect(try await !dao.end(3, of: other))
        #expect(try await dao.endOthers(than: 3, of: user, after: Self.start) == 2)
        #expect(try await dao.sessions(of: user, after: Self.start).map(\.number) == [3])
        #expect(try await dao.login(1, of: other) != nil)
    }

    @Test(arguments: TestStore.allCases)
    func aLoginEndsWithTheSessionThatIsKept(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        let other = try await dao.create(Self.account("bob"), session: Self.session(kept: 9)).session.user
        for draft in [
            Self.session(kept: 1), Self.session(origin: 2), Self.session(origin: 2), Self.session(kept: 2),
            Self.session(kept: 3, origin: 1),
        ] {
            _ = try await dao.start(draft, for: user, insteadOf: [], unusedSince: Self.never)
        }
        try await dao.touch(4, of: user, at: Self.start + .seconds(9))
        #expect(try await dao.login(4, of: user)?.session.origin == 2)
        #expect(try await dao.kept(2, of: user)?.number == 2)
        #expect(try await dao.kept(1, of: user)?.number == 6)
        #expect(try await dao.kept(3, of: user) == nil)
        #expect(try await dao.kept(1, of: other)?.number == 1)
        #expect(try await dao.logOut(3, from: 2, of: user).map(\.number) == [2, 3])
        #expect(try await dao.logOut(3, from: 2, of: user).isEmpty)
        #expect(try await dao.sessions(of: user, after: Self.never).map(\.number) == [1, 4, 5, 6])
        #expect(try await dao.kept(2, of: user) == nil)
        #expect(try await dao.kept(1, of: other) != nil)
    }

    @Test(arguments: TestStore.allCases)
    func useIsNotedForwardsOnly(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        try await dao.touch(1, of: user, at: Self.start + .seconds(9))
        try await dao.touch(1, of: user, at: Self.start + .seconds(5))
        #expect(try await dao.login(1, of: user)?.session.lastUsedAt == Self.start + .seconds(9))
    }

    @Test(arguments: TestStore.allCases)
    func startingASessionSweepsWhatNobodyCanUseAnyMore(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        _ = try await dao.start(Self.session(kept: 1), for: user, insteadOf: [], unusedSince: Self.never)
        _ = try await dao.start(Self.session(), for: user, insteadOf: [], unusedSince: Self.never)
        try await dao.touch(3, of: user, at: Self.start + .seconds(1))
        // The first was last in use exactly then, the second is kept, the third was in use later.
        _ = try await dao.start(Self.session(), for: user, insteadOf: [], unusedSince: Self.start)
        #expect(try await dao.sessions(of: user, after: Self.never).map(\.number) == [2, 3, 4])
    }

    @Test(arguments: TestStore.allCases)
    func failuresAreChangedOneAfterTheOther(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        #expect(try await dao.attempts(in: 5) == nil)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await dao.modifyAttempts(in: 5) {
                        Attempts(failures: ($0?.failures ?? 0) + 1, lastAt: Self.start)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await dao.attempts(in: 5) == Attempts(failures: 20, lastAt: Self.start))
        #expect(try await dao.attempts(in: 6) == nil)
        #expect(try await dao.modifyAttempts(in: 5) { _ in nil }?.failures == 20)
        #expect(try await dao.attempts(in: 5) == nil)
    }

    /// As processes do that log in at the same time: the lock is that of the store’s folder.
    @Test func `passwords are checked one at a time`() async throws {
        let store = try TestStore.sqlite.open()
        let system = store.system
        guard case .sqlite(let file) = system else { return }
        func isFree() -> Bool {
            let descriptor = open(file.folder, O_RDONLY | O_DIRECTORY)
            defer { close(descriptor) }
            return flock(descriptor, LOCK_EX | LOCK_NB) == 0
        }
        let dao = try AccountStores(on: system)
        #expect(await !dao.oneAtATime { isFree() })
        #expect(isFree())
    }

    @Test(arguments: TestStore.allCases)
    func valuesAreKeptByKindAndGoWithTheAccount(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        let unknown = UserID(rawValue: 99)
        try await dao.accounts.write {
            try $0.keep(.preference, "a", "1", of: user)
            try $0.keep(.failures, "a", "2", of: user)
            try $0.keep(.failures, "b", "3", of: user)
            try $0.keep(.failures, "b", nil, of: user)
            try $0.keep(.factor, "a", "4", of: unknown)
        }
        #expect(try await dao.accounts.read { try $0.kept(.preference, of: user) } == ["a": "1"])
        #expect(try await dao.accounts.read { try $0.kept(.failures, of: user) } == ["a": "2"])
        #expect(try await dao.accounts.read { try $0.kept(.factor, of: unknown) }.isEmpty)
        #expect(try await dao.remove(user))
        #expect(try await dao.accounts.read { try $0.kept(.failures, of: user) }.isEmpty)
    }

    @Test(arguments: TestStore.allCases)
    func theFirstUserIsTheOwnerAndTheNextOneAfterThat(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        let ana = try await dao.create(Self.account("ana"), session: Self.session())
        let ben = try await dao.create(Self.account("ben"), session: Self.session())
        let eve = try await dao.create(Self.account("eve"), session: Self.session())
        #expect([ana, ben, eve].map(\.account.role) == [.owner, .member, .member])
        #expect(try await dao.accounts.read { try $0.accounts() } == [ana, ben, eve].map(\.account))
        try await dao.accounts.write {
            var disabled = ben.account
            disabled.isDisabled = true
            disabled.profile.name = "Benjamin"
            try $0.update(disabled)
        }
        #expect(try await dao.find(nameKey: "ben") == nil)
        #expect(try await dao.find(nameKey: "benjamin")?.isDisabled == true)
        #expect(try await dao.remove(ana.session.user))
        #expect(try await dao.find(nameKey: "eve")?.role == .owner)
        #expect(try await dao.remove(eve.session.user))
        // One who may not log in stays out; who comes next is the owner.
        #expect(try await dao.find(nameKey: "benjamin")?.role == .member)
        #expect(try await dao.find(nameKey: "benjamin")?.isDisabled == true)
        #expect(try await dao.create(Self.account("finn"), session: Self.session()).account.role == .owner)
    }

    @Test(arguments: TestStore.allCases)
    func theAuditTrailOnlyGrowsAndShowsWhatWasChanged(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        #expect(try await dao.accounts.read { try $0.verifyAudit() } == AuditVerdict(count: 0, last: nil, broken: nil))
        try await dao.accounts.write {
            for number in 1...1203 {
                try $0.note(
                    .login, by: number == 1 ? nil : UserID(rawValue: 1), at: Self.start + .seconds(number),
                    subject: "\(number)", place: "")
            }
        }
        let last = try await dao.accounts.read { try $0.audit(before: nil, limit: 2) }
        #expect(last.map(\.id) == [1203, 1202])
        #expect(try await dao.accounts.read { try $0.audit(before: 3, limit: 9) }.map(\.id) == [2, 1])
        let verdict = try await dao.accounts.read { try $0.verifyAudit() }
        #expect(verdict == AuditVerdict(count: 1203, last: last[0].hashText, broken: nil))
        guard case .sqlite(let file) = system else { return }
        // Another program has no triggers.
        let queue = try DatabaseQueue(path: file.folder + "/atrium.sqlite")
        for change in [
            "UPDATE account_audit SET subject = 'x' WHERE id = 700", "DELETE FROM account_audit WHERE id = 5",
        ] {
            #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: change) } }
        }
        func broken(after change: String) async throws -> Int? {
            try await queue.write {
                try $0.execute(
                    sql: """
                        DROP TRIGGER IF EXISTS account_audit_is_not_changed; DROP TRIGGER IF EXISTS account_audit_is_not_cut;
                        \(change)
                        """)
            }
            return try await dao.accounts.read { try $0.verifyAudit().broken }
        }
        #expect(try await broken(after: "UPDATE account_audit SET time = time + 1 WHERE id = 900") == 900)
        #expect(try await broken(after: "UPDATE account_audit SET hash = x'00' WHERE id = 700") == 700)
        #expect(try await broken(after: "DELETE FROM account_audit WHERE id = 600") == 601)
        #expect(try await broken(after: "DELETE FROM account_audit WHERE id = 1") == 2)
    }

    @Test(arguments: TestStore.allCases)
    func changesAreTold(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let dao = try AccountStores(on: system)
        var changes = dao.changes().makeAsyncIterator()
        let user = try await dao.create(Self.account("ana"), session: Self.session()).session.user
        #expect(await changes.next() != nil)
        _ = try await dao.modify(user, .email("ana@example.org"))
        #expect(await changes.next() != nil)
    }
}
