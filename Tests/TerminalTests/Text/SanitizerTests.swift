// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Dice
import Testing

struct SanitizerTests {
    @Test func everyC0ControlHasAPicture() {
        for value in UInt8(0)..<0x20 where value != 9 {
            let picture = Unicode.Scalar(0x2400 + UInt32(value)).map { String($0) }
            #expect(Sanitizer.visible(String(Unicode.Scalar(value))) == picture)
        }
        #expect(Sanitizer.visible("\u{7F}") == "␡")
        #expect(Sanitizer.visible("\u{1B}[31mred") == "␛[31mred")
    }

    @Test(arguments: [
        ("a\tb", "a   b"), ("\ta", "    a"), ("abcd\te", "abcd    e"), ("a\t\tb", "a       b"), ("你\tx", "你  x"),
        ("a\u{1B}\tx", "a␛  x"), ("ab\nc\td", "ab\nc   d"),
    ])
    func `a tab goes to the next stop`(text: String, shown: String) {
        #expect(Sanitizer.visible(text, keepingNewlines: true) == shown)
    }

    @Test func everyC1ControlIsItsNumber() {
        for value in UInt8(0x80)..<0xA0 {
            let number = String(value, radix: 16, uppercase: true)
            #expect(Sanitizer.visible("x\(Unicode.Scalar(value))y") == "x⟨\(number)⟩y")
        }
    }

    @Test(arguments: [
        0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x61C, 0x2028, 0x2029,
        0x200B, 0x2060, 0xFEFF, 0xAD, 0x180E, 0xE0001, 0xE0041, 0x3164, 0xFFA0, 0xFFF9, 0x1D173, 0x206F, 0x34F, 0x115F,
        0x1160, 0x17B4, 0x17B5, 0x2800, 0x1D159, 0x16FE4, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xFE00,
        0xFE0F,
    ])
    func deceivingCharactersAreTheirNumber(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(Sanitizer.visible("a\(scalar)b") == "a⟨\(String(value, radix: 16, uppercase: true))⟩b")
    }

    @Test(arguments: [
        "plain", "你好，世界。", "“quoted” – it’s…", "1 000 €", "👨‍👩‍👧", "❤️‍🔥", "👩🏽‍🚀", "1️⃣", "🇫🇷", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم", "क्‍ष", "☃︎", "葛󠄀",
        "ᠮᠣᠩᠭᠣᠯ᠋",
        "a\u{205F}b", "‼️", "👨‍👩‍👧‍👦", "👩🏻‍❤️‍💋‍👩🏽", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}", "🏴‍☠️", "🏳️‍🌈", "श्रीमान् क्षत्रिय", "ཧྐྵྨླྺྼྻྂ", "한글",
        "\u{1112}\u{1161}\u{11AB}", "ᠠ\u{180E}ᠠ", "辻\u{FE00}", "✓\u{FE0E}", "שָׁלוֹם", "السلام عليكم ورحمة", "กำลังใจที่ดี",
        "0\u{FE00}",
    ])
    func honestTextStays(text: String) {
        #expect(Array(Sanitizer.visible(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("\u{200F}שלום\u{200E} 12", "שלום 12"), ("של\u{AD}ום", "שלום"), ("مرحبا\u{200F}!", "مرحبا!"),
        ("שלום\u{2060}עולם", "שלוםעולם"),
        ("א\u{200D}ב\u{200C}\u{FE0F}", "אב"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("\u{61C}١٢ درهم", "١٢ درهم"),
        ("שלום pay\u{200D}pal", "שלום pay⟨200D⟩pal"), ("שלום \u{202E}abc\u{2066}", "שלום ⟨202E⟩abc⟨2066⟩"),
        ("abc\u{200E}", "abc⟨200E⟩"), ("שלום\u{E0101}", "שלום⟨E0101⟩"),
    ])
    func whatComesWithTextFromRightToLeftIsLeftOut(text: String, shown: String) {
        let visible = Sanitizer.visible(text)
        #expect(Array(visible.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(Sanitizer.visible(visible) == visible)
    }

    @Test func joinersAndSelectorsWithoutAMeaningShow() {
        #expect(Sanitizer.visible("pay\u{200D}pal") == "pay⟨200D⟩pal")
        #expect(Sanitizer.visible("pay\u{200C}pal") == "pay⟨200C⟩pal")
        #expect(Sanitizer.visible("👍\u{200D}a") == "👍⟨200D⟩a")
        #expect(Sanitizer.visible("❤\u{FE0F}\u{FE0E}\u{FE0E}") == "❤\u{FE0F}⟨FE0E⟩⟨FE0E⟩")
        #expect(Sanitizer.visible("a\u{FE0F}b\u{FE01}c\u{E0100}") == "a⟨FE0F⟩b⟨FE01⟩c⟨E0100⟩")
        #expect(Sanitizer.visible("🏴\u{E0067}\u{E0062}") == "🏴⟨E0067⟩⟨E0062⟩")
        #expect(Sanitizer.visible("\u{E0101}") == "⟨E0101⟩")
        #expect(Sanitizer.visible("x\u{E0061}") == "x⟨E0061⟩")
    }

    @Test func whatStandsInOnePlaceIsLimited() {
        let marks = String(repeating: "\u{301}", count: 9_003)
        let eight = String(repeating: "\u{301}", count: 8)
        #expect(Sanitizer.visible("Z\(marks)a") == "Z\(eight)⟨+8995⟩a")
        #expect(Sanitizer.visible("Z\(eight)a") == "Z\(eight)a")
        #expect(Sanitizer.visible("\u{1B}Z\(marks)") == "␛Z\(eight)⟨+8995⟩")
        #expect(Sanitizer.visible(String(repeating: "😀\u{200D}", count: 9_000)).unicodeScalars.count < 60)
    }

    /// Of every scalar there is, behind a letter, a flag and an ideograph, alone and many times.
    @Test func nothingThatShowsNothingPassesAndNothingWithoutLimit() {
        var passed: [String] = []
        var long: [String] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let shows =
                !properties.isDefaultIgnorableCodePoint && !properties.isNoncharacterCodePoint && value != 0x2800
                && ![.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            for text in shows ? [] : ["a\(scalar)b", "🏴\(scalar)"] {
                // A flag has two forms.
                if text.unicodeScalars.first == "🏴", (0xFE0E...0xFE0F).contains(value) { continue }
                if Sanitizer.visible(text).unicodeScalars.contains(scalar) { passed.append(String(value, radix: 16)) }
            }
            guard "\(scalar)\(scalar)\(scalar)".count < 3 else { continue }
            for start in ["", "a", "क", "☃"] {
                let visible = Sanitizer.visible(start + String(repeating: Character(scalar), count: 100))
                let isStable = Sanitizer.visible(visible).unicodeScalars.elementsEqual(visible.unicodeScalars)
                if !isStable || visible.contains(where: { $0.unicodeScalars.count > 33 }) {
                    long.append(String(value, radix: 16))
                }
            }
        }
        #expect(passed == [])
        #expect(long == [])
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

    /// What is too much is counted by graphemes, also where it is found without them.
    @Test func `marks beyond eight are counted in each grapheme`() {
        var generator = Dice(seed: 11)
        let bases = ["Z", "é", "界", "\n", "각", "क्ष", "👩", "🇫🇷", "\u{1100}", "ก", " "]
        let marks = ["\u{301}", "\u{36F}", "\u{5BF}", "\u{102B}", "\u{903}", "\u{20DD}", "\u{E31}"]
        for _ in 0..<400 {
            var text = ""
            for _ in 0...generator.roll(6) {
                text += bases[generator.roll(bases.count)]
                let mark = generator.roll(4) == 0 ? nil : marks[generator.roll(marks.count)]
                for _ in 0..<generator.roll(15) { text += mark ?? marks[generator.roll(marks.count)] }
            }
            let clean = Sanitizer.visible(text, keepingNewlines: true)
            // The first of marks that stand on nothing is what the others stand on.
            for character in clean where character.unicodeScalars.count > Sanitizer.marks + 1 {
                var run = 0
                for scalar in character.unicodeScalars {
                    run = Sanitizer.isMark(scalar) ? run + 1 : 0
                    #expect(run <= Sanitizer.marks, "\(text.debugDescription)")
                }
            }
            let number = /⟨\+(\d+)⟩/.matchingSemantics(.unicodeScalar)
            let counted = clean.matches(of: number).reduce(0) { $0 + (Int($1.1) ?? 0) }
            let kept = clean.replacing(number, with: "").unicodeScalars.count
            #expect(kept + counted == text.unicodeScalars.count)
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
