// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Terminal
import Testing

struct SanitizerTests {
    @Test func everyC0ControlHasAPicture() {
        for value in UInt8(0)..<0x20 where value != 9 {
            let picture = Unicode.Scalar(0x2400 + UInt32(value)).map { String($0) }
            #expect(Sanitizer.visible(String(Unicode.Scalar(value))) == picture)
        }
        #expect(Sanitizer.visible("a\tb") == "a    b")
        #expect(Sanitizer.visible("\u{7F}") == "␡")
        #expect(Sanitizer.visible("\u{1B}[31mred") == "␛[31mred")
    }

    @Test func everyC1ControlIsItsNumber() {
        for value in UInt8(0x80)..<0xA0 {
            let number = String(value, radix: 16, uppercase: true)
            #expect(Sanitizer.visible("x\(Unicode.Scalar(value))y") == "x⟨\(number)⟩y")
        }
    }

    @Test(arguments: [
        0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x61C, 0x2028, 0x2029,
        0x200B, 0x2060, 0xFEFF, 0xAD, 0x180E, 0xE0001, 0xE0041, 0x3164, 0xFFA0, 0xFFF9, 0x1D173, 0x206F,
    ])
    func deceivingCharactersAreTheirNumber(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(Sanitizer.visible("a\(scalar)b") == "a⟨\(String(value, radix: 16, uppercase: true))⟩b")
    }

    @Test(arguments: [
        "plain", "你好，世界。", "“quoted” – it’s…", "1 000 €", "👨‍👩‍👧", "❤️‍🔥", "👩🏽‍🚀", "1️⃣", "🇫🇷", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم", "क्‍ष", "☃︎", "葛󠄀",
        "ᠮᠣᠩᠭᠣᠯ᠋",
        "a\u{205F}b", "‼️",
    ])
    func honestTextStays(text: String) {
        #expect(Array(Sanitizer.visible(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func joinersAndSelectorsWithoutAMeaningShow() {
        #expect(Sanitizer.visible("pay\u{200D}pal") == "pay⟨200D⟩pal")
        #expect(Sanitizer.visible("pay\u{200C}pal") == "pay⟨200C⟩pal")
        #expect(Sanitizer.visible("👍\u{200D}a") == "👍⟨200D⟩a")
        #expect(Sanitizer.visible("a\u{FE0F}\u{FE0E}\u{FE0E}") == "a\u{FE0F}⟨FE0E⟩⟨FE0E⟩")
        #expect(Sanitizer.visible("\u{E0101}") == "⟨E0101⟩")
        #expect(Sanitizer.visible("x\u{E0061}") == "x⟨E0061⟩")
    }

    @Test func newlines() {
        #expect(Sanitizer.visible("a\nb") == "a␊b")
        #expect(Sanitizer.visible("a\r\nb") == "a␍␊b")
        #expect(Sanitizer.visible("a\r\nb\n\rc", keepingNewlines: true) == "a\nb\n␍c")
        #expect(Sanitizer.visible("a\u{2028}b", keepingNewlines: true) == "a⟨2028⟩b")
    }

    @Test(arguments: [false, true])
    func nothingDangerousIsLeftAndASecondTimeChangesNothing(keepingNewlines: Bool) {
        var generator = Dice(seed: 4)
        for _ in 0..<800 {
            let text = RandomText.dangerous(upTo: 12, using: &generator)
            let visible = Sanitizer.visible(text, keepingNewlines: keepingNewlines)
            for scalar in visible.unicodeScalars where !(keepingNewlines && scalar == "\n") {
                #expect(scalar.properties.generalCategory != .control, "\(text.debugDescription)")
                #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
                #expect(![0x200B, 0x200E, 0x200F, 0x61C, 0x2028, 0x2029, 0xFEFF].contains(scalar.value))
            }
            let again = Sanitizer.visible(visible, keepingNewlines: keepingNewlines)
            #expect(Array(again.unicodeScalars) == Array(visible.unicodeScalars), "\(text.debugDescription)")
        }
    }

    @Test func noFormatCharacterPassesAlone() throws {
        // Visible format characters, and those whose script spells with them.
        let allowed: Set<UInt32> = [
            0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
        ]
        // Beyond the first planes there are only ideographs, tags and private use.
        for value in Array(UInt32(0)..<0x1_E000) + Array(0xE_0000..<0xE_1000) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                guard !allowed.contains(value) else { continue }
                #expect(
                    !Sanitizer.visible("a\(scalar)").unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
            default: break
            }
        }
    }
}
