// SPDX-License-Identifier: GPL-3.0-or-later

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

    /// Ends the field that was begun.
    mutating func endField() {
        // What is no UTF-8 was written by an old program of the country.
        fields.append(String(validating: text, as: UTF8.self) ?? TableText.old(text))
        text = []
        state = .start
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
