// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

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
