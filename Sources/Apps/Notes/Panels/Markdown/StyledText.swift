// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Text with a style for each of its characters.
struct StyledText: Hashable {
    /// A piece of one style.
    struct Run: Hashable {
        var text: String
        let style: Style
    }

    /// The pieces, in order; two neighbours have different styles.
    private(set) var runs: [Run] = []

    init() {}

    init(_ text: String, _ style: Style = .plain) { append(text, style) }

    /// The text alone.
    var text: String { runs.map(\.text).joined() }

    /// The columns that it takes.
    var width: Int { DisplayWidth.of(text) }

    mutating func append(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        if runs.last?.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    mutating func append(_ other: StyledText) { for run in other.runs { append(run.text, run.style) } }

    /// The text in lines of at most so many columns, as `TextLayout.wrap` breaks them.
    func wrapped(to columns: Int) -> [StyledText] {
        let runs = runs.map { Run(text: TextLayout.fitting($0.text, to: columns), style: $0.style) }
        let text = runs.map(\.text).joined()
        var number = 0
        /// Where the run of this number begins.
        var start = text.startIndex
        return TextLayout.ranges(of: text, to: columns).map { line in
            var result = StyledText()
            var position = line.lowerBound
            while number < runs.count {
                let end = text.utf8.index(start, offsetBy: runs[number].text.utf8.count)
                if position < min(end, line.upperBound) {
                    result.append(String(text[position..<min(end, line.upperBound)]), runs[number].style)
                    position = min(end, line.upperBound)
                }
                // A run that goes on is the next line’s too.
                guard end <= line.upperBound else { break }
                (number, start) = (number + 1, end)
            }
            return result
        }
    }

    /// The text cut or filled with blanks to exactly so many columns.
    func fitted(to columns: Int) -> StyledText {
        let cut = TextLayout.cut(text, to: columns)
        var result = StyledText()
        var rest = cut[...]
        for run in runs where !rest.isEmpty {
            let part = rest.prefix(run.text.count)
            result.append(String(part), run.style)
            rest = rest.dropFirst(part.count)
        }
        result.append(String(repeating: " ", count: max(0, columns - DisplayWidth.of(cut))))
        return result
    }

    /// Writes one line on a canvas.
    func draw(on canvas: inout Canvas, row: Int) {
        var column = 0
        for run in runs {
            column += canvas.write(run.text, at: Point(column: column, row: row), style: run.style)
        }
    }
}
