// SPDX-License-Identifier: GPL-3.0-or-later

/// Texts as Gammu writes them: the units of UTF-16 in hexadecimal digits, the higher byte first.
package enum GammuText {
    package static func digits(of text: String) -> String {
        text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }.map(ConcatenatedPart.digits).joined()
    }

    /// The unit in place of four signs that are no digits.
    static let unknown: UInt16 = 0xFFFD

    /// The units that digits stand for, four for each.
    ///
    /// - Parameter other: The unit in place of signs that are no digits.
    package static func units(of digits: String, else other: UInt16 = unknown) -> [UInt16] {
        let signs = Array(digits.utf8)
        return stride(from: 0, to: signs.count, by: 4).map { start in
            let four = signs[start..<min(start + 4, signs.count)]
            guard four.count == 4, four.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return other }
            return UInt16(String(decoding: four, as: UTF8.self), radix: 16) ?? other
        }
    }

    /// The units that bytes stand for.
    package static func units(of bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }

    /// The text of these units.
    package static func text(of units: [UInt16]) -> String {
        String(decoding: units, as: UTF16.self).replacing("\0", with: "\u{FFFD}")
    }

    /// The text in place of a missing part.
    private static let gap = Array(" … ".utf16)

    /// The text of numbered parts in their order, of which some of `total` may be missing.
    package static func text(of parts: [(number: Int, units: [UInt16])], total: Int) -> String {
        var units: [UInt16] = []
        var next = 1
        for part in parts {
            if part.number > next { units += gap }
            units += part.units
            next = part.number + 1
        }
        if next <= total { units += gap }
        return text(of: units)
    }
}
