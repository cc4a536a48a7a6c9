// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import Foundation
import SMSLogLogic

/// The text of tables: in UTF-8 or UTF-16 with a mark at its beginning, or in an older encoding of a country.
enum TableText {
    /// The text of a whole table, or of its beginning.
    static func whole(_ bytes: [UInt8]) -> String {
        let plain = WideText.utf8(bytes)
        return String(bytes: plain, encoding: .utf8) ?? old(plain)
    }

    /// A text without blanks and ends of lines around it; most have none, and need no tables of Unicode.
    static func trimmed(_ text: some StringProtocol) -> String {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return "" }
        let plain: ClosedRange<Unicode.Scalar> = "!"..."~"
        return plain.contains(first) && plain.contains(last)
            ? String(text) : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Bytes that are not UTF-8.
    static func old(_ bytes: [UInt8]) -> String {
        String(bytes: bytes, encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self)
    }
}
