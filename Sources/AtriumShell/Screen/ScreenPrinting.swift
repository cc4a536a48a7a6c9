// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// What has been printed since the last command was typed, and where the screen shows it: some short lines beside the
/// prompt, more in a panel of their own.
struct ScreenPrinting {
    /// What the last command said, beside the prompt: its result first.
    private(set) var said: [Status] = []
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

    /// Takes printed lines; what takes more than some rows of so many columns is worth a panel.
    ///
    /// - Parameter rows: How many rows sentences may take below the panels.
    mutating func add(_ new: [VisibleText], kind: Status.Kind, columns: Int, rows: Int) {
        guard !new.isEmpty else { return }
        lines += kind != .done ? new.map { "\(String(kind.rawValue)) \($0)" } : new
        let all = said + new.map { Status(kind: kind, text: $0) }
        // What a program has printed is no result, and a failure behind it is another matter.
        let isNotice = all.count == 1 || kind == .news
        let isShort = new.count == 1 && all.count == lines.count && isNotice && columns > 4
        if isShort, all.reduce(0, { $0 + $1.lines(columns: columns).count }) <= rows {
            said = all
        } else {
            // What went wrong is seen without going to the end of a long text.
            said = kind == .failed && new.count == 1 ? Array(all.suffix(1)) : []
            text = TextPanel(title: title, lines: lines)
        }
    }

    /// Whether a command has done what it was to do.
    var hasDone: Bool { said.first?.kind == .done }

    /// What there is to say, what counts most first.
    var statuses: [Status] { said + [news, progress].compactMap { $0 } }

    /// What a command said, or else what happens elsewhere, which moves no panel.
    private func rows(columns: Int) -> [VisibleText] {
        said.isEmpty
            ? statuses.prefix(1).map(\.line) : said.flatMap { $0.lines(columns: columns) }
    }

    /// How many rows what counts most takes.
    func statusRows(columns: Int) -> Int { max(1, rows(columns: columns).count) }

    /// Draws what counts most, and at the right of it the first of the others that there is room for; where nothing is
    /// said, a hint.
    ///
    /// - Parameters:
    ///   - limit: How many rows there are for it.
    ///   - staysBeside: Whether the hint matters beside what is said, too.
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

    /// Says what is to be known beside what the panels show; `messages` has what does not fit on the line.
    mutating func say(beside notice: VisibleText) {
        if said.isEmpty { said = [Status(kind: .news, text: notice)] }
    }
}

/// Says things on the screen: what a command has to say, what happens elsewhere, and how far work has come.
@MainActor
final class ScreenPrinter {
    private let coordinator: Coordinator
    private let state: ScreenState
    private var forgetting: Task<Void, Never>?
    /// Draws what is not the panels’.
    var draw: @MainActor () -> Void = {}

    /// How long news is shown to somebody who is there.
    private static let newsTime = Duration.seconds(6)

    init(coordinator: Coordinator, state: ScreenState) {
        self.coordinator = coordinator
        self.state = state
    }

    /// Shows lines: a sentence beside the prompt, what has no room there in a panel.
    func show(_ lines: [VisibleText], kind: Status.Kind) {
        let size = coordinator.size
        state.printing.add(lines, kind: kind, columns: size.columns, rows: ScreenLayout.statusLimit(size))
        draw()
    }

    /// Shows what a command has to say that no panel shows: a sentence beside the prompt, all else in a panel.
    func show(_ lines: [VisibleText], of reply: Reply) {
        guard !lines.isEmpty else { return }
        if case .message = reply.body { return show(lines, kind: .done) }
        state.printing.add(lines, kind: .done, columns: 0, rows: 0)
        draw()
    }

    /// Shows what is to be known beside a result; where panels show that, nothing lies over them.
    func show(notice: VisibleText, besidePanels: Bool) {
        guard besidePanels else { return show([notice], kind: .news) }
        state.printing.say(beside: notice)
        draw()
    }

    /// Says a sentence of the screen’s own beside the prompt.
    func say(_ text: LocalizedText, as kind: Status.Kind) {
        forget()
        show([VisibleText(text.string(in: coordinator.language))], kind: kind)
    }

    /// Tells of something that happened elsewhere, without covering what a command said; nil takes it away.
    func tell(_ news: Status?) {
        state.printing.news = news
        draw()
        forgetting?.cancel()
        forgetting = nil
    }

    /// Takes news away in a while, since somebody who presses keys sees it.
    func noteKeys() {
        guard forgetting == nil, let news = state.printing.news, news.kind == .news else { return }
        forgetting = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.newsTime)) != nil, self?.state.printing.news == news else { return }
            self?.tell(nil)
        }
    }

    /// Shows how far work has come, where nothing else is said; nil takes it away.
    func show(progress: Status?) {
        guard progress != state.printing.progress else { return }
        state.printing.progress = progress
        draw()
    }

    /// Takes away what was said last, where nobody has typed a command since.
    func forget() { state.printing.begin("") }

    /// How much room the status line has for words.
    var columns: Int { coordinator.size.columns - 4 }
}

/// What was printed before and may be seen again: before the present command, and before everything was covered.
struct EarlierPrinting {
    /// What was printed before the present command.
    private(set) var before = ScreenPrinting()
    /// What was printed before everything was covered, for whoever gives the password.
    private var covered: ScreenPrinting?

    /// A command starts.
    mutating func keep(_ printing: ScreenPrinting) {
        before = printing
        if covered != nil { covered = ScreenPrinting() }
    }

    /// Takes off what was printed, until somebody gives the password.
    mutating func cover(_ printing: inout ScreenPrinting) {
        guard covered == nil else { return }
        covered = printing
        printing = ScreenPrinting()
        before = ScreenPrinting()
    }

    /// Has it there again.
    ///
    /// - Parameter isKept: Whether the one who is there now is the one for whom it was printed.
    mutating func uncover(_ printing: inout ScreenPrinting, isKept: Bool) {
        if let covered, isKept { printing = covered }
        covered = nil
    }
}
