// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a document in markup.
public enum MarkupToken {
    /// The start tag of an element, its name and those of its attributes in lower case; it may end the element as well.
    case start(name: String, attributes: [String: String], isClosed: Bool)
    /// The end tag of the element of this name, in lower case.
    case end(String)
    /// Text, with its references resolved.
    case text(String)
}

/// Takes a document in XHTML or HTML apart.
///
/// It never fails: a document is better with a stray mark in it than without its end. What is no markup is text, and the
/// first place of that kind is remembered. Nothing is defined by a document or fetched for it.
public struct MarkupTokens: Sequence, IteratorProtocol, Sendable {
    /// The line, from 1, of the first fault against the rules of XML; `nil` if there was none so far.
    public private(set) var brokenLine: Int?

    private let bytes: [UInt8]
    /// Whether it is HTML: attributes may lack quotation marks or a value.
    private let isHTML: Bool
    private var position = 0
    /// The marks that do not come any more, and are not looked for again.
    private var absent: Set<String> = []

    /// The tokens of `bytes`.
    public init(_ bytes: [UInt8], isHTML: Bool = false) {
        self.bytes = bytes
        self.isHTML = isHTML
    }

    /// The next token; `nil` at the end.
    public mutating func next() -> MarkupToken? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(takeText()) }
            if position + 1 < bytes.count, "!?".utf8.contains(bytes[position + 1]) {
                if skip(from: "<!--", to: "-->") || skip(from: "<?", to: "?>")
                    || skip(from: isHTML ? "<!" : "<!DOCTYPE", to: ">")
                {
                    continue
                }
                if let raw = take(from: "<![CDATA[", to: "]]>") { return .text(raw) }
            }
            if let token = takeTag() { return token }
            noteFault()
            position += 1
            return .text("<")
        }
        return nil
    }

    /// Notes that the document is broken where the reader is.
    public mutating func noteFault() {
        guard brokenLine == nil else { return }
        brokenLine = 1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") }
    }
}

extension MarkupTokens {
    /// Text up to the next tag.
    private mutating func takeText() -> String {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let (text, isSound) = HTMLEntity.decoded(bytes[position..<end])
        if !isSound { noteFault() }
        position = end
        return text
    }

    private mutating func skip(from opener: StaticString, to closer: String) -> Bool {
        take(from: opener, to: closer) != nil
    }

    /// The text between these marks; `nil` if it does not begin here or never ends.
    private mutating func take(from opener: StaticString, to closer: String) -> String? {
        let start = position + opener.utf8CodeUnitCount
        let mark = UnsafeBufferPointer(start: opener.utf8Start, count: opener.utf8CodeUnitCount)
        guard bytes[position...].starts(with: mark), !absent.contains(closer) else { return nil }
        let sought = Array(closer.utf8)
        var end = start
        while end + sought.count <= bytes.count {
            if bytes[end] == sought[0], bytes[end...].starts(with: sought) {
                position = end + sought.count
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
            end += 1
        }
        absent.insert(closer)
        return nil
    }

    /// The tag that begins here; `nil` if there is none or it never ends.
    private mutating func takeTag() -> MarkupToken? {
        var index = position + 1
        let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let name = takeName(&index)
        guard let first = name.first, first.isLetter else { return nil }
        var attributes: [String: String] = [:]
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">"):
                let isClosed = bytes[index - 1] == UInt8(ascii: "/")
                position = index + 1
                let name = name.lowercased()
                return isEnd ? .end(name) : .start(name: name, attributes: attributes, isClosed: isClosed)
            case UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                index += 1
            default:
                if let (name, value) = takeAttribute(&index) {
                    attributes[name] = value
                } else if isHTML {
                    index += 1
                } else {
                    return nil
                }
            }
        }
        return nil
    }

    private func takeName(_ index: inout Int) -> String {
        let start = index
        while index < bytes.count, !Self.isDelimiter(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// An attribute and its value in quotes; in XML a `<` within is an error, so that a quote forgotten hides no text.
    private func takeAttribute(_ index: inout Int) -> (name: String, value: String)? {
        let name = takeName(&index).lowercased()
        guard !name.isEmpty else { return nil }
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "=") else { return isHTML ? (name, "") : nil }
        let quote = bytes[index + 1]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            guard isHTML else { return nil }
            index += 1
            return (name, HTMLEntity.decoded(takeName(&index)))
        }
        let start = index + 2
        guard let end = bytes[start...].firstIndex(where: { $0 == quote || !isHTML && $0 == UInt8(ascii: "<") }),
            bytes[end] == quote
        else { return nil }
        index = end + 1
        let value = HTMLEntity.decoded(bytes[start..<end]).text
        // XML 1.0, 3.3.3: white space in an attribute is a blank. Most have no byte of a line’s end.
        let isLine = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
        return (name, isLine ? value : String(value.map { $0.isNewline ? " " : $0 }))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, UInt8(ascii: "<")...UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}
