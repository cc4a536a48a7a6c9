// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What has been printed since the last command was typed, and where the screen shows it: one line beside the prompt,
/// several in a panel of their own.
struct ScreenPrinting {
    /// What the last command said, beside the prompt.
    private(set) var status: Status?
    /// What happened elsewhere: at the right of it, or in its place where nothing was said.
    var news: Status?
    /// How far work has come, where there is room left.
    var progress: Status?
    /// What lies over the panels.
    var text: TextPanel?
    private var lines: [VisibleText] = []
    private var title = ""

    /// Forgets what was printed: a command starts.
    mutating func begin(_ command: String) { self = ScreenPrinting(title: command) }

    init(title: String = "") { self.title = title }

    /// Takes printed lines; a line that does not fit into `columns` is worth a panel too.
    ///
    /// - Parameter rows: How many rows a sentence may take below the panels.
    mutating func add(_ new: [VisibleText], kind: Status.Kind, columns: Int, rows: Int) {
        guard !new.isEmpty else { return }
        lines += kind != .done ? new.map { "\(String(kind.rawValue)) \($0)" } : new
        let isShort = lines.count == 1 && columns > 4 && new[0].wrapped(to: columns - 4).count <= rows
        if isShort {
            status = Status(kind: kind, text: new[0])
        } else {
            // What went wrong is seen without going to the end of a long text.
            status = kind == .failed && new.count == 1 ? Status(kind: kind, text: new[0]) : nil
            text = TextPanel(title: title, lines: lines)
        }
    }

    /// What there is to say, what counts most first.
    var statuses: [Status] { [status, news, progress].compactMap { $0 } }

    /// How many rows what counts most takes.
    func statusRows(columns: Int) -> Int { statuses.first.map { $0.lines(columns: columns).count } ?? 1 }

    /// Draws what counts most, and at the right of it the first of the others that there is room for; where nothing is
    /// said, a hint.
    ///
    /// - Parameters:
    ///   - limit: How many rows there are for it.
    ///   - staysBeside: Whether the hint matters beside what is said, too.
    func drawStatus(on canvas: inout Canvas, row: Int, limit: Int, hint: String, staysBeside: Bool) {
        let statuses = statuses
        let start = canvas.size.columns - DisplayWidth.of(hint) - 1
        func drawHint(behind end: Int) {
            if start > end { canvas.write(hint, at: Point(column: start, row: row), style: .dim) }
        }
        guard let shown = statuses.first else { return drawHint(behind: 0) }
        let lines = shown.lines(columns: canvas.size.columns)
        guard lines.count == 1 else {
            for (number, line) in lines.prefix(limit).enumerated() {
                canvas.write(line, at: Point(column: number == 0 ? 1 : 3, row: row + number), style: shown.style)
            }
            return
        }
        let end = canvas.write(shown.line, at: Point(column: 1, row: row), style: shown.style) + 3
        let starts = statuses.dropFirst().map {
            (status: $0, start: canvas.size.columns - $0.line.columns - 1)
        }
        guard let other = starts.first(where: { $0.start >= end }) else {
            if staysBeside { drawHint(behind: end - 1) }
            return
        }
        canvas.write(other.status.line, at: Point(column: other.start, row: row), style: other.status.style)
    }

    /// Says what is to be known beside what the panels show; `messages` has what does not fit on the line.
    mutating func say(beside notice: VisibleText) {
        if status == nil { status = Status(kind: .news, text: notice) }
    }
}
