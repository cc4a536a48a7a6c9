// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells the number from the text where somebody has typed a number with blanks in it, such as `8123 4567 hello`.
///
/// A part of a number is never sent as a text: where it is not known by its messages or its contact which is meant,
/// it is for the user to say.
struct SpacedNumber {
    /// How the words can be taken: the number, and the text that is left.
    struct Reading {
        let number: String
        let text: String
    }

    /// The first word alone.
    let short: Reading
    /// The first word with those that may belong to it, the most first; none where the first one is a whole number.
    let long: [Reading]

    init(_ word: String, _ text: String) {
        short = Reading(number: word, text: text)
        var number = word
        var rest = text[...]
        var long: [Reading] = []
        while Self.isNumber(word), !Self.isInternational(word) {
            let next = rest.takeWord()
            guard Self.isNumber(next) else { break }
            number += " " + next
            guard Self.digits(in: number) <= Self.mostDigits else { break }
            long.append(Reading(number: number, text: String(rest.drop(while: \.isWhitespace))))
        }
        self.long = long.reversed()
    }

    /// E.164 has no more.
    private static let mostDigits = 15

    private static func digits(in text: some StringProtocol) -> Int { text.utf8.count { $0 &- 0x30 < 10 } }

    /// Digits with what people put between them.
    private static func isNumber(_ word: some StringProtocol) -> Bool {
        digits(in: word) > 0 && word.unicodeScalars.allSatisfy { "0123456789+-.()/".unicodeScalars.contains($0) }
    }

    /// Whether a number is whole by itself: with the country’s code, and as long as the shortest of these.
    private static func isInternational(_ word: String) -> Bool { word.hasPrefix("+") && digits(in: word) >= 10 }
}
