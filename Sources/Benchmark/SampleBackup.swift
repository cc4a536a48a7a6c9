// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// A backup of as many text messages as one wants, as “SMS Backup & Restore” writes it.
///
/// Fifteen years of messages, most of them with a few of 500 people, oldest first.
package struct SampleBackup {
    /// How many messages there are.
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
    /// - Throws: `FileFault` where it cannot be written.
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

/// Words as a language has them: a few are in every second text, most are in hardly any.
///
/// The same words come in the same order each time, on any machine.
struct SampleWords {
    /// How many different words there are.
    static let count = 20_000

    private let words: [String]
    /// The share of the words up to each one.
    private let shares: [Double]
    private var state: UInt64 = 20_240_607

    /// The word that comes most often.
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
        // Zipf’s law: the word of rank n comes 1/n as often as the first one.
        var sum = 0.0
        let sums = (1...Self.count).map { rank in
            sum += 1 / Double(rank)
            return sum
        }
        shares = sums.map { $0 / sum }
    }

    /// A word, drawn by how often it comes.
    mutating func next() -> String {
        let drawn = unit()
        var (low, high) = (0, shares.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if shares[middle] < drawn { low = middle + 1 } else { high = middle }
        }
        return words[low]
    }

    /// A number from 0 on, below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(unit() * Double(bound)) }

    /// A number from 0 on, below 1.
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
