// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain

/// A file of SMS Import/Export: an object of JSON a line, or an array of them.
final class AndroidSource: ImportSource {
    /// An array of more bytes is none of calls.
    private static let largestArray = 256 << 20
    /// How many lines are read in one step.
    private static let lines = 64

    let rows: ImportedRows
    private(set) var line = 0
    private let input: ByteLines
    private let android: AndroidRows

    /// - Parameter data: The bytes of a part’s file, which may lie beside the messages.
    init(_ input: ByteLines, into rows: ImportedRows, data: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.input = input
        self.rows = rows
        android = AndroidRows(rows: rows, data: data)
    }

    var bytesRead: Int { input.bytesRead }

    func step() throws -> Bool {
        for _ in 0..<Self.lines {
            guard let text = try input.next() else { return false }
            line += 1
            try add(text)
        }
        return true
    }

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
        var text = start
        while text.count < Self.largestArray, let next = try input.next() {
            line += 1
            text.append(UInt8(ascii: "\n"))
            text += next
        }
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
