// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The comparison of letters in a search for a name: without regard to case, accents and width.
package enum Folding {
    /// A text folded, character by character.
    package static func of(_ text: some StringProtocol) -> String { String(text.map(of)) }

    /// A character folded; always one character, so that places in a folded text are places in the text.
    package static func of(_ character: Character) -> Character {
        if let ascii = character.asciiValue {
            return ascii >= 0x41 && ascii <= 0x5A ? Character(Unicode.Scalar(ascii + 0x20)) : character
        }
        // Scripts without case need no tables; the forms of full width stand behind them.
        if let first = character.unicodeScalars.first?.value, (0x2E80...0xFEFF).contains(first) { return character }
        let folded = String(character).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return folded.first ?? character
    }
}
