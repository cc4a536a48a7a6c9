// SPDX-License-Identifier: GPL-3.0-or-later

/// HTML that is being written, in UTF-8.
public struct HTMLText: Sendable {
    /// The markup in UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// An empty text.
    public init() {}

    /// Adds what is meant as markup.
    public mutating func markup(_ markup: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Adds what is markup already.
    public mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Adds what is markup already.
    public mutating func raw(_ markup: [UInt8]) { bytes += markup }

    /// Adds a number.
    public mutating func number(_ number: Int) {
        guard !(0...9).contains(number) else { return bytes.append(UInt8(ascii: "0") + UInt8(number)) }
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Adds a check box that cannot be ticked.
    public mutating func box(isTicked: Bool) {
        markup("<input type=\"checkbox\" disabled")
        markup(isTicked ? " checked> " : "> ")
    }

    /// Adds text that is no markup.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - keepsDirections: Whether controls that XML can have are kept, those for the direction of text among them, as in
    ///     a file for another program.
    public mutating func text(_ text: String, keepingDirections keepsDirections: Bool = false) {
        var text = text
        text.withUTF8 { append($0, keepsDirections) }
    }

    /// Adds a part of a text in UTF-8 that is no markup.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - range: The part.
    ///   - keepsDirections: Whether control characters for the direction of text are kept.
    public mutating func text(_ text: [UInt8], in range: Range<Int>, keepingDirections keepsDirections: Bool = false) {
        // Much that is marked is one letter.
        if range.count == 1, !Self.isSpecial[Int(text[range.lowerBound])] {
            return bytes.append(text[range.lowerBound])
        }
        text.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0[range]), keepsDirections) }
    }

    /// Adds HTML that was written by itself, such as a literal with texts in it.
    public static func += (html: inout HTMLText, more: HTMLText) { html.bytes += more.bytes }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ keepsDirections: Bool) {
        var start = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard Self.isSpecial[Int(byte)], !(keepsDirections && Self.isOfXML(byte)),
                let (stand, length) = Self.substitute(for: byte, at: index, in: text)
            else {
                index += 1
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            markup(stand)
            index += length
            start = index
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
    }

    /// The substitute for the character at a place, and the character’s number of bytes; `nil` for one that stays.
    private static func substitute(
        for byte: UInt8, at index: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> (StaticString, Int)? {
        func follows(_ distance: Int, _ range: ClosedRange<UInt8>) -> Bool {
            index + distance < text.count && range.contains(text[index + distance])
        }
        switch byte {
        case UInt8(ascii: "&"): return ("&amp;", 1)
        case UInt8(ascii: "<"): return ("&lt;", 1)
        case UInt8(ascii: ">"): return ("&gt;", 1)
        case UInt8(ascii: "\""): return ("&quot;", 1)
        // U+0080 to U+009F; no page may have controls, and a browser would show nothing.
        case 0xC2: return follows(1, 0x80...0x9F) ? ("\u{FFFD}", 2) : nil
        // U+202A to U+202E and U+2066 to U+2069 turn the direction of what follows, markup included.
        // U+FFFE and U+FFFF are not characters, nor are they allowed in XML.
        case 0xEF: return follows(1, 0xBF...0xBF) && follows(2, 0xBE...0xBF) ? ("\u{FFFD}", 3) : nil
        case 0xE2:
            let turns = follows(1, 0x80...0x80) && follows(2, 0xAA...0xAE)
            return turns || follows(1, 0x81...0x81) && follows(2, 0xA6...0xA9) ? ("\u{FFFD}", 3) : nil
        default: return ("\u{FFFD}", 1)
        }
    }

    /// Whether a character that begins with this byte is one of XML 1.0, which has signs of direction and, but for
    /// U+0000 to U+001F, controls.
    private static func isOfXML(_ byte: UInt8) -> Bool { byte == 0xE2 || byte == 0xC2 || byte == 0x7F }

    private static let isSpecial: [Bool] = {
        var isSpecial = (0..<256).map { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }
        for byte in "&<>\"\u{7F}".utf8 { isSpecial[Int(byte)] = true }
        isSpecial[0xC2] = true
        isSpecial[0xE2] = true
        isSpecial[0xEF] = true
        return isSpecial
    }()
}

/// A literal is markup, and the texts in it are not.
///
///     html += "<a href=\"\(path)\">\(name)</a>"
extension HTMLText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    /// The literal as markup.
    public init(stringLiteral markup: StaticString) { self.markup(markup) }

    /// The interpolated text.
    public init(stringInterpolation html: HTMLText) { self = html }

    /// An empty text, with room for a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
        bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    /// Appends a part of the literal as markup.
    public mutating func appendLiteral(_ markup: StaticString) { self.markup(markup) }

    /// Appends a text, escaped.
    public mutating func appendInterpolation(_ text: String) { self.text(text) }

    /// Appends a text, escaped, in which signs of direction stay.
    public mutating func appendInterpolation(directed text: String) { self.text(text, keepingDirections: true) }

    /// Appends a number.
    public mutating func appendInterpolation(_ number: Int) { self.number(number) }

    /// Appends markup as it is.
    public mutating func appendInterpolation(raw markup: String) { raw(markup) }
}

/// Text as HTML has it (WHATWG HTML, 13.3).
public enum HTML {
    /// Text that is no markup, in an element or in a quoted attribute.
    public static func escaped(_ text: String) -> String {
        var result = HTMLText()
        result.text(text)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    /// Whether an address may be followed: none that runs anything.
    public static func isSafe(_ address: String) -> Bool {
        switch address.utf8.first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "m"), UInt8(ascii: "M"), UInt8(ascii: "t"),
            UInt8(ascii: "T"):
            let lower = address.lowercased()
            return ["https://", "http://", "mailto:", "tel:"].contains { lower.hasPrefix($0) }
        // Most texts in parentheses are not such addresses.
        default: return false
        }
    }
}
