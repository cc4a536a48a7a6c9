// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines of a text in UTF-8, each without its end: what `Character.isNewline` takes for one.
package struct TextLines: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the next line starts; nil after the last one.
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

    /// How many bytes the end of a line has that may stand here; nil for anything else.
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
