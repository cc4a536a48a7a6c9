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
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// A name as it is meant: without marks, the tilde before names that are not of the phone’s book, and blanks around.
    static func name(_ text: some StringProtocol) -> String {
        var name = plain(text).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")[...]
        name = name.drop { $0 == "~" || $0.isWhitespace }
        // What joins the members of a group is in no name.
        return name.trimmingCharacters(in: .whitespaces).replacing("~", with: "∼").replacing("\0", with: "\u{FFFD}")
    }
}
