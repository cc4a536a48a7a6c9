// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
package import AtriumTerminal

/// The output since the last typed command, and its place on the screen: some short lines beside the
/// prompt, more in a panel of their own.
struct ScreenPrinting {
    /// The output of the last command, beside the prompt: its result first.
    private(set) var said: [Status] = []
    /// The news: at the right of it, or in its place if there is none.
    var news: Status?
    /// The progress of work, if there is room left.
    var progress: Status?
    /// The text over the panels.
    var text: TextPanel?
    private var lines: [VisibleText] = []
    private var title = ""

    /// Removes earlier output: a command starts.
    mutating func begin(_ command: String) { self = ScreenPrinting(title: command) }

    init(title: String = "") { self.title = title }

    /// Adds printed lines; those that take more than some rows of `columns` get a panel.
    ///
    /// - Parameter rows: The maximum number of rows of sentences below the panels.
    mutating func add(_ new: [VisibleText], kind: Status.Kind, columns: Int, rows: Int) {
        guard !new.isEmpty else { return }
        lines += kind != .done ? new.map { "\(String(kind.rawValue)) \($0)" } : new
        let all = said + new.map { Status(kind: kind, text: $0) }
        // A program’s output is no result, and a failure behind it is another matter.
        let isNotice = all.count == 1 || kind == .news
        let isShort = new.count == 1 && all.count == lines.count && isNotice && columns > 4
        if isShort, all.reduce(0, { $0 + $1.lines(columns: columns).count }) <= rows {
            said = all
        } else {
            // The failure is visible without going to the end of a long text.
            said = kind == .failed && new.count == 1 ? Array(all.suffix(1)) : []
            text = TextPanel(title: title, lines: lines)
        }
    }

    /// Lays lines over the panels that are to be seen whole.
    mutating func lay(_ lines: [VisibleText]) {
        if !lines.isEmpty { text = TextPanel(title: title, lines: lines, isLaidOut: true) }
    }

    /// Whether a command has succeeded.
    var hasDone: Bool { said.first?.kind == .done }

    /// The messages, the most important first.
    var statuses: [Status] { said + [news, progress].compactMap { $0 } }

    /// The output of a command, or else the news, which moves no panel.
    private func rows(columns: Int) -> [VisibleText] {
        said.isEmpty
            ? statuses.prefix(1).map(\.line) : said.flatMap { $0.lines(columns: columns) }
    }

    /// The number of rows of the most important message.
    func statusRows(columns: Int) -> Int { max(1, rows(columns: columns).count) }

    /// Draws the most important message, and at the right of it the first other one that fits; without
    /// a message, a hint.
    ///
    /// - Parameters:
    ///   - limit: The number of rows for it.
    ///   - staysBeside: Whether the hint matters beside a message, too.
    func drawStatus(on canvas: inout Canvas, row: Int, limit: Int, hint: String, staysBeside: Bool) {
        let start = canvas.size.columns - DisplayWidth.of(hint) - 1
        func drawHint(behind end: Int) {
            if start > end { canvas.write(hint, at: Point(column: start, row: row), style: .dim) }
        }
        guard let first = statuses.first else { return drawHint(behind: 0) }
        var next = row
        for status in said.isEmpty ? [first] : said {
            let lines = said.isEmpty ? [status.line] : status.lines(columns: canvas.size.columns)
            for line in lines where next < row + limit {
                canvas.write(line, at: Point(column: 1, row: next), style: status.style)
                next += 1
            }
        }
        guard next == row + 1 else { return }
        let end = first.line.columns + 4
        let starts = statuses.dropFirst().map {
            (status: $0, start: canvas.size.columns - $0.line.columns - 1)
        }
        guard let other = starts.first(where: { $0.start >= end }) else {
            if staysBeside { drawHint(behind: end - 1) }
            return
        }
        canvas.write(other.status.line, at: Point(column: other.start, row: row), style: other.status.style)
    }

    /// Adds a notice beside the content of the panels; `messages` has the part that does not fit on the line.
    mutating func say(beside notice: VisibleText) {
        if said.isEmpty { said = [Status(kind: .news, text: notice)] }
    }
}

/// Shows messages on the screen: the output of a command, the news, and the progress of work.
@MainActor
package final class ScreenPrinter {
    private let coordinator: Coordinator
    private let state: ScreenState
    private var forgetting: Task<Void, Never>?
    /// Draws all but the panels.
    var draw: @MainActor () -> Void = {}

    /// The time for which news is shown to a present user.
    private static let newsTime = Duration.seconds(6)

    init(coordinator: Coordinator, state: ScreenState) {
        self.coordinator = coordinator
        self.state = state
    }

    /// Shows lines: a sentence beside the prompt, longer output in a panel.
    package func show(_ lines: [VisibleText], kind: Status.Kind) {
        let size = coordinator.size
        state.printing.add(lines, kind: kind, columns: size.columns, rows: ScreenLayout.statusLimit(size))
        draw()
    }

    /// Shows the part of a command’s reply that no panel shows: a sentence beside the prompt, all else in a panel.
    package func show(_ lines: [VisibleText], of reply: Reply) {
        guard !lines.isEmpty else { return }
        if case .message = reply.body { return show(lines, kind: .done) }
        state.printing.add(lines, kind: .done, columns: 0, rows: 0)
        draw()
    }

    /// Lays a reply’s lines over the panels.
    package func show(_ overlay: Reply.Overlay) {
        let room = state.layout.whole.size
        state.printing.lay(overlay(room.columns, room.rows).map { VisibleText($0) })
        draw()
    }

    /// Shows a notice beside a result; if panels show that, nothing lies over them.
    package func show(notice: VisibleText, besidePanels: Bool) {
        guard besidePanels else { return show([notice], kind: .news) }
        state.printing.say(beside: notice)
        draw()
    }

    /// Says a sentence of the screen’s own beside the prompt.
    func say(_ text: LocalizedText, as kind: Status.Kind) {
        forget()
        show([VisibleText(text.string(in: coordinator.language))], kind: kind)
    }

    /// Shows news without covering the output of a command; `nil` removes it.
    package func tell(_ news: Status?) {
        state.printing.news = news
        draw()
        forgetting?.cancel()
        forgetting = nil
    }

    /// Removes news in a while, since a user who presses keys sees it.
    func noteKeys() {
        guard forgetting == nil, let news = state.printing.news, news.kind == .news else { return }
        forgetting = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.newsTime)) != nil, self?.state.printing.news == news else { return }
            self?.tell(nil)
        }
    }

    /// Shows the progress of work, if there is no other message; `nil` removes it.
    package func show(progress: Status?) {
        guard progress != state.printing.progress else { return }
        state.printing.progress = progress
        draw()
    }

    /// Removes the last messages, if no command was typed since.
    package func forget() { state.printing.begin("") }

    /// The number of columns of the status line.
    package var columns: Int { coordinator.size.columns - 4 }
}
