// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain

/// A file of SMS Import/Export: an object of JSON a line, or an array of them.
final class AndroidSource: ImportSource {
    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let android: AndroidRows

    /// - Parameter data: The bytes of a part’s file, which may lie beside the messages.
    init(_ input: ByteLines, into rows: ImportedRows, data: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.input = input
        self.rows = rows
        android = AndroidRows(rows: rows, data: data)
    }

    var bytesRead: Int { input.bytesRead }

    func step() throws -> Bool { try input.step(add) }

    private func add(_ text: [UInt8]) throws(ImportFault) {
        guard let first = text.first(where: { $0 > 0x20 }) else { return }
        guard first != UInt8(ascii: "[") else { return try addArray(text) }
        guard let row = JSONRow(try? JSONSerialization.jsonObject(with: Data(text))) else {
            rows.report.refuse(RefusedRow(line: line, reason: .brokenJSON))
            return
        }
        android.add(row, line: line)
    }

    /// An array may go over any number of lines, or stand in one.
    private func addArray(_ start: [UInt8]) throws(ImportFault) {
        let first = line
        let text = try input.rest(from: start)
        guard let values = try? JSONSerialization.jsonObject(with: Data(text)) as? [Any] else {
            rows.report.refuse(RefusedRow(line: first, reason: .brokenJSON))
            return
        }
        for value in values {
            guard let row = JSONRow(value) else {
                rows.report.refuse(RefusedRow(line: first, reason: .brokenJSON))
                continue
            }
            android.add(row, line: first)
        }
    }
}
