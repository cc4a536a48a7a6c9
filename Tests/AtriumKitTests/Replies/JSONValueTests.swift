// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal
import Dice
import Foundation
import Testing

/// What `--json` writes of texts that want to do harm.
struct JSONValueTests {
    private func read(_ text: String) throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        return try #require(value as? String)
    }

    /// Whether a terminal shows a line as it is: with nothing that moves, hides or turns anything.
    private func isHarmless(_ text: String) -> Bool {
        let categories: [Unicode.GeneralCategory] = [
            .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
        ]
        return Sanitizer.visible(text) == text
            && text.unicodeScalars.allSatisfy {
                !categories.contains($0.properties.generalCategory) && !$0.properties.isNoncharacterCodePoint
                    && !$0.properties.isDefaultIgnorableCodePoint
            }
    }

    @Test func `every character is harmless, and reads back as it is`() throws {
        for plane in 0...16 {
            var all = String.UnicodeScalarView()
            for value in UInt32(plane) << 16..<UInt32(plane + 1) << 16 {
                guard let scalar = Unicode.Scalar(value) else { continue }
                all.append(scalar)
                // So that no grapheme comes together that is too long to be shown.
                all.append(" ")
            }
            let text = JSONValue.string(String(all)).text
            #expect(isHarmless(text), "plane \(plane)")
            #expect(try Array(read(text).unicodeScalars) == Array(all))
        }
    }

    @Test func `random texts of what deceives are harmless, and read back as they are`() throws {
        var dice = Dice(seed: 12)
        let scalars = Array(
            "\u{1B}[2J\u{9B}\u{7}\u{202E}\u{2066}\u{200B}\u{200D}\u{FE0F}\u{E0100}\u{E0067}\u{E007F}\u{1F3F4}\u{301}\u{20DD}\u{2028}\"\\\r\n\tab中\u{FFFF}\u{FEFF}\u{115F}"
                .unicodeScalars)
        for _ in 0..<2_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<dice.roll(40) {
                let scalar = scalars[dice.roll(scalars.count)]
                for _ in 0...(dice.roll(10) == 0 ? dice.roll(60) : 0) { text.append(scalar) }
            }
            let written = JSONValue.object([(String(text), .array([.string(String(text))]))]).text
            #expect(isHarmless(written), "\(Array(text))")
            let value = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: [String]]
            let key = try #require(value?.keys.first)
            #expect(Array(key.unicodeScalars) == Array(text))
            #expect(value?[key].map { Array($0[0].unicodeScalars) } == Array(text))
        }
    }
}
