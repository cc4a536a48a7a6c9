// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

/// What was typed unseen stays unseen.
struct SecretTests {
    @Test func printsAsDots() {
        let secret = Secret("open sesame")
        var dumped = ""
        dump(secret, to: &dumped)
        let texts = ["\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])", dumped]
        for text in texts { #expect(!text.contains("sesame") && text.contains("•••")) }
        #expect(secret.bytes == Array("open sesame".utf8))
    }
}
