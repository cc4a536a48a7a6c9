import Terminal

/// What has been printed since the last command was typed, and where the stage shows it: one line beside the prompt,
/// several in a panel of their own.
struct StagePrinting {
    /// What is said beside the prompt.
    private(set) var status: Status?
    /// How far work has come, which is shown where nothing is said.
    var progress: Status?
    /// What lies over the panels.
    var text: TextPanel?
    private var lines: [String] = []
    private var title = ""

    /// Forgets what was printed: a command starts.
    mutating func begin(_ command: String) { self = StagePrinting(title: command) }

    init(title: String = "") { self.title = title }

    /// Takes printed lines; a line that does not fit into `columns` is worth a panel too.
    mutating func add(_ new: [String], kind: Status.Kind, columns: Int) {
        guard !new.isEmpty else { return }
        lines += kind != .done ? new.map { "\(kind.rawValue) \($0)" } : new
        let isShort = lines.count == 1 && DisplayWidth.of(new[0]) + 4 <= columns
        if isShort {
            status = Status(kind: kind, text: new[0])
        } else {
            status = nil
            text = TextPanel(title: title, lines: lines)
        }
    }

    /// Draws what is said, and beside it, where there is room, how far work has come; where nothing is said, a hint.
    func drawStatus(on canvas: inout Canvas, row: Int, hint: String) {
        guard let shown = status ?? progress else {
            let start = canvas.size.columns - DisplayWidth.of(hint) - 1
            if start > 0 { canvas.write(hint, at: Point(column: start, row: row), style: .dim) }
            return
        }
        let line = shown.line
        canvas.write(line, at: Point(column: 1, row: row), style: shown.kind == .failed ? .bold : .plain)
        guard status != nil, let progress else { return }
        let start = canvas.size.columns - DisplayWidth.of(progress.line) - 1
        guard start >= DisplayWidth.of(line) + 3 else { return }
        canvas.write(progress.line, at: Point(column: start, row: row))
    }

    /// Says something of its own, which is no part of what a command printed.
    mutating func say(_ status: Status?) { self.status = status }
}
