// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Foundation

/// A backup of any number of text messages, in the format of “SMS Backup & Restore”.
///
/// Fifteen years of messages, most of them with a few of 500 people, oldest first.
package struct SampleBackup {
    /// The number of messages.
    package let size: Int
    /// A word that is in about half of them.
    package let commonWord = SampleWords().commonest
    /// A word that is in at most forty of them.
    package let rareWord = "zebrafish"
    /// The address of a person with many of them.
    package var address: String { Self.address(of: 0) }

    private static let people = 500

    /// Writes the file.
    ///
    /// - Throws: `FileFault` if it cannot be written.
    package func write(to path: String) throws {
        let file = try DraftWriter(for: path)
        try file.write("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"\(size)\">\n")
        var words = SampleWords()
        let span = 15.0 * 365 * 86_400_000
        let rareEvery = max(25_000, size / 40)
        for index in 0..<size {
            let date = 1_262_304_000_000 + Int(Double(index) / Double(size) * span) + words.below(4 * 86_400_000)
            let kind = 1 + words.below(2)
            let isRead = words.below(50) != 0
            let share = words.unit()
            let person = Int(Double(Self.people) * share * share * share)
            var body = words.next()
            for _ in 0..<(2 + words.below(18)) { body += " " + words.next() }
            if index % rareEvery == min(12_345, size / 2) { body += " " + rareWord }
            try file.write(
                """
                  <sms protocol="0" address="\(Self.address(of: person))" date="\(date)" type="\(kind)" subject="null" \
                body="\(body)." toa="null" sc_toa="null" service_center="null" read="\(isRead ? 1 : 0)" status="-1" \
                locked="0" date_sent="\(date - 1000)" sub_id="1" contact_name="Contact \(person)" />

                """)
        }
        try file.write("</smses>\n")
        try file.finish(waits: false)
    }

    private static func address(of person: Int) -> String { "+1555\(1_000_000 + person * 7919)" }
}

/// Words distributed as in a language: a few are in every second text, most are in very few.
///
/// The same words come in the same order each time, on any machine.
struct SampleWords {
    /// The number of different words.
    static let count = 20_000

    private let words: [String]
    /// The cumulative share of the words up to each one.
    private let shares: [Double]
    private var state: UInt64 = 20_240_607

    /// The most frequent word.
    var commonest: String { words[0] }

    init() {
        let syllables = [
            "ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu", "ya", "ze", "cho",
            "sha", "tri", "gra", "blo", "ne", "la", "wi", "ster",
        ]
        words = (0..<Self.count).map { number in
            var (word, rest) = ("", number)
            repeat {
                word += syllables[rest % syllables.count]
                rest /= syllables.count
            } while rest > 0
            return word.utf8.count < 3 ? word + "n" : word
        }
        // Zipf’s law: the word of rank n is 1/n as frequent as the first one.
        var sum = 0.0
        let sums = (1...Self.count).map { rank in
            sum += 1 / Double(rank)
            return sum
        }
        shares = sums.map { $0 / sum }
    }

    /// Returns a random word, by frequency.
    mutating func next() -> String {
        let drawn = unit()
        var (low, high) = (0, shares.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if shares[middle] < drawn { low = middle + 1 } else { high = middle }
        }
        return words[low]
    }

    /// Returns a random number from 0 up to, but not including, `bound`.
    mutating func below(_ bound: Int) -> Int { Int(unit() * Double(bound)) }

    /// Returns a random number from 0 up to, but not including, 1.
    mutating func unit() -> Double {
        // SplitMix64: G. Steele, D. Lea, C. Flood, “Fast splittable pseudorandom number generators” (2014).
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) / 9_007_199_254_740_992
    }
}
