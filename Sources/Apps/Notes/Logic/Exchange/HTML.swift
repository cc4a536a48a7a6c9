// SPDX-License-Identifier: GPL-3.0-or-later

/// Text as HTML has it (WHATWG HTML, 13.3).
enum HTML {
    /// Text that is no markup, in an element or in a quoted attribute.
    static func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        append(text, to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Adds text that is no markup to what is written.
    static func append(_ text: String, to result: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0[...], to: &result) }
    }

    /// Adds text that is no markup, and stands in UTF-8, to what is written.
    static func append<Bytes: RandomAccessCollection>(_ text: Bytes, to result: inout [UInt8])
    where Bytes.Element == UInt8, Bytes.Index == Int {
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let byte = text[index]
            guard isSpecial[Int(byte)], let (stand, length) = substitute(for: byte, at: index, in: text) else {
                index += 1
                continue
            }
            result.append(contentsOf: text[start..<index])
            result.append(contentsOf: UnsafeBufferPointer(start: stand.utf8Start, count: stand.utf8CodeUnitCount))
            index += length
            start = index
        }
        result.append(contentsOf: text[start..<index])
    }

    /// What is written for the character at a place, and how many bytes that has; nil for one that stays.
    private static func substitute<Bytes: RandomAccessCollection>(
        for byte: UInt8, at index: Int, in text: Bytes
    ) -> (StaticString, Int)? where Bytes.Element == UInt8, Bytes.Index == Int {
        func follows(_ distance: Int, _ range: ClosedRange<UInt8>) -> Bool {
            index + distance < text.endIndex && range.contains(text[index + distance])
        }
        switch byte {
        case UInt8(ascii: "&"): return ("&amp;", 1)
        case UInt8(ascii: "<"): return ("&lt;", 1)
        case UInt8(ascii: ">"): return ("&gt;", 1)
        case UInt8(ascii: "\""): return ("&quot;", 1)
        // U+0080 to U+009F; no page may have controls, and a browser would show nothing.
        case 0xC2: return follows(1, 0x80...0x9F) ? ("\u{FFFD}", 2) : nil
        // U+202A to U+202E and U+2066 to U+2069 turn the direction of what follows, markup included.
        case 0xE2:
            let turns = follows(1, 0x80...0x80) && follows(2, 0xAA...0xAE)
            return turns || follows(1, 0x81...0x81) && follows(2, 0xA6...0xA9) ? ("\u{FFFD}", 3) : nil
        default: return ("\u{FFFD}", 1)
        }
    }

    private static let isSpecial: [Bool] = {
        var isSpecial = (0..<256).map { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }
        for byte in "&<>\"\u{7F}".utf8 { isSpecial[Int(byte)] = true }
        isSpecial[0xC2] = true
        isSpecial[0xE2] = true
        return isSpecial
    }()

    /// Whether an address may be followed: none that runs anything.
    static func isSafe(_ address: String) -> Bool {
        let lower = address.lowercased()
        return ["https://", "http://", "mailto:", "tel:"].contains { lower.hasPrefix($0) }
    }
}
