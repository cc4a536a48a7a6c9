// SPDX-License-Identifier: GPL-3.0-or-later

/// What stands at a place of a text in UTF-8.
enum MarkdownBytes {
    /// The scalar that begins at a place, and how many bytes it has; nil at the end, or within a scalar.
    static func scalar<Bytes: RandomAccessCollection>(
        _ bytes: Bytes, at index: Int
    ) -> (scalar: Unicode.Scalar, length: Int)? where Bytes.Element == UInt8, Bytes.Index == Int {
        guard index < bytes.endIndex else { return nil }
        let first = bytes[index]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC0, index + length <= bytes.endIndex else { return nil }
        var value = UInt32(first) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
        for place in (index + 1)..<(index + length) { value = value << 6 | UInt32(bytes[place] & 0x3F) }
        return Unicode.Scalar(value).map { ($0, length) }
    }

    /// The scalar that ends before a place; nil at the start.
    static func scalar<Bytes: RandomAccessCollection>(
        _ bytes: Bytes, before index: Int
    ) -> Unicode.Scalar? where Bytes.Element == UInt8, Bytes.Index == Int {
        var start = index - 1
        while start >= bytes.startIndex, index - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start >= bytes.startIndex ? scalar(bytes, at: start)?.scalar : nil
    }

    static func isASCIIWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? (0x61...0x7A).contains(scalar.value | 0x20) : scalar.properties.isAlphabetic
    }

    static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? (0x30...0x39).contains(scalar.value) : scalar.properties.numericType != nil
    }

    static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// Punctuation that is not ASCII, and no symbol.
    static func isForeignPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII, !isPlainEastAsian(scalar) else { return false }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return true
        default: return false
        }
    }

    /// Ideographs and Hangul, without a look into the tables.
    private static func isPlainEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        (0x3400...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
    }
}
