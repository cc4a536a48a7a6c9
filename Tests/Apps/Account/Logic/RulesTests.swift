// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AccountLogic
import AccountStore
import AtriumSession
import AtriumTesting
import Testing

/// Names and passwords that an account may have, and how long failures cost.
struct RulesTests {
    @Test(arguments: [
        "ana", "A", "王小明", "Zoë", "Zoe\u{308}", "j.r_r-7", "محمد", "नमस्ते", "анна", "ελένη", "王ana", "anaさん", "7up",
        String(repeating: "x", count: 64),
    ])
    func names(text: String) throws {
        let name = try AccountName(text)
        #expect(name.text == text)
        #expect(try AccountName(text.uppercased()).key == name.key)
    }

    @Test(arguments: [
        "", " ", "..", "-x", "_x", ".a", "аna", "anа", "αna", "Аβ", "王аna", "a b", "ana\n", "a/b", "a@b", "🙂",
        "\u{301}a", "a\u{202E}b", "a\u{200D}b", "\u{3164}", "a\u{0}",
        String(repeating: "x", count: 65),
    ])
    func badNames(text: String) {
        #expect(throws: AuthenticationFault.badName(text)) { try AccountName(text) }
    }

    @Test(arguments: [
        ("Zoë", "ZOE\u{308}"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"), ("straße", "STRASSE"), ("Ana", "aNA"), ("ana", "ａｎａ"),
        ("ana", "𝐚𝐧𝐚"), ("ｱﾅ", "アナ"),
    ])
    func spellingsOfOneName(one: String, other: String) {
        #expect(AccountName.key(of: one) == AccountName.key(of: other))
    }

    @Test func `a name of other widths is that of another account`() async throws {
        let service = try AccountFixture(.memory).service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        await #expect(throws: AuthenticationFault.nameTaken("ana")) {
            try await service.register(name: "ａｎａ", password: AccountFixture.otherPassword)
        }
        #expect(try await service.logIn(name: "ＡＮＡ", password: AccountFixture.password, keep: false).name == "ana")
    }

    @Test(arguments: [
        "letmeinletmein123", "letmein123letmein", "dragonmonkey2024", "P4ssw0rd!Dragon1", "football1qwertyuiop",
        "iloveyouatrium99", "ana.ana.letmein.1", "shadowqwerty12345", "11112222333344445", "abc123letmein2019",
        "masterMASTER!!!1!", "ｐassword dragon 1", "correct horse battery staple", "Correct-Horse-Battery-Staple!",
        "c0rrect h0rse b4ttery st4ple", "correcthorsebatterystaple 2026", "To be, or not to be", "password password 1",
        "All work and no play makes Jack a dull boy",
        "天地玄黄宇宙洪荒日月盈昃辰宿列张",
    ])
    func `what is put together from well-known passwords is refused`(password: String) async throws {
        let service = try AccountFixture(.memory).service()
        #expect(throws: AuthenticationFault.passwordWellKnown) {
            try service.check(Secret(password), forName: "ana")
        }
    }

    @Test(arguments: [
        "quiet herons ferry old bells", "a lantern by the river", "dragon monkey football river",
        "seven herons at dawn",
        "xkvq-7rpw-zm2t-9hdc", "Zu Fuß nach Köln, 1998", "江边的灯笼在七月里慢慢亮起来了呀",
        "this is mine and nobody else's",
    ])
    func `what nobody puts together first is taken`(password: String) async throws {
        let service = try AccountFixture(.memory).service()
        try service.check(Secret(password), forName: "ana")
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (String(repeating: "password", count: 128), AuthenticationFault.passwordWellKnown),
            (String(repeating: "password", count: 128) + "x", .passwordTooLong(maximum: 1024)),
            (String(repeating: "dragonmonkey", count: 4) + "2024", .passwordWellKnown),
            (String(repeating: "dragonmonkey1", count: 4) + "x", nil),
        ])
    func `a password of any length is looked at in time`(text: String, expected: AuthenticationFault?) throws {
        let service = try AccountFixture(.memory).service()
        var fault: AuthenticationFault?
        do { try service.check(Secret(text), forName: "passwordpass") } catch { fault = error as? AuthenticationFault }
        #expect(fault == expected)
    }

    @Test(arguments: [
        (Int.max, Int64.max), (Int.min, Int64.min), (Int.max, Int64.min), (-1, Int64.max), (5, Int64.min),
    ])
    func `failures of absurd numbers cost a wait at most`(failures: Int, lastAt: Int64) async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        _ = try await service.register(name: "ana", password: AccountFixture.password)
        try await fixture.dao().modifyAttempts(in: AttemptBucket.of(nameKey: "ana")) { _ in
            Attempts(failures: failures, lastAt: Timestamp(milliseconds: lastAt))
        }
        _ = try? await service.logIn(name: "ana", password: AccountFixture.password, keep: false)
        fixture.clock.advance(by: .seconds(901))
        #expect(try await service.logIn(name: "ana", password: AccountFixture.password, keep: false).name == "ana")
    }

    @Test(arguments: [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (12, 512), (13, 900), (14, 900), (Int.max, 900)])
    func waits(failures: Int, seconds: Int) {
        #expect(AttemptPause.wait(after: failures) == .seconds(seconds))
    }

    @Test(arguments: [
        (ProfileField.email, "ana@example.org"), (.email, "ü@例え.jp"), (.phone, "+33 1 23 45 67 89"),
        (.phone, "(202) 555-0123"), (.name, "Ana María 🙂"), (.name, String(repeating: "x", count: 100)),
    ])
    func values(field: ProfileField, value: String) async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        let profile = try await service.set(field, to: "  \(value)\t", for: session)
        #expect(field.value(in: profile) == value)
        #expect(field.value(in: try await service.set(field, to: " ", for: session)) == "")
    }

    @Test(arguments: [
        (ProfileField.email, "ana"), (.email, "@example.org"), (.email, "ana@"), (.email, "a@b@c"), (.email, "a b@c"),
        (.email, String(repeating: "x", count: 250) + "@a.org"), (.phone, "call me"), (.phone, "12"),
        (.phone, String(repeating: "1", count: 21)), (.name, "two\nlines"), (.name, String(repeating: "x", count: 101)),
        (.name, "a\u{1B}[31m"),
    ])
    func badValues(field: ProfileField, value: String) async throws {
        let fixture = try AccountFixture(.memory)
        let service = try fixture.service()
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        await #expect(throws: AccountFault.badValue(field, value: value)) {
            try await service.set(field, to: value, for: session)
        }
    }
}
