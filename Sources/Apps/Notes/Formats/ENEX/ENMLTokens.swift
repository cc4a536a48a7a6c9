// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// Takes a document in Evernote’s markup apart.
///
/// It never fails: a note is better with a stray mark in it than without its end. What is no markup is text, and the
/// first place of that kind is remembered. Nothing is defined by a document or fetched for it.
struct ENMLTokens: IteratorProtocol {
    /// The line, from 1, of the first thing that breaks the rules of XML; nil if nothing did so far.
    private(set) var brokenLine: Int?

    private let bytes: [UInt8]
    private var position = 0
    /// The marks that do not come any more, so that nobody looks for them again and again.
    private var absent: Set<String> = []

    init(_ document: String) { bytes = Array(document.utf8) }

    mutating func next() -> ENMLToken? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(takeText()) }
            if skip(from: "<!--", to: "-->") || skip(from: "<?", to: "?>") || skip(from: "<!DOCTYPE", to: ">") {
                continue
            }
            if let raw = take(from: "<![CDATA[", to: "]]>") { return .text(raw) }
            if let token = takeTag() { return token }
            noteFault()
            position += 1
            return .text("<")
        }
        return nil
    }

    /// Notes that the document is broken where the reader is.
    mutating func noteFault() {
        guard brokenLine == nil else { return }
        brokenLine = 1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") }
    }
}

extension ENMLTokens {
    /// Text up to the next tag.
    private mutating func takeText() -> String {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let (text, isSound) = Self.resolved(bytes[position..<end])
        if !isSound { noteFault() }
        position = end
        return text
    }

    /// A text with what its references stand for; unknown ones stay as they are.
    private static func resolved(_ bytes: ArraySlice<UInt8>) -> (text: String, isSound: Bool) {
        var result = ""
        var isSound = true
        var rest = bytes
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            rest = rest[(mark + 1)...]
            // No known name is longer, and a lone mark may be followed by much text.
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")), end > rest.startIndex else {
                result += "&"
                isSound = false
                continue
            }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            guard let text = HTMLEntity.text(of: name) else {
                // The name stays where it is, as text.
                result += "&"
                if !name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { isSound = false }
                continue
            }
            result += text
            rest = rest[(end + 1)...]
        }
        return (result + String(decoding: rest, as: UTF8.self), isSound)
    }

    private mutating func skip(from opener: StaticString, to closer: String) -> Bool {
        take(from: opener, to: closer) != nil
    }

    /// What stands between these marks; nil if it does not begin here or never ends.
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

    /// The tag that begins here; nil if there is none or it never ends.
    private mutating func takeTag() -> ENMLToken? {
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
                let lower = name.lowercased()
                if isEnd { return .end(lower) }
                return .start(ENMLTag(name: lower, attributes: attributes, isClosed: isClosed))
            case UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                index += 1
            default:
                guard let (name, value) = takeAttribute(&index) else { return nil }
                attributes[name] = value
            }
        }
        return nil
    }

    private func takeName(_ index: inout Int) -> String {
        let start = index
        while index < bytes.count, !Self.delimiters.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// An attribute and its value in quotes; a `<` within is an error, so that a quote forgotten hides no text.
    private func takeAttribute(_ index: inout Int) -> (name: String, value: String)? {
        let name = takeName(&index)
        guard !name.isEmpty, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
        let quote = bytes[index + 1]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let start = index + 2
        guard let end = bytes[start...].firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "<") }),
            bytes[end] == quote
        else { return nil }
        index = end + 1
        // XML 1.0, 3.3.3: white space in an attribute is a blank.
        let value = Self.resolved(bytes[start..<end]).text.map { $0.isNewline ? " " : $0 }
        return (name.lowercased(), String(value))
    }

    private static let delimiters: Set<UInt8> = Set("<>/= \t\r\n\"'".utf8)
}

/// A part of a document in Evernote’s markup.
enum ENMLToken {
    /// An element begins.
    case start(ENMLTag)
    /// The element of this name ends.
    case end(String)
    /// Text, with its references resolved.
    case text(String)
}
