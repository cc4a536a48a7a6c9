// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import Foundation
import SMSLogLogic

/// The rows of a table in text of any size, one after the other; an error costs the line on which it begins.
final class TableReader {
    /// The text at the start of a row.
    enum Row {
        case fields([String])
        /// Quotation marks that are never closed, or more fields than the table has columns.
        case broken
    }

    /// A row that goes over several lines does not have more bytes.
    private static let mostBytes = 64 << 20
    /// The bytes read in vain, and the multiple of the file’s, before rows may go over `fewLines` only:
    /// a table in which each line has an open quotation mark would be read as often as it has lines.
    private static let mostInVain = (always: 256 << 10, times: 8)
    private static let fewLines = 16

    /// The line on which the last row begins, from 1.
    private(set) var start = 0
    /// The number of columns of the table; `nil` for any number.
    var width: Int?
    private let input: ByteLines
    private var separator: UInt8?
    /// The number of lines read.
    private var count = 0
    /// The number of bytes read for rows that did not end.
    private var inVain = 0
    /// The read lines that belong to no row yet, the next one last: slices of the read bytes, which are not copied
    /// if carriage returns part a long line into many.
    private var pending: [ArraySlice<UInt8>] = []

    init(_ input: ByteLines) { self.input = input }

    /// The number of bytes read.
    var bytesRead: Int { input.bytesRead }

    /// The next row; `nil` at the end.
    ///
    /// - Throws: `ImportFault`.
    func next() throws(ImportFault) -> Row? {
        guard let first = try nextLine() else { return nil }
        start = count
        if start == 1, first.starts(with: "sep=".utf8), let sign = first.dropFirst(4).first {
            // So programs that calculate tell each other.
            separator = sign
            let rest = first.dropFirst(6)
            if !rest.isEmpty { pending.append(rest) }
            return try next()
        }
        let separator = separator ?? CSVRecord.separator(of: first)
        self.separator = separator
        var record = CSVRecord(separator: separator)
        if add(first, to: &record) { return row(record) }
        var lines = [first]
        var weight = first.count
        let isSpent = inVain > Self.mostInVain.always + Self.mostInVain.times * input.bytesRead
        let mostLines = isSpent ? Self.fewLines : Int.max
        while lines.count < mostLines, weight < Self.mostBytes, let line = try nextLine() {
            lines.append(line)
            weight += line.count
            guard add(line, to: &record) else { continue }
            // A row that is none was taken together of several: only its first line is lost.
            if case .fields(let fields) = row(record), !record.isOdd { return .fields(fields) }
            break
        }
        inVain += weight
        pending += lines.dropFirst().reversed()
        count -= lines.count - 1
        return .broken
    }

    private func nextLine() throws(ImportFault) -> ArraySlice<UInt8>? {
        let line = if let line = pending.popLast() { line } else { try input.next(withReturn: true)?[...] }
        if line != nil { count += 1 }
        return line
    }

    /// Adds a line, and whether the row ends there; what old programs put behind it, after a carriage return, is another.
    private func add(_ line: ArraySlice<UInt8>, to record: inout CSVRecord) -> Bool {
        if record.add(plain: line) { return true }
        var rest = line
        while let byte = rest.popFirst() {
            if record.add(byte) {
                if !rest.isEmpty { pending.append(rest) }
                return true
            }
            record.addText(of: &rest)
        }
        return record.add(UInt8(ascii: "\n"))
    }

    private func row(_ record: CSVRecord) -> Row {
        var fields = record.fields
        guard let width else { return .fields(fields) }
        while fields.count > width, fields.last?.isEmpty == true { fields.removeLast() }
        return fields.count > width ? .broken : .fields(fields)
    }
}
