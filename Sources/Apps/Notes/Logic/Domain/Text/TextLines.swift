// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines of a text in UTF-8, each without its end, as defined by `Character.isNewline`.
package struct TextLines: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The start of the next line; `nil` after the last one.
    private var start: Int? = 0

    /// The lines of these bytes, which the caller keeps in place as long as it asks for lines.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    package mutating func next() -> Range<Int>? {
        guard let start else { return nil }
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if (0x0A...0x0D).contains(byte) || byte >= 0xC2, let length = endLength(at: index, byte) {
                self.start = index + length
                return start..<index
            }
            index += 1
        }
        self.start = nil
        return start..<index
    }

    /// The first line of a text, and what follows its end.
    package static func first(of text: String) -> (line: Substring, rest: Substring) {
        let ends = text.utf8.withContiguousStorageIfAvailable { bytes in
            var lines = TextLines(bytes)
            let end = lines.next()?.upperBound ?? 0
            return (end, lines.start ?? bytes.count)
        }
        guard let (end, next) = ends else {
            let line = text.prefix { !$0.isNewline }
            return (line, text[line.endIndex...].dropFirst())
        }
        func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
        return (text[..<index(end)], text[index(next)...])
    }

    /// The number of bytes of the line end at this index; `nil` for anything else.
    private func endLength(at index: Int, _ byte: UInt8) -> Int? {
        func follows(_ distance: Int, _ other: UInt8) -> Bool {
            index + distance < bytes.count && bytes[index + distance] == other
        }
        switch byte {
        case 0x0D: return follows(1, 0x0A) ? 2 : 1
        case 0x0A...0x0C: return 1
        // U+0085, U+2028 and U+2029 in UTF-8.
        case 0xC2: return follows(1, 0x85) ? 2 : nil
        case 0xE2: return follows(1, 0x80) && (follows(2, 0xA8) || follows(2, 0xA9)) ? 3 : nil
        default: return nil
        }
    }
}

extension StringProtocol {
    /// The text without the ends of lines at its two ends: U+000A to U+000D, U+0085, U+2028 and U+2029.
    ///
    /// Foundation trims by way of UTF-16, at ten times the cost, which every note of an import would pay.
    package var withoutOuterLineEnds: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !Self.endsLine($0) }),
            let last = scalars.lastIndex(where: { !Self.endsLine($0) })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension String {
    /// The line end of the text, as its first line has it.
    package var lineEnd: String {
        guard let feed = utf8.firstIndex(of: 0x0A), feed > utf8.startIndex, utf8[utf8.index(before: feed)] == 0x0D
        else {
            return "\n"
        }
        return "\r\n"
    }
}

extension String {
    /// The text with replacements in these places, which are in order and do not overlap; in one pass.
    ///
    /// - Parameter places: Their ranges in UTF-8, between characters.
    package func replacing(_ places: [(range: Range<Int>, text: String)]) -> String {
        guard !places.isEmpty else { return self }
        var result = ""
        var end = startIndex
        for place in places {
            let start = utf8.index(startIndex, offsetBy: place.range.lowerBound)
            result += self[end..<start]
            result += place.text
            end = utf8.index(startIndex, offsetBy: place.range.upperBound)
        }
        return result + self[end...]
    }
}
