import AccountLogic
import AccountStore
import Session
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

    @Test(arguments: [("Zoë", "ZOE\u{308}"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"), ("straße", "STRASSE"), ("Ana", "aNA")])
    func spellingsOfOneName(one: String, other: String) {
        #expect(AccountName.key(of: one) == AccountName.key(of: other))
    }

    @Test(arguments: [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (12, 512), (13, 900), (14, 900), (Int.max, 900)])
    func waits(failures: Int, seconds: Int) {
        #expect(BackOff.wait(after: failures) == .seconds(seconds))
    }

    @Test(arguments: [
        (ProfileField.email, "ana@example.org"), (.email, "ü@例え.jp"), (.phone, "+33 1 23 45 67 89"),
        (.phone, "(202) 555-0123"), (.name, "Ana María 🙂"), (.name, String(repeating: "x", count: 100)),
    ])
    func values(field: ProfileField, value: String) async throws {
        let house = try House(.memory)
        let service = try house.service()
        let session = try await service.register(name: "ana", password: House.password)
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
        let house = try House(.memory)
        let service = try house.service()
        let session = try await service.register(name: "ana", password: House.password)
        await #expect(throws: AccountFault.badValue(field, value: value)) {
            try await service.set(field, to: value, for: session)
        }
    }

    @Test func unknownFieldsNameTheKnownOnes() {
        #expect(throws: AccountFault.unknownField("fax", fields: ["name", "email", "phone"])) {
            try ProfileField(named: "fax")
        }
    }
}
