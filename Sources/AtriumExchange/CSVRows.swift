// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// One row of a table in text (RFC 4180), a byte at a time: fields between commas, semicolons or tabs, with quotation marks
/// around those that have any of these, or line breaks, in them.
///
/// A quotation mark within quotation marks that is not doubled, and ends no field, counts as itself.
public struct CSVRecord: Sendable {
    private enum State {
        case start
        case plain
        case quoted
        /// Behind a quotation mark in a quoted field: its end, or the first of two.
        case closing
    }

    /// The fields that have ended.
    public private(set) var fields: [String] = []
    /// Whether there was a misplaced quotation mark.
    public private(set) var isOdd = false
    private let separator: UInt8
    private var text: [UInt8] = []
    private var state = State.start

    /// A reader of rows whose fields are separated by `separator`.
    public init(separator: UInt8) { self.separator = separator }

    /// Adds a byte; returns `true` if the row ends with it.
    public mutating func add(_ byte: UInt8) -> Bool {
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

    /// Adds the rest of the text of the current field.
    public mutating func addText(of line: inout ArraySlice<UInt8>) {
        guard state == .quoted || state == .plain else { return }
        let run = line.withUnsafeBufferPointer { bytes in
            bytes.firstIndex {
                state == .quoted ? $0 == UInt8(ascii: "\"") : $0 == separator || $0 == 0x0A || $0 == 0x0D
            } ?? bytes.count
        }
        text += line.prefix(run)
        line = line.dropFirst(run)
    }

    /// Adds the line of a whole row, which most rows are; `false`, and adds nothing, for one with a quotation mark or
    /// another end of a line in it, or if a row is in progress.
    public mutating func add(plain line: ArraySlice<UInt8>) -> Bool {
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

    /// Ends the current field.
    package mutating func endField() {
        fields.append(text.withUnsafeBufferPointer { Self.field($0[...]) })
        text = []
        state = .start
    }

    /// Text that is not UTF-8 was written by an old program in the regional encoding.
    private static func field(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(validating: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
            ?? (String(bytes: Array(bytes), encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self))
    }

    /// The separator of a table’s fields, from its first line.
    public static func separator(of head: some Sequence<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        for byte in head.prefix(while: { $0 != UInt8(ascii: "\n") }) { counts[byte, default: 0] += 1 }
        func count(_ sign: Unicode.Scalar) -> Int { counts[UInt8(ascii: sign)] ?? 0 }
        if count("\t") > max(count(";"), count(",")) { return UInt8(ascii: "\t") }
        return count(";") > count(",") ? UInt8(ascii: ";") : UInt8(ascii: ",")
    }
}

/// The rows of a table in a complete text.
public struct CSVRows: Sequence, IteratorProtocol, Sendable {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0
    private var line = 1

    /// The first line tells the separator of fields.
    public init(_ text: String) {
        bytes = Array(text.utf8)
        separator = CSVRecord.separator(of: bytes)
    }

    /// The next row, and the line on which it begins, from 1.
    public mutating func next() -> (fields: [String], line: Int)? {
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
