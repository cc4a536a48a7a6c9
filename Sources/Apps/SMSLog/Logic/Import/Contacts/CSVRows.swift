// SPDX-License-Identifier: GPL-3.0-or-later

/// The rows of a table in text (RFC 4180): fields between commas or semicolons, with quotation marks around those that
/// have any of these, or line breaks, in them.
struct CSVRows: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0
    private var line = 1

    /// Which sign parts fields is told by the first line.
    init(_ text: String) {
        bytes = Array(text.utf8)
        let head = bytes.prefix { $0 != UInt8(ascii: "\n") }
        func count(_ sign: Unicode.Scalar) -> Int { head.count { $0 == UInt8(ascii: sign) } }
        separator = count(";") > count(",") ? UInt8(ascii: ";") : UInt8(ascii: ",")
    }

    /// The next row, and the line on which it begins, from 1.
    mutating func next() -> (fields: [String], line: Int)? {
        guard index < bytes.count else { return nil }
        let start = line
        var fields: [String] = []
        while true {
            fields.append(field())
            guard index < bytes.count else { break }
            let sign = bytes[index]
            index += 1
            if sign == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
            if sign != separator {
                line += 1
                break
            }
        }
        return (fields, start)
    }

    private mutating func field() -> String {
        var text: [UInt8] = []
        var isQuoted = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                if isQuoted, index + 1 < bytes.count, bytes[index + 1] == byte {
                    text.append(byte)
                    index += 1
                } else if isQuoted || text.isEmpty {
                    isQuoted.toggle()
                } else {
                    text.append(byte)
                }
            } else if !isQuoted,
                byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            {
                break
            } else {
                if byte == UInt8(ascii: "\n") { line += 1 }
                text.append(byte)
            }
            index += 1
        }
        return String(decoding: text, as: UTF8.self)
    }
}
