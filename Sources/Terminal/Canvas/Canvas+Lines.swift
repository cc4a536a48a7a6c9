// SPDX-License-Identifier: GPL-3.0-or-later

extension Canvas {
    /// The rows as text without style, blanks at their ends trimmed.
    public var lines: [String] {
        (0..<size.rows).map { row in
            var line: [UInt8] = []
            for cell in trimmed(row, where: \.isSpace) where cell.width > 0 {
                grid.append(cell, to: &line)
            }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// The rows as text with escape sequences for their style, which is reset at the end of each row.
    ///
    /// Plain blanks at the ends are trimmed. With `ColorDepth.none` there are no escape sequences at all.
    public func styledLines(depth: ColorDepth) -> [String] {
        guard depth > .none else { return lines }
        return (0..<size.rows).map { row in
            var line: [UInt8] = []
            var current = Style.plain
            for cell in trimmed(row, where: { $0 == .blank }) where cell.width > 0 {
                if cell.style != current {
                    line += EscapeSequence.style(cell.style, depth: depth).utf8
                    current = cell.style
                }
                grid.append(cell, to: &line)
            }
            if current != .plain { line += EscapeSequence.resetStyle.utf8 }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// The row without the blanks at its end.
    private func trimmed(_ row: Int, where isBlank: (StoredCell) -> Bool) -> ArraySlice<StoredCell> {
        var cells = grid.row(row)
        while let last = cells.last, last.width > 0, isBlank(last) { cells.removeLast() }
        return cells
    }
}
