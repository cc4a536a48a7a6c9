// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSecrets

struct TokenTests {
    /// The 32 bytes 0, 1, 2 … 31.
    private let counting = Token(random: FixedRandom([UInt8](0..<32)))

    @Test func fingerprintIsBlake2b256() {
        // As Python's hashlib.blake2b(bytes(range(32)), digest_size=32) has it.
        let expected: [UInt8] = [
            0xCB, 0x2F, 0x51, 0x60, 0xFC, 0x1F, 0x7E, 0x05, 0xA5, 0x5E, 0xF4, 0x9D, 0x34, 0x0B, 0x48, 0xDA,
            0x2E, 0x5A, 0x78, 0x09, 0x9D, 0x53, 0x39, 0x33, 0x51, 0xCD, 0x57, 0x9D, 0xD4, 0x25, 0x03, 0xD6,
        ]
        #expect(counting.fingerprint == expected)
        #expect(counting.matches(fingerprint: expected))
    }

    @Test func textIsBase64ForAddresses() {
        #expect(counting.text == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
        #expect(Token(random: FixedRandom([UInt8](0xE0...0xFF))).text == "4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8")
    }

    @Test func textRoundTrips() throws {
        let random = SeededRandom(seed: 5)
        for _ in 0..<100 {
            let token = Token(random: random)
            let again = try #require(Token(text: token.text))
            #expect(again == token)
            #expect(again.text == token.text)
            #expect(again.matches(fingerprint: token.fingerprint))
        }
    }

    @Test(arguments: [
        "", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+",
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8AAA", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHé",
        " AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh\0",
    ])
    func refusesAnyOtherText(text: String) {
        #expect(Token(text: text) == nil)
    }

    @Test func differentTokensDiffer() {
        let tokens = (0..<100).map { _ in Token() }
        #expect(Set(tokens.map(\.text)).count == tokens.count)
        #expect(Set(tokens.map(\.fingerprint)).count == tokens.count)
        #expect(tokens[0] != tokens[1])
        #expect(!tokens[0].matches(fingerprint: tokens[1].fingerprint))
        #expect(!tokens[0].matches(fingerprint: []))
        #expect(!tokens[0].matches(fingerprint: tokens[0].fingerprint + [0]))
    }

    @Test func printingShowsNothing() {
        var dumped = ""
        dump(counting, to: &dumped)
        for text in ["\(counting)", String(reflecting: counting), dumped] {
            #expect(!text.contains("31") && !text.contains("AAEC"))
            #expect(text.contains("Token"))
        }
    }
}
