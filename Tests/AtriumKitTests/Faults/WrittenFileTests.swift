// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import Glibc
import Testing

@testable import AtriumKit

/// What is said of a file that was kept, was not, or may have been.
struct WrittenFileTests {
    @Test(arguments: Language.ofKit)
    func `a file that is whole in its place is not said to be missing`(language: Language) {
        let reason = FileFault.Reason.unconfirmed(path: "/x/all.json", number: EIO)
        let sentence = SystemReason.sentence(reason) { _ in LocalizedText(verbatim: "cannot be written") }
        #expect(sentence.string(in: language).contains("/x/all.json"))
        #expect(!sentence.string(in: language).contains("cannot be written"))
        #expect(CommandFault.file(path: "/x/all.json", reason: reason).sentence == sentence)
    }

    @Test func `no reason is a bare number`() {
        // Two that no call returns.
        for number in Int32(1)...133 where number != 41 && number != 58 {
            for language in Language.ofKit {
                let text = SystemReason.text(number).string(in: language)
                #expect(!text.contains(String(number)), "\(text)")
            }
        }
    }

    @Test func `a read that fails is not said to be damage`() {
        for code: Int32 in [14, 266, 522, 8458] {
            let fault = StoreFault.device(path: "/x.sqlite", code: code)
            #expect(fault.sentence.string(in: .english).contains("could not be read just now"))
        }
    }
}
