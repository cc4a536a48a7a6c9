// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// Texts as Gammu writes them: the units of UTF-16 in hexadecimal digits, the higher byte first.
enum GammuText {
    /// The digits of a text.
    static func digits(of text: String) -> String {
        text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }.map(ConcatenatedPart.digits).joined()
    }

    /// The units that digits stand for.
    static func units(of digits: String) -> [UInt16] { units(of: [UInt8](hexadecimalDigits: digits)) }

    /// The units that bytes stand for.
    static func units(of bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }

    /// The text of these units.
    static func text(of units: [UInt16]) -> String {
        String(decoding: units, as: UTF16.self).replacing("\0", with: "\u{FFFD}")
    }
}
