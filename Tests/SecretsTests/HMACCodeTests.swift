// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSecrets

/// SHA-1, the keyed codes with it, and base32, by their standards’ own examples.
struct HMACCodeTests {
    /// FIPS 180-4’s examples, and the lengths around a block.
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
        (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
        (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
        (String(repeating: "a", count: 1000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ])
    func `SHA-1`(text: String, hash: String) {
        #expect(SHA1.hash(Array(text.utf8)).hexadecimal == hash)
    }

    /// RFC 2202, section 3, and RFC 4231, section 4.3.
    @Test func `codes`() {
        func code(_ hash: HMACCode, _ text: String, _ key: [UInt8]) -> String {
            hash.code(of: Array(text.utf8), key: key).hexadecimal
        }
        #expect(
            code(.sha1, "Hi There", Array(repeating: 0x0B, count: 20)) == "b617318655057264e28bc0b6fb378c8ef146be00")
        #expect(
            code(.sha1, "what do ya want for nothing?", Array("Jefe".utf8))
                == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        #expect(
            code(
                .sha1, "Test Using Larger Than Block-Size Key - Hash Key First", Array(repeating: 0xAA, count: 80))
                == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
        #expect(
            code(.sha256, "what do ya want for nothing?", Array("Jefe".utf8))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(code(.sha512, "what do ya want for nothing?", Array("Jefe".utf8)).hasPrefix("164b7a7bfcf819e2e395fbe7"))
    }

    /// RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func `base32`(text: String, encoded: String) {
        #expect(Base32.text(Array(text.utf8)) == encoded)
    }
}
