// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSecrets

struct SHA256Tests {
    /// As FIPS 180-4's example has it.
    @Test func hashIsThatOfTheStandard() {
        let hash = SHA256.hash(Array("abc".utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(SHA256.hash([]).count == 32)
    }
}
