// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// A table of messages, such as our own or one that another program has written, of any size in constant memory.
final class TableSource: ImportSource {
    /// How many rows are read in one step.
    private static let step = 64

    let rows: ImportedRows
    private(set) var line = 0
    private let table: TableReader
    private let reader: TableRows
    private var isBegun = false
    /// Who was named already.
    private var named: Set<Address> = []

    init(_ table: TableReader, _ reader: TableRows, into rows: ImportedRows) {
        self.table = table
        self.reader = reader
        self.rows = rows
    }

    /// Whether a text begins as a table of messages does.
    static func begins(_ bytes: [UInt8]) -> Bool {
        var table = CSVRows(TableText.whole(bytes))
        return table.next().map { TableColumns.begin($0.fields) } ?? false
    }

    var bytesRead: Int { table.bytesRead }

    func step() throws -> Bool {
        if !isBegun {
            isBegun = true
            let columns = reader.outline.columns
            guard let first = try TableOutline.first(of: table) else { return false }
            table.width = first.count
            if !columns.hasHead { add(first) }
            if !reader.outline.leftOut.isEmpty {
                rows.report.remark(RowRemark(line: table.start, reason: .unknownColumns(reader.outline.leftOut)))
            }
        }
        for _ in 0..<Self.step {
            guard let row = try table.next() else { return false }
            switch row {
            case .fields(let fields): add(fields)
            case .broken:
                line = table.start
                rows.report.refuse(RefusedRow(line: table.start, reason: .brokenRow))
            }
        }
        return true
    }

    private func add(_ fields: [String]) {
        line = table.start
        guard fields.contains(where: { !$0.isEmpty }) else { return }
        let row = TableRow(columns: reader.outline.columns, fields: fields, line: line)
        do throws(RefusedRow) {
            let (draft, remarks) = try reader.draft(row, after: rows.lastDate)
            rows.append(draft)
            for reason in remarks { rows.report.remark(RowRemark(line: line, reason: reason)) }
            // Of a group it names who of them wrote.
            if draft.address.isGroup, !row.namesGroup, let sender = draft.sender, let name = row[.name],
                name != row[.from], named.insert(sender).inserted
            {
                rows.append(Contact(address: sender, name: name, kind: .local))
            }
        } catch {
            rows.report.refuse(error)
        }
    }
}
