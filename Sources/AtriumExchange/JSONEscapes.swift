// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// Replaces escapes of JSON for invalid characters, and counts them.
///
/// Programs write half a pair of surrogates if they have cut a text; U+0000 is useless in any store or list.
/// Each becomes U+FFFD.
public struct JSONEscapes: Sendable {
    private static let length = 6
    private static let replacement = Array("\\uFFFD".utf8)

    /// The number of replaced escapes.
    public private(set) var replaced = 0

    /// Counts from 0.
    public init() {}

    /// A text without such escapes, byte for byte as long.
    public mutating func mended(_ text: some Sequence<UInt8>) -> Data {
        var text = Array(text)
        var index = text.firstIndex(of: UInt8(ascii: "\\")) ?? text.count
        while index < text.count {
            guard text[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = Self.unit(in: text, at: index) else {
                // The byte after the backslash begins no escape, whatever the two stand for.
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
