// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Marks of direction, which WhatsApp puts before what it says itself and around numbers.
enum ChatMarks {
    /// Before what iOS says itself.
    static let own: Unicode.Scalar = "\u{200E}"

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": true
        default: false
        }
    }

    /// A text without them.
    static func plain(_ text: some StringProtocol) -> String {
        // All of them begin with one of these bytes.
        guard text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xEF }) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// The first line of a text, most of which have one.
    static func firstLine<Text: StringProtocol>(of text: Text) -> Text.SubSequence {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 } ? text[...] : text.prefix { !$0.isNewline }
    }

    /// A name as it is meant: without marks, the tilde before names that are not of the phone’s book, and blanks around.
    static func name(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < UInt8(ascii: "~") }) {
            let scalars = text.unicodeScalars
            guard let first = scalars.firstIndex(where: { $0 != " " }),
                let last = scalars.lastIndex(where: { $0 != " " })
            else { return "" }
            return String(text[first...last])
        }
        var name = plain(text).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")[...]
        name = name.drop { $0 == "~" || $0.isWhitespace }
        // What joins the members of a group is in no name.
        return name.trimmingCharacters(in: .whitespaces).replacing("~", with: "∼").replacing("\0", with: "\u{FFFD}")
    }
}
