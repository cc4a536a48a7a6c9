// SPDX-License-Identifier: GPL-3.0-or-later

/// The tags and texts of a page in HTML, one after the other, whether they are closed or not.
struct PageTokens: Sequence, IteratorProtocol {
    enum Token: Equatable {
        /// Text, its entities resolved.
        case text(String)
        /// A tag in small letters, with its attributes.
        case open(String, [String: String])
        /// The end of a tag.
        case close(String)
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count, Self.beginsTag(bytes[index + 1]) else {
                let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                defer { index = end }
                return .text(Self.resolved(String(decoding: bytes[index..<end], as: UTF8.self)))
            }
            if bytes[index...].starts(with: "<!--".utf8) {
                index = end(of: Array("-->".utf8))
            } else if bytes[index + 1] == UInt8(ascii: "!") || bytes[index + 1] == UInt8(ascii: "?") {
                index = end(of: [UInt8(ascii: ">")])
            } else {
                return tag()
            }
        }
        return nil
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") || isLetter(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// The place behind the next such bytes.
    private func end(of sign: [UInt8]) -> Int {
        var place = index
        while place + sign.count <= bytes.count {
            if bytes[place..<place + sign.count].elementsEqual(sign) { return place + sign.count }
            place += 1
        }
        return bytes.count
    }

    private mutating func tag() -> Token {
        index += 1
        let isEnd = bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let name = word().lowercased()
        var attributes: [String: String] = [:]
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            let key = word().lowercased()
            guard !key.isEmpty else {
                index += 1
                continue
            }
            attributes[key] = value()
        }
        index += 1
        if !isEnd, ["style", "script"].contains(name) { index = end(of: Array("</\(name)".utf8)) }
        return isEnd ? .close(name) : .open(name, attributes)
    }

    /// The letters, digits and signs of a name.
    private mutating func word() -> String {
        let start = index
        while index < bytes.count, bytes[index] > 0x20, !"=>/\"'".utf8.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// What follows a name behind `=`; empty if nothing does.
    private mutating func value() -> String {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return "" }
        index += 1
        skipBlanks()
        guard index < bytes.count else { return "" }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return Self.resolved(word()) }
        let end = bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count
        defer { index = Swift.min(end + 1, bytes.count) }
        return Self.resolved(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
    }

    private mutating func skipBlanks() { while index < bytes.count, bytes[index] <= 0x20 { index += 1 } }

    private static let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

    /// A text with the characters for which entities stand.
    private static func resolved(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"), let sign = character(rest[..<end].dropFirst()) else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result += sign
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ entity: Substring) -> String? {
        guard entity.hasPrefix("#") else { return names[String(entity)] }
        let digits = entity.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }.map { String(Character($0)) }
    }
}
