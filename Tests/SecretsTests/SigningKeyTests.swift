// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import Testing

struct SigningKeyTests {
    private func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
    }

    /// RFC 8032, 7.1, tests 1 and 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func theStandardsOwnSignaturesComeOut(_ seed: String, _ key: String, _ message: String, _ expected: String) throws {
        let signing = try #require(SigningKey(seed: bytes(seed)))
        #expect(signing.verifyingKey.bytes == bytes(key))
        let signature = signing.signature(of: bytes(message))
        #expect(signature == bytes(expected))
        #expect(signing.verifyingKey.verifies(signature, of: bytes(message)))
        #expect(!signing.verifyingKey.verifies(signature, of: bytes(message) + [0]))
        #expect(!signing.verifyingKey.verifies(Array(signature.dropLast()), of: bytes(message)))
        #expect(SigningKey(seed: [1, 2, 3]) == nil)
    }

    /// The example that minisign’s own verifier has.
    @Test func whatMinisignSignsIsKnown() throws {
        let key = try #require(MinisignKey(text: "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"))
        let text = """
            untrusted comment: signature from minisign secret key
            RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=
            trusted comment: timestamp:1633700835\tfile:test\tprehashed
            wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==
            """
        let file = Array("test".utf8)
        func verdict(_ text: String, _ file: [UInt8] = file) -> Minisign.Verdict {
            Minisign.verdict(on: text, signing: file, by: key)
        }
        #expect(verdict(text) == .signed(comment: "timestamp:1633700835\tfile:test\tprehashed"))
        #expect(verdict(text, file + [0]) == .invalid)
        #expect(verdict(text.replacing("file:test", with: "file:best")) == .invalid)
        #expect(verdict("") == .invalid)
        #expect(key.id == "E7620F1842B4E81F")
        #expect(verdict(text.replacing("\nRUQf6LRC", with: "\nRUQf6LRD")) == .otherKey(id: "E7620F1843B4E81F"))
        #expect(key.text == "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3")
    }

    @Test func whatIsSignedHereComesBack() throws {
        let key = try #require(SigningKey(seed: SodiumRandom().bytes(SigningKey.seedCount)))
        let file = Array("list\n".utf8)
        let text = Minisign.text(signing: file, comment: "made: é", with: key)
        let own = MinisignKey(key.verifyingKey)
        #expect(Minisign.verdict(on: text, signing: file, by: own) == .signed(comment: "made: é"))
        let other = MinisignKey(try #require(SigningKey(seed: SodiumRandom().bytes(SigningKey.seedCount))).verifyingKey)
        #expect(Minisign.verdict(on: text, signing: file, by: other) == .otherKey(id: own.id))
        #expect(MinisignKey(text: own.file) == own)
        #expect(own.text.count == 56)
        #expect(MinisignKey(text: "no key") == nil)
    }

    @Test func piecesHashAsTheWhole() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        var stream = SHA256Stream()
        for start in stride(from: 0, to: 1000, by: 7) { stream.add(Array(bytes[start..<min(1000, start + 7)])) }
        #expect(stream.hash() == SHA256.hash(bytes))
        #expect(SHA256Stream().hash() == SHA256.hash([]))
    }

    @Test func onlyThePasswordOpens() async throws {
        let sealed = try await PasswordSealed.seal([1, 2], password: [3], cost: .cheap, context: [4])
        #expect(try await sealed.open(password: [3], context: [4]) == [1, 2])
        await #expect(throws: SecretsFault.notAuthentic) { try await sealed.open(password: [4], context: [4]) }
        await #expect(throws: SecretsFault.notAuthentic) { try await sealed.open(password: [3], context: []) }
    }
}
