// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSecrets

struct SealerTests {
    private let note = [UInt8]("Meet at noon, in the usual place.".utf8)

    @Test func sealsTheDraftsVector() throws {
        // draft-irtf-cfrg-xchacha-03, appendix A.3.1.
        let key = try SealingKey(bytes: [UInt8](0x80...0x9F))
        let nonce = [UInt8](0x40...0x57)
        let context: [UInt8] = [0x50, 0x51, 0x52, 0x53, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7]
        let plain = [UInt8](
            ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
                + "sunscreen would be it.").utf8)
        let expected =
            "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39"
            + "ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
            + "21f9664c97637da9768812f615c68b13b52e" + "c0875924c1c7987947deafd8780acf49"
        let sealer = Sealer(key: key, random: FixedRandom(nonce))
        let sealed = sealer.seal(plain, context: context)
        #expect(sealed == [1] + nonce + bytes(hex: expected))
        #expect(try sealer.open(sealed, context: context) == plain)
    }

    @Test func opensWhatItSealed() throws {
        let sealer = Sealer(key: try SealingKey())
        for count in [0, 1, 15, 16, 17, 1000, 100_000] {
            let plain = SeededRandom(seed: 1).bytes(count)
            let sealed = sealer.seal(plain, context: note)
            #expect(sealed.count == plain.count + Sealer.overhead)
            #expect(try sealer.open(sealed, context: note) == plain)
        }
    }

    @Test func sealsTheSameBytesAnewEachTime() throws {
        let sealer = Sealer(key: try SealingKey())
        #expect(sealer.seal(note) != sealer.seal(note))
    }

    @Test func refusesEveryChangedByte() throws {
        let sealer = Sealer(key: try SealingKey())
        let sealed = sealer.seal(note)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: index == 0 ? SecretsFault.notSealed : .notAuthentic) { try sealer.open(changed) }
        }
    }

    @Test func codesAreTheSameForWhoHasTheKey() throws {
        // As Python’s hashlib.blake2b(b"abc", digest_size=32, key=bytes(range(32))) has it.
        let sealer = Sealer(key: try SealingKey(bytes: [UInt8](0x00...0x1F)))
        let code = bytes(hex: "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f")
        #expect(sealer.code(of: Array("abc".utf8)) == code)
        #expect(sealer.code(of: Array("abd".utf8)) != code)
        #expect(try Sealer(key: SealingKey()).code(of: Array("abc".utf8)) != code)
    }

    @Test func refusesCutOffOtherKeyAndOtherContext() throws {
        let sealer = Sealer(key: try SealingKey())
        let sealed = sealer.seal(note, context: [1])
        #expect(throws: SecretsFault.notAuthentic) { try sealer.open(sealed, context: [2]) }
        #expect(throws: SecretsFault.notAuthentic) { try sealer.open(sealed) }
        #expect(throws: SecretsFault.notAuthentic) { try sealer.open(sealed.dropLast(), context: [1]) }
        #expect(throws: SecretsFault.notAuthentic) { try sealer.open(sealed + [0], context: [1]) }
        #expect(throws: SecretsFault.notAuthentic) { try Sealer(key: SealingKey()).open(sealed, context: [1]) }
        for count in 0..<Sealer.overhead {
            #expect(throws: SecretsFault.notSealed) { try sealer.open([UInt8](sealed.prefix(count)), context: [1]) }
        }
    }

    @Test func derivesTheSameKeyFromTheSamePasswordAndSalt() throws {
        let salt = SodiumRandom().bytes(SealingKey.saltCount)
        func sealer(_ password: String, _ salt: [UInt8], _ parameters: Argon2Parameters = .cheap) throws -> Sealer {
            Sealer(key: try SealingKey(password: [UInt8](password.utf8), salt: salt, parameters: parameters))
        }
        let sealed = try sealer("password", salt).seal(note)
        #expect(try sealer("password", salt).open(sealed) == note)
        #expect(throws: SecretsFault.notAuthentic) { try sealer("passw0rd", salt).open(sealed) }
        #expect(throws: SecretsFault.notAuthentic) { try sealer("password", salt.reversed()).open(sealed) }
        #expect(throws: SecretsFault.notAuthentic) {
            try sealer("password", salt, Argon2Parameters(passes: 2, memory: 0)).open(sealed)
        }
        #expect(throws: SecretsFault.saltLength(15, expected: 16)) { try sealer("password", salt.dropLast()) }
    }

    @Test(arguments: [
        Argon2Parameters(passes: 1 << 32, memory: 1 << 13), Argon2Parameters(passes: 1, memory: 1 << 40),
        Argon2Parameters(passes: 64, memory: 1 << 30), Argon2Parameters(passes: .max, memory: .max),
    ])
    func `A cost beyond all bounds is refused at once`(cost: Argon2Parameters) {
        let salt = [UInt8](repeating: 1, count: SealingKey.saltCount)
        #expect(throws: SecretsFault.excessiveCost(cost)) {
            try SealingKey(password: [1], salt: salt, parameters: cost)
        }
    }

    @Test func derivesTheHashOfTheReferenceImplementation() throws {
        // A password hash is the key of its own salt: two ways through the library must agree.
        let hash = try PasswordHasher(parameters: .cheap).hash(note)
        let fields = hash.split(separator: "$")
        let salt = try #require(bytes(base64: fields[3]))
        let key = try SealingKey(password: note, salt: salt, parameters: .cheap)
        #expect(key.withBytes { [UInt8](UnsafeBufferPointer(start: $0, count: 32)) } == bytes(base64: fields[4]))
    }

    private func bytes(hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private func bytes(base64: Substring) -> [UInt8]? {
        let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bytes: [UInt8] = []
        var bits = 0
        var held = 0
        for character in base64.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            held = (held << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> bits))
            }
        }
        return bytes
    }
}

extension SealingKey {
    /// A new random key.
    fileprivate convenience init() throws { try self.init(bytes: SodiumRandom().bytes(SealingKey.count)) }
}
