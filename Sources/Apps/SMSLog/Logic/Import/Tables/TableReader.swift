// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// The rows of a table in text of any size, one after the other; what is broken costs the line on which it begins.
final class TableReader {
    /// What stands where a row begins.
    enum Row {
        case fields([String])
        /// Quotation marks that are never closed, or more fields than the table has columns.
        case broken
    }

    /// A row that goes over several lines does not have more bytes.
    private static let mostBytes = 64 << 20
    /// So many bytes may be read in vain, and so many times those of the file, before rows may go over `fewLines` only: a
    /// table in which each line has an open quotation mark would be read as often as it has lines.
    private static let mostInVain = (always: 256 << 10, times: 8)
    private static let fewLines = 16

    /// The line on which the last row begins, from 1.
    private(set) var start = 0
    /// How many columns the table has; nil for any number.
    var width: Int?
    private let input: ByteLines
    private var separator: UInt8?
    /// How many lines were taken.
    private var count = 0
    /// How many bytes were read for rows that did not end.
    private var inVain = 0
    /// Lines that were read and belong to no row yet, the next one last: parts of what was read, which are not copied
    /// where carriage returns part a long line into many.
    private var pending: [ArraySlice<UInt8>] = []

    init(_ input: ByteLines) { self.input = input }

    /// How many bytes were read.
    var bytesRead: Int { input.bytesRead }

    /// The next row; nil at the end.
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

/// One row of a table in text (RFC 4180), a byte at a time: fields between commas, semicolons or tabs, with quotation marks
/// around those that have any of these, or line breaks, in them.
///
/// A quotation mark within quotation marks that is not doubled, and ends no field, is taken for itself.
struct CSVRecord {
    private enum State {
        case start
        case plain
        case quoted
        /// Behind a quotation mark in a quoted field: its end, or the first of two.
        case closing
    }

    /// The fields that have ended.
    private(set) var fields: [String] = []
    /// Whether a quotation mark stood where none may.
    private(set) var isOdd = false
    private let separator: UInt8
    private var text: [UInt8] = []
    private var state = State.start

    init(separator: UInt8) { self.separator = separator }

    /// Takes a byte; true where the row ends with it.
    mutating func add(_ byte: UInt8) -> Bool {
        let isEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        switch (byte, state) {
        case (UInt8(ascii: "\""), .start): state = .quoted
        case (UInt8(ascii: "\""), .quoted): state = .closing
        case (UInt8(ascii: "\""), .closing):
            text.append(byte)
            state = .quoted
        case (_, .quoted): text.append(byte)
        case (separator, _): endField()
        case _ where isEnd:
            endField()
            return true
        case (_, .closing):
            isOdd = true
            text.append(UInt8(ascii: "\""))
            text.append(byte)
            state = .quoted
        default:
            text.append(byte)
            state = .plain
        }
        return false
    }

    /// Takes what goes on in the field that was begun.
    mutating func addText(of line: inout ArraySlice<UInt8>) {
        guard state == .quoted || state == .plain else { return }
        let run = line.withUnsafeBufferPointer { bytes in
            bytes.firstIndex {
                state == .quoted ? $0 == UInt8(ascii: "\"") : $0 == separator || $0 == 0x0A || $0 == 0x0D
            } ?? bytes.count
        }
        text += line.prefix(run)
        line = line.dropFirst(run)
    }

    /// Takes the line of a whole row, which most rows are; false, and nothing is taken, for one that has a quotation mark or
    /// another end of a line in it, or goes on with a row.
    mutating func add(plain line: ArraySlice<UInt8>) -> Bool {
        guard state == .start, fields.isEmpty else { return false }
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.withUnsafeBufferPointer { bytes in
            guard !bytes.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\r") }) else { return false }
            var start = 0
            for place in bytes.indices where bytes[place] == separator {
                fields.append(Self.field(bytes[start..<place]))
                start = place + 1
            }
            fields.append(Self.field(bytes[start...]))
            return true
        }
    }

    /// Ends the field that was begun.
    mutating func endField() {
        fields.append(text.withUnsafeBufferPointer { Self.field($0[...]) })
        text = []
        state = .start
    }

    /// What is no UTF-8 was written by an old program of the country.
    private static func field(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(validating: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self) ?? TableText.old(Array(bytes))
    }

    /// Which sign parts the fields of a table, as its first line tells.
    static func separator(of head: some Sequence<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        for byte in head.prefix(while: { $0 != UInt8(ascii: "\n") }) { counts[byte, default: 0] += 1 }
        func count(_ sign: Unicode.Scalar) -> Int { counts[UInt8(ascii: sign)] ?? 0 }
        if count("\t") > max(count(";"), count(",")) { return UInt8(ascii: "\t") }
        return count(";") > count(",") ? UInt8(ascii: ";") : UInt8(ascii: ",")
    }
}

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

/// The text of tables: in UTF-8 or UTF-16 with a mark at its beginning, or in what a country’s programs wrote before.
enum TableText {
    /// The text of a whole table, or of its beginning.
    static func whole(_ bytes: [UInt8]) -> String {
        if let order = Wide(bytes) {
            // A piece may end within a character.
            return String(data: Data(bytes.dropFirst(2).prefix((bytes.count - 2) / 2 * 2)), encoding: order.encoding)
                ?? ""
        }
        let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        return String(bytes: plain, encoding: .utf8) ?? old(plain)
    }

    /// A text without blanks and ends of lines around it; most have none, and need no tables of Unicode.
    static func trimmed(_ text: some StringProtocol) -> String {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return "" }
        let plain: ClosedRange<Unicode.Scalar> = "!"..."~"
        return plain.contains(first) && plain.contains(last)
            ? String(text) : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Bytes that are no UTF-8.
    static func old(_ bytes: [UInt8]) -> String {
        String(bytes: bytes, encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// The lines of a file, in UTF-8 whatever they are in.
    static func lines(of file: FileReader) throws(ImportFault) -> ByteLines {
        let head: [UInt8]
        do throws(FileFault) { head = try file.bytes(3, at: 0) } catch {
            throw .unreadable(reason: error.reason.number)
        }
        guard let order = Wide(head) else { return ByteLines(file, after: head == [0xEF, 0xBB, 0xBF] ? 3 : 0) }
        var left: [UInt8] = []
        return ByteLines(file, after: 2) { piece in
            var bytes = left + piece
            // What a piece has begun ends in the next one: half a unit, or the first of two that are one character.
            var end = bytes.count / 2 * 2
            if !piece.isEmpty, end > 0, order.unit(bytes, at: end - 2) & 0xFC00 == 0xD800 { end -= 2 }
            left = Array(bytes[end...])
            bytes.removeSubrange(end...)
            let units = stride(from: 0, to: bytes.count, by: 2).map { order.unit(bytes, at: $0) }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
    }

    /// The order of bytes in UTF-16.
    private enum Wide {
        case big
        case little

        /// As the mark at the beginning says.
        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: [0xFF, 0xFE]) {
                self = .little
            } else if bytes.starts(with: [0xFE, 0xFF]) {
                self = .big
            } else {
                return nil
            }
        }

        var encoding: String.Encoding { self == .big ? .utf16BigEndian : .utf16LittleEndian }

        func unit(_ bytes: [UInt8], at index: Int) -> UInt16 {
            let (high, low) = self == .big ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
    }
}
