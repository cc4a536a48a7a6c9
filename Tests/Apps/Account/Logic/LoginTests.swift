// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AccountStore
import AtriumSession
import AtriumTesting
import Testing

/// Registering, logging in, and being kept out.
struct LoginTests {
    @Test(arguments: TestStore.allCases)
    func registersAndLogsIn(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        #expect(try await service.isEmpty())
        let first = try await service.register(name: "Zoe\u{308}", password: AccountFixture.password)
        #expect(first.name == "Zoë" && first.id == 1 && first.language == nil)
        #expect(first.expiresAt == fixture.clock.now + .seconds(8 * 3600) && first.idleLimit == .seconds(30 * 60))
        #expect(try await !service.isEmpty())
        let second = try await service.logIn(name: "ZOË", password: AccountFixture.password, keep: false)
        #expect(second.user == first.user && second.id == 2)
    }

    @Test func aNameIsTakenInEverySpelling() async throws {
        let service = try AccountFixture(.memory).service()
        _ = try await service.register(name: "Ana", password: AccountFixture.password)
        await #expect(throws: AuthenticationFault.nameTaken("ANA")) {
            try await service.register(name: "ANA", password: AccountFixture.password)
        }
    }

    @Test(arguments: [
        ("fourteen chars", AuthenticationFault.passwordTooShort(minimum: 15)),
        ("", .passwordTooShort(minimum: 15)),
        (String(repeating: "é", count: 14), .passwordTooShort(minimum: 15)),
        (String(repeating: "x", count: 1025), .passwordTooLong(maximum: 1024)),
        ("PasswordPassword", .passwordWellKnown),
        ("a-name-of-fifteen", .passwordWellKnown),
        ("A-Name-Of-Fifteen", .passwordWellKnown),
    ])
    func badPasswords(text: String, fault: AuthenticationFault) async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        await #expect(throws: fault) { try await service.register(name: "a-name-of-fifteen", password: Secret(text)) }
        #expect(try await service.isEmpty())
        #expect(fixture.hasher.computations == 0)
    }

    @Test(arguments: [
        "fifteen letters", "a lantern by the river 1234567", "ana loves the sea 99",
        String((0..<1024).compactMap { Unicode.Scalar(0x4E00 + $0 * 7 % 20_000).map(Character.init) }),
    ])
    func goodPasswords(text: String) async throws {
        let service = try AccountFixture(.memory).service()
        _ = try await service.register(name: "ana", password: Secret(text))
        _ = try await service.logIn(name: "ana", password: Secret(text), keep: false)
        // Not a character is left out of what is compared.
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: "ana", password: Secret(String(text.dropLast())), keep: false)
        }
    }

    @Test(arguments: [
        "aaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabcabc", "hunter2!hunter2!hun", "語語語語語語語語語語語語語語語",
        "abcdefghijklmnopq", "zyxwvutsrqponmlk", "12345678901234567", "098765432109876", "qwertyuiop[]asdf",
        "POIUYTREWQLKJHGF", "abcdef123456qwerty", "azertyuiopqsdfg", "йцукенгшщзфывап", "aaaaabbbbbccccc",
        "brunhildebrunhilde", "brunhilde123456", "2024-Brunhilde-2025", "BrunhildeBrunhilde9",
    ])
    func passwordsThatARuleMakes(text: String) async throws {
        let service = try AccountFixture(.memory).service()
        await #expect(throws: AuthenticationFault.passwordWellKnown) {
            try await service.register(name: "Brunhilde", password: Secret(text))
        }
    }

    @Test(arguments: TestStore.allCases)
    func tryingAtOnceGetsNoMoreAnswers(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        _ = try await fixture.service().register(name: "ana", password: AccountFixture.password)
        let before = fixture.hasher.computations
        let answers = try await withThrowingTaskGroup(of: AuthenticationFault?.self) { group in
            for _ in 0..<20 {
                let service = try fixture.service()
                group.addTask {
                    do {
                        _ = try await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
                        return nil
                    } catch { return error as? AuthenticationFault }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == .refused } == 3)
        #expect(answers.count { $0 == .backOff(.seconds(1)) } == 17)
        #expect(fixture.hasher.computations == before + 3)
    }

    @Test(arguments: TestStore.allCases)
    func anUnknownNameCostsWhatAWrongPasswordCosts(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        var costs: [Int] = []
        for name in ["ana", "nobody", "not a name"] {
            let before = fixture.hasher.computations
            await #expect(throws: AuthenticationFault.refused) {
                try await service.logIn(name: name, password: AccountFixture.otherPassword, keep: false)
            }
            costs.append(fixture.hasher.computations - before)
        }
        #expect(costs == [1, 1, 1])
    }

    @Test(arguments: TestStore.allCases, ["ana", "nobody"])
    func failuresCostAWait(kind: TestStore, name: String) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        func fail() async -> AuthenticationFault? {
            do {
                // Another process knows of the failures too.
                _ = try await fixture.service().logIn(name: name, password: AccountFixture.otherPassword, keep: false)
                return nil
            } catch { return error as? AuthenticationFault }
        }
        for _ in 0..<3 { #expect(await fail() == .refused) }
        for seconds in [1, 2, 4, 8] {
            let before = fixture.hasher.computations
            #expect(await fail() == .backOff(.seconds(seconds)))
            fixture.clock.advance(by: .milliseconds(seconds * 1000 - 1))
            #expect(await fail() == .backOff(.milliseconds(1)))
            #expect(fixture.hasher.computations == before)
            fixture.clock.advance(by: .milliseconds(1))
            #expect(await fail() == .refused)
        }
    }

    @Test(arguments: TestStore.allCases)
    func theRightPasswordWaitsTooAndEndsTheFailures(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        for _ in 0..<3 {
            _ = try? await service.logIn(name: "ANA", password: AccountFixture.otherPassword, keep: false)
        }
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        }
        fixture.clock.advance(by: .seconds(1))
        _ = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        for _ in 0..<3 {
            await #expect(throws: AuthenticationFault.refused) {
                try await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
            }
        }
    }

    @Test(arguments: TestStore.allCases)
    func settingTheClockBackNeitherEndsNorLengthensAWait(kind: TestStore) async throws {
        let fixture = try AccountFixture(kind)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        for _ in 0..<3 {
            _ = try? await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
        }
        fixture.clock.advance(by: .seconds(-86_400 * 400))
        await #expect(throws: AuthenticationFault.backOff(.seconds(1))) {
            try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        }
        fixture.clock.advance(by: .seconds(1))
        _ = try await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
    }

    @Test func failuresOfADayAgoAreForgotten() async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        for _ in 0..<3 {
            _ = try? await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
        }
        fixture.clock.advance(by: .seconds(24 * 3600))
        for _ in 0..<3 {
            await #expect(throws: AuthenticationFault.refused) {
                try await service.logIn(name: "ana", password: AccountFixture.otherPassword, keep: false)
            }
        }
    }

    @Test func aHashIsMadeAnewWhenHashesGrowStronger() async throws {
        let fixture = try AccountFixture(.sqlite)
        let session = try await fixture.service().register(name: "ana", password: AccountFixture.password)
        let strong = try fixture.service(hasher: CountingHasher(strength: 2))
        let dao = try fixture.dao()
        #expect(try await dao.find(session.user)?.passwordHash.hasPrefix("1$") == true)
        _ = try await strong.logIn(name: "ana", password: AccountFixture.password, keep: false)
        #expect(try await dao.find(session.user)?.passwordHash.hasPrefix("2$") == true)
        _ = try await fixture.service().logIn(name: "ana", password: AccountFixture.password, keep: false)
        #expect(try await dao.find(session.user)?.passwordHash.hasPrefix("2$") == true)
    }

    @Test func `a password is the same in every spelling of Unicode`() async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: Secret("une crème brûlée à midi"))
        let typed = ["une cre\u{300}me bru\u{302}le\u{301}e a\u{300} midi", "une\u{A0}crème\u{2003}brûlée à midi"]
        for text in typed {
            #expect(try await service.logIn(name: "ana", password: Secret(text), keep: false).name == "ana")
        }
        await #expect(throws: AuthenticationFault.refused) {
            try await service.logIn(name: "ana", password: Secret("une creme brulee a midi"), keep: false)
        }
    }
}
