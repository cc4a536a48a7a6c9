// SPDX-License-Identifier: GPL-3.0-or-later

/// The rows of a table in text that is there as a whole.
struct CSVRows: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0
    private var line = 1

    /// Which sign parts fields is told by the first line.
    init(_ text: String) {
        bytes = Array(text.utf8)
        separator = CSVRecord.separator(of: bytes)
    }

    /// The next row, and the line on which it begins, from 1.
    mutating func next() -> (fields: [String], line: Int)? {
        guard index < bytes.count else { return nil }
        let start = line
        var record = CSVRecord(separator: separator)
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard record.add(byte) else { continue }
            if byte == UInt8(ascii: "\r") {
                if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
                line += 1
            }
            return (record.fields, start)
        }
        record.endField()
        return (record.fields, start)
    }
}
