// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// Tells the number from the text where somebody has typed a number with blanks in it, such as `8123 4567 hello`.
///
/// A part of a number is never sent as a text: where it is not known by its messages or its contact which is meant,
/// it is for the user to say.
struct Recipient {
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
            rest = rest.drop(while: \.isWhitespace)
            let next = rest.prefix { !$0.isWhitespace }
            guard Self.isNumber(next) else { break }
            number += " " + next
            rest = rest.dropFirst(next.count)
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

extension SMSLogService {
    /// To whom a text is to be sent whose number may have been typed with blanks, of which the first word is `word`.
    ///
    /// - Returns: The number, and what of `text` is no part of it.
    /// - Throws: `SMSLogFault.severalNumbers`.
    package func recipient(_ word: String, before text: String) async throws -> (number: String, text: String) {
        let recipient = Recipient(word, text)
        guard let longest = recipient.long.first else { return (word, text) }
        var known: [Recipient.Reading] = []
        for reading in recipient.long + [recipient.short] where try await isKnown(Address(reading.number)) {
            known.append(reading)
        }
        guard known.count == 1, let reading = known.first else {
            throw SMSLogFault.severalNumbers(first: word, joined: longest.number, rest: longest.text)
        }
        return (reading.number, reading.text)
    }
}
