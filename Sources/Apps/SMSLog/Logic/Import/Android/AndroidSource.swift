// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// A file of SMS Import/Export: an object of JSON a line, or an array of them.
final class AndroidSource: ImportSource {
    /// After so many rows of another program the file is that program’s.
    private static let mostUnknown = 100

    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let android: AndroidRows
    private var escapes = JSONEscapes()
    /// What was read before any row of a kind that is known: of a file of another program it is not told row by row.
    private var unknown: [RefusedRow] = []
    private var hasKnown = false

    /// - Parameter data: The bytes of a part’s file, which may lie beside the messages.
    init(_ input: ByteLines, into rows: ImportedRows, data: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.input = input
        self.rows = rows
        android = AndroidRows(rows: rows, data: data)
    }

    var bytesRead: Int { input.bytesRead }
    var replacedCharacters: Int { escapes.replaced }

    func step() throws -> Bool {
        if try input.step(add) { return true }
        guard unknown.isEmpty else { throw ImportFault.unknownJSON }
        return false
    }

    private func add(_ text: [UInt8]) throws(ImportFault) {
        guard let first = text.first(where: { $0 > 0x20 }) else { return }
        guard first != UInt8(ascii: "[") else { return try addArray(text) }
        try add(text[...], at: line)
    }

    /// An array may go over any number of lines, or stand in one.
    private func addArray(_ start: [UInt8]) throws(ImportFault) {
        let first = line
        var elements = JSONElements(try input.rest(from: start), line: first)
        while let element = elements.next() { try add(element.text, at: element.line) }
        if !elements.isClosed, unknown.isEmpty { throw .truncated(line: line) }
    }

    private func add(_ text: ArraySlice<UInt8>, at line: Int) throws(ImportFault) {
        guard let row = escapes.row(text) else {
            return try refuse(RefusedRow(line: line, reason: .brokenJSON))
        }
        for row in FossifyRow.rows(row) ?? [row] { try add(row, at: line) }
    }

    private func add(_ row: JSONRow, at line: Int) throws(ImportFault) {
        guard let kind = AndroidKind(row) else { return try refuse(RefusedRow(line: line, reason: .missingDate)) }
        if kind == .blockedNumber { throw .blockedNumbers }
        hasKnown = true
        for row in unknown { rows.report.refuse(row) }
        unknown = []
        android.add(row, kind, line: line)
    }

    private func refuse(_ row: RefusedRow) throws(ImportFault) {
        guard !hasKnown else { return rows.report.refuse(row) }
        unknown.append(row)
        guard unknown.count < Self.mostUnknown else { throw .unknownJSON }
    }
}
