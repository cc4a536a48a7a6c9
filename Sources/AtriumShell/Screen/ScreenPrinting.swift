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
    mutating func add(_ new: [VisibleText], kind: Status.Kind, columns: Int) {
        guard !new.isEmpty else { return }
        lines += kind != .done ? new.map { "\(String(kind.rawValue)) \($0)" } : new
        let isShort = lines.count == 1 && new[0].columns + 4 <= columns
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

    /// Draws what counts most, and at the right of it the first of the others that there is room for; where nothing is
    /// said, a hint.
    func drawStatus(on canvas: inout Canvas, row: Int, hint: String) {
        let statuses = statuses
        guard let shown = statuses.first else {
            let start = canvas.size.columns - DisplayWidth.of(hint) - 1
            if start > 0 { canvas.write(hint, at: Point(column: start, row: row), style: .dim) }
            return
        }
        let end = canvas.write(shown.line, at: Point(column: 1, row: row), style: shown.style) + 3
        let starts = statuses.dropFirst().map {
            (status: $0, start: canvas.size.columns - $0.line.columns - 1)
        }
        guard let other = starts.first(where: { $0.start >= end }) else { return }
        canvas.write(other.status.line, at: Point(column: other.start, row: row), style: other.status.style)
    }

    /// Says what is to be known beside what the panels show; `messages` has what does not fit on the line.
    mutating func say(beside notice: VisibleText) {
        if status == nil { status = Status(kind: .news, text: notice) }
    }
}
