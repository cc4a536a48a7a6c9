// SPDX-License-Identifier: GPL-3.0-or-later

/// Reading tables, whose cells lie between bars.
extension MarkdownReader {
    mutating func enterCell(_ alignment: Alignment) {
        firstSpan = spans.count
        guard hasLines, rows.count == tableStart else { return }
        switch alignment {
        case .left: break
        case .center: centered[tableStart, default: []].insert(cells.count - rowStart)
        case .right: rightAligned[tableStart, default: []].insert(cells.count - rowStart)
        }
    }

    mutating func endCell() {
        flush()
        cells.append(CompactRange(firstSpan..<spans.count))
    }

    /// Ends a row; cells for which there is no column are text of one more, since nothing of a text is lost.
    mutating func endRow() {
        if lineRange == nil {
            nextLine += 1
        } else if let bar = bytes[position..<max(position, end(of: nextLine - 1))].firstIndex(of: UInt8(ascii: "|")) {
            var rest = bytes[(bar + 1)..<end(of: nextLine - 1)]
            if rest.last == UInt8(ascii: "|") { rest = rest.dropLast() }
            rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "|") }
            if !rest.isEmpty {
                cells.append(CompactRange(spans.count..<(spans.count + 1)))
                append(.text, rest.startIndex..<rest.endIndex, nil)
            }
        }
        let end = max(position, end(of: nextLine - 1))
        tableRange = (tableRange?.lowerBound ?? lineRange?.lowerBound ?? end)..<end
        rows.append(MarkdownRow(cells: rowStart..<cells.count))
        lineRange = nil
    }

    mutating func endTable() {
        content = nil
        let range = tableRange ?? position..<position
        (goesOn, indent) = (false, 0)
        add(.table(rows: tableStart..<rows.count), range, spans: spans.count..<spans.count)
        tableRange = nil
    }
}
