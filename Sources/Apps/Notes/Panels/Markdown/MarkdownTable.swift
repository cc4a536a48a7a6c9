import NotesLogic
import Terminal

/// A table of Markdown (GitHub’s extension), with its columns made to fit.
struct MarkdownTable {
    private let rows: [[StyledText]]

    /// A table of these rows, the first of which is the head.
    init(_ rows: [[[MarkdownSpan]]], _ inline: MarkdownInline) {
        var styled: [[StyledText]] = []
        for (index, row) in rows.enumerated() {
            styled.append(row.map { inline.styled($0, over: index == 0 ? .bold : .plain) })
        }
        self.rows = styled
    }

    /// The lines of the table, none wider than so many columns where there is any room at all.
    func lines(columns: Int) -> [StyledText] {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0
        }
        // The widest gives way, column by column, until all fit.
        while widths.reduce(0, +) + 3 * (count - 1) > columns, let widest = widths.max(), widest > 3,
            let index = widths.firstIndex(of: widest)
        {
            widths[index] -= 1
        }
        var lines = rows.map { row in
            var line = StyledText()
            for (column, width) in widths.enumerated() {
                if column > 0 { line.append(" │ ", .dim) }
                line.append((column < row.count ? row[column] : StyledText()).fitted(to: width))
            }
            return line
        }
        let ruler = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
        lines.insert(StyledText(ruler, .dim), at: min(1, lines.count))
        return lines
    }
}
