// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads JSON (RFC 8259) and keeps what Foundation's decoder forgets: lines, the members' order, repeated names.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var depth = 0

    /// Reads one value that takes up the whole text.
    static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.readValue()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw .unexpected(line: reader.line) }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension JSONReader {
    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
            if bytes[position] == 0x0A { line += 1 }
            position += 1
        }
    }

    /// Takes the given byte if it comes next behind white space.
    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: wanted) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ wanted: Unicode.Scalar) throws(JSONFault) {
        guard take(wanted) else { throw .unexpected(line: line) }
    }

    private mutating func readValue() throws(JSONFault) -> JSONValue {
        skipSpace()
        let start = line
        guard position < bytes.count else { throw .unexpected(line: line) }
        depth += 1
        defer { depth -= 1 }
        if depth > 64 { throw .tooDeep(line: line) }
        let content: JSONValue.Content
        switch bytes[position] {
        case UInt8(ascii: "{"): content = .object(try readMembers())
        case UInt8(ascii: "["): content = .array(try readElements())
        case UInt8(ascii: "\""): content = .string(try readString())
        default: content = .other(try readWord())
        }
        return JSONValue(content: content, line: start)
    }

    private mutating func readMembers() throws(JSONFault) -> [JSONMember] {
        try expect("{")
        var members: [JSONMember] = []
        var names: Set<String> = []
        if take("}") { return [] }
        repeat {
            skipSpace()
            let start = line
            let name = try readString()
            guard names.insert(name).inserted else { throw .repeatedName(name, line: start) }
            try expect(":")
            members.append(JSONMember(name: name, line: start, value: try readValue()))
        } while take(",")
        try expect("}")
        return members
    }

    private mutating func readElements() throws(JSONFault) -> [JSONValue] {
        try expect("[")
        var elements: [JSONValue] = []
        if take("]") { return [] }
        repeat {
            elements.append(try readValue())
        } while take(",")
        try expect("]")
        return elements
    }

    private mutating func readWord() throws(JSONFault) -> String {
        let start = position
        while position < bytes.count, Self.wordBytes.contains(bytes[position]) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        let isNumber = word.utf8.allSatisfy(Self.numberBytes.contains) && Double(word) != nil
        guard isNumber || ["true", "false", "null"].contains(word) else { throw .unexpected(line: line) }
        return word
    }

    private static let numberBytes = Set("+-.0123456789Ee".utf8)
    private static let wordBytes = numberBytes.union("truefalsenull".utf8)

    private mutating func readString() throws(JSONFault) -> String {
        try expect("\"")
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] >= 0x20 {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard let string = String(validating: text, as: UTF8.self) else { throw .unexpected(line: line) }
                return string
            } else if byte == UInt8(ascii: "\\") {
                text += String(try readEscape()).utf8
            } else {
                text.append(byte)
            }
        }
        throw .unexpected(line: line)
    }

    private mutating func readEscape() throws(JSONFault) -> Unicode.Scalar {
        guard position < bytes.count else { throw .unexpected(line: line) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readUnicodeEscape()
        default: throw .unexpected(line: line)
        }
    }

    /// The scalar of one `\u` reference, or of the two that write a scalar above U+FFFF.
    private mutating func readUnicodeEscape() throws(JSONFault) -> Unicode.Scalar {
        let first = try readHexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw .unexpected(line: line) }
        position += 2
        let second = try readHexadecimal()
        guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .unexpected(line: line) }
        return scalar
    }

    private mutating func readHexadecimal() throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count,
                let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
            else { throw .unexpected(line: line) }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
