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
        let styled = runs.flatMap { run in run.text.map { (character: $0, style: run.style) } }
        var position = 0
        return TextLayout.wrap(text, to: columns).map { line in
            var result = StyledText()
            for character in line {
                // Blanks at a break are gone from the lines; nothing else is.
                while position < styled.count, styled[position].character != character,
                    styled[position].character == " "
                {
                    position += 1
                }
                result.append(String(character), position < styled.count ? styled[position].style : .plain)
                position += 1
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
