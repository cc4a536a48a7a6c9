import Terminal

/// The candidates for the word that is typed, in a box above the prompt.
struct CandidateList {
    let candidates: [Completion]

    /// Draws as many as there is room for between the first row and `bottom`.
    func draw(above bottom: Int, on canvas: inout Canvas) {
        let room = min(12, bottom - 3)
        guard room > 0, !candidates.isEmpty else { return }
        let isCut = candidates.count > room
        let shown = candidates.prefix(isCut ? room - 1 : room)
        let rows = shown.count + (isCut ? 1 : 0)
        let texts = shown.map { Sanitizer.visible($0.text) }
        let longest = texts.map { DisplayWidth.of($0) }.max() ?? 0
        let width = canvas.size.columns
        let box = Rect(column: 0, row: bottom - rows - 2, columns: width, rows: rows + 2)
        canvas.fill(box, style: .plain)
        canvas.box(box, style: .dim)
        let column = 2 + min(longest, width / 2) + 2
        for (row, (text, candidate)) in zip(texts, shown).enumerated() {
            let line = box.origin.row + 1 + row
            canvas.write(text, at: Point(column: 2, row: line), style: .bold, width: column - 4)
            canvas.write(
                candidate.description ?? "", at: Point(column: column, row: line), style: .dim,
                width: max(1, width - column - 2))
        }
        if isCut {
            canvas.write("… \(candidates.count - shown.count)", at: Point(column: 2, row: bottom - 2), style: .dim)
        }
    }
}
