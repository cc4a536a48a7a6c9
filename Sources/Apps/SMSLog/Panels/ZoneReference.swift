// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import Session

/// A time zone that somebody names: `Europe/Paris`, `UTC`, `+02:00`.
struct ZoneReference: CommandValue, Hashable {
    /// The time zone.
    let timeZone: Zone
    /// As it was typed.
    let word: String

    /// - Throws: `CommandFault.notSuchAs` for what names none.
    init(_ word: CommandWord, of name: String) throws(CommandFault) {
        guard let zone = Self.zone(word.text) else {
            throw .notSuchAs(name: name, value: word.text, examples: ["Europe/Paris", "UTC", "+02:00"])
        }
        timeZone = zone
        self.word = word.text
    }

    private static func zone(_ text: String) -> Zone? {
        guard let sign = text.first, "+-".contains(sign) else {
            // Abbreviations are not told apart: CST is three of them.
            return text.contains("/") || text == "UTC" ? Zone(identifier: text) : nil
        }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard parts.count < 3, [2, 4].contains(digits.count), digits.allSatisfy(\.isNumber),
            let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)), hours < 15, minutes < 60
        else { return nil }
        return Zone(secondsFromGMT: (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
    }
}
