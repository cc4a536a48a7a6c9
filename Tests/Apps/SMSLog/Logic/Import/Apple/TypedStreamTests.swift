// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Foundation
import Testing

@testable import MessageFormats
@testable import SMSLogLogic

/// The text of attributed strings.
@Suite struct TypedStreamTests {
    @Test(arguments: [0, 1, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 100_000])
    func textsOfAnyLength(_ count: Int) {
        for isMutable in [false, true] {
            let text = String(repeating: "x", count: count)
            #expect(TypedStream.text(of: TypedStreamBytes.archive(text, isMutable: isMutable)) == text)
        }
    }

    @Test func textsOfAnyCharacters() {
        for text in ["Noter test", "é\u{FFFC}😀\u{86}\u{84}", "NSString \u{1}+", "مرحبا", "line\nline"] {
            #expect(TypedStream.text(of: TypedStreamBytes.archive(text)) == text)
        }
    }

    @Test func whatIsCutOffIsNoText() {
        let text = String(repeating: "ab", count: 200)
        let whole = TypedStreamBytes.archive(text)
        for count in whole.indices {
            let found = TypedStream.text(of: Array(whole[..<count]))
            #expect(found == nil || found == text)
        }
        #expect(TypedStream.text(of: []) == nil)
        let start = Array("NSString".utf8) + [1, 0x94, 0x84, 1, 0x2B]
        for count: [UInt8] in [[], [5], [0x81], [0x81, 0xFF], [0x82, 0xFF, 0xFF, 0xFF, 0xFF], [0x80], [0x83], [0xFF]] {
            #expect(TypedStream.text(of: start + count) == nil)
        }
        #expect(TypedStream.text(of: start + [2, 0xFF, 0x41]) == "\u{FFFD}A")
    }

    @Test func hostileBytesDoNoHarm() {
        var dice = Dice(seed: 11)
        let samples = [TypedStreamBytes.archive("Hello"), TypedStreamBytes.archive(String(repeating: "é", count: 300))]
        for _ in 0..<20_000 {
            var bytes = samples[dice.roll(samples.count)]
            for _ in 0...dice.roll(8) {
                switch dice.roll(3) {
                case 0: bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256))
                case 1: bytes.insert(UInt8(dice.roll(256)), at: dice.roll(bytes.count))
                default: if bytes.count > 1 { bytes.removeLast(dice.roll(bytes.count)) }
                }
            }
            if let text = TypedStream.text(of: bytes) { #expect(text.unicodeScalars.count <= bytes.count) }
        }
    }
}
