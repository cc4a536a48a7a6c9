// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import MessageFormats
@testable import SMSLogLogic

/// Dates that are read by their bytes.
struct PlainDateTests {
    private static let signs = ["/", ".", "-", ":", " ", ""]
    private static let gaps = [", ", " ", ",", "  ", ". ", "T", ""]
    private static let ends = [
        "", " PM", " am", "\u{202F}PM", "pm", " p.m.", " Uhr", "Z", " amp", ":7", "/5", " 12", "\u{200E}",
    ]

    private static func date(_ dice: inout Dice) -> String {
        func pick(_ words: [String]) -> String { words.randomElement(using: &dice) ?? "" }
        func number() -> String {
            let number = [dice.roll(13), dice.roll(62), dice.roll(2_500), dice.roll(30_000)][dice.roll(4)]
            return dice.roll(2) == 0 ? String(number) : String("0\(number)".suffix(2))
        }
        let sign = pick(signs)
        let clock = [number(), number(), number()].prefix(2 + dice.roll(2)).joined(
            separator: dice.roll(9) == 0 ? "." : ":")
        let other = dice.roll(9) == 0 ? pick(signs) : sign
        return number() + sign + number() + other + number() + pick(gaps) + clock + pick(ends)
    }

    @Test func `bytes say the same as characters`() {
        var dice = Dice(seed: 7)
        var read = 0
        for _ in 0..<20_000 {
            let text = Self.date(&dice)
            guard let plain = PlainDate(text) else { continue }
            read += 1
            #expect(WrittenDate(plain) == WrittenDate(Array(text.unicodeScalars), isWhole: true), "\(text)")
        }
        #expect(read > 400)
    }

    @Test func `a header of a chat is the same in bytes and in characters`() {
        var dice = Dice(seed: 8)
        var read = 0
        for _ in 0..<20_000 {
            let date = Self.date(&dice)
            let line =
                dice.roll(2) == 0 ? "[\(date)]\u{A0} Ana: a - b" : "\(date) -\(dice.roll(9) == 0 ? "" : " ") Ana: x] y"
            // Of a line that begins with this mark the characters are read.
            let (bytes, characters) = (ChatHeader(line), ChatHeader("\u{202A}" + line))
            if bytes != nil { read += 1 }
            #expect(bytes?.moment == characters?.moment, "\(line)")
            #expect(bytes?.style == characters?.style, "\(line)")
            #expect(bytes?.written == characters?.written, "\(line)")
            #expect(bytes?.rest == characters?.rest, "\(line)")
        }
        #expect(read > 400)
    }

    @Test func `the order of dates is told the same by days in a row`() {
        var dice = Dice(seed: 9)
        for _ in 0..<300 {
            var (once, again) = (DateEvidence(), DateEvidence())
            let days = (0..<4).map { _ in "\(1 + dice.roll(31))/\(1 + dice.roll(31))/20\(10 + dice.roll(3)) 10:00" }
            for day in days {
                guard let date = PlainDate(day).map({ WrittenDate($0) }) else { continue }
                once.add(date)
                for _ in 0..<2 { again.add(date) }
            }
            #expect(once.order == again.order, "\(days)")
        }
    }
}
