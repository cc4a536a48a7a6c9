// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Reads objects of JSON that have escapes for what is no character, and counts those.
///
/// Programs write half a pair of surrogates where they have cut a text; of U+0000 no store and no list can make anything.
/// Each becomes U+FFFD.
struct JSONEscapes {
    private static let length = 6
    private static let replacement = Array("\\uFFFD".utf8)

    /// How many were replaced.
    private(set) var replaced = 0

    /// The row that a text is; nil for what is none.
    mutating func row(_ text: some Sequence<UInt8>) -> JSONRow? {
        JSONRow(try? JSONSerialization.jsonObject(with: mended(text)))
    }

    /// The same without such escapes, byte for byte as long.
    mutating func mended(_ text: some Sequence<UInt8>) -> Data {
        var text = Array(text)
        var index = text.firstIndex(of: UInt8(ascii: "\\")) ?? text.count
        while index < text.count {
            guard text[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = Self.unit(in: text, at: index) else {
                // Whatever it stands for, what follows begins none.
                index += 2
                continue
            }
            if UTF16.isLeadSurrogate(unit), let next = Self.unit(in: text, at: index + Self.length),
                UTF16.isTrailSurrogate(next)
            {
                index += Self.length
            } else if unit == 0 || UTF16.isSurrogate(unit) {
                text.replaceSubrange(index..<index + Self.length, with: Self.replacement)
                replaced += 1
            }
            index += Self.length
        }
        return Data(text)
    }

    /// The unit of UTF-16 whose escape begins at an index.
    private static func unit(in text: [UInt8], at index: Int) -> UInt16? {
        guard index + length <= text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for byte in text[index + 2..<index + length] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
