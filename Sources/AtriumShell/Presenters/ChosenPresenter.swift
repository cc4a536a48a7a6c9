// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// Shows everything on panels or as lines of text, as the user wants it at the moment.
///
/// The other of the two is out of sight until `plain` is set otherwise, or somebody logs in who has set it otherwise.
@MainActor
final class ChosenPresenter: Presenter {
    private let screen: Screen
    private let panels: ScreenPresenter
    private let lines: PlainPresenter
    private let settings: UserSettings
    /// Whether the panels are seen.
    private var usesPanels: Bool
    /// Called when the one has taken the place of the other.
    var onChange: (@MainActor (_ usesPanels: Bool) -> Void)?

    init(screen: Screen, panels: ScreenPresenter, lines: PlainPresenter, settings: UserSettings) {
        self.screen = screen
        self.panels = panels
        self.lines = lines
        self.settings = settings
        usesPanels = !settings.isPlain
    }

    private var current: any Presenter { usesPanels ? panels : lines }

    func settingsDidChange() {
        guard usesPanels == settings.isPlain else { return current.settingsDidChange() }
        usesPanels.toggle()
        if usesPanels { screen.attach() } else { screen.detach() }
        onChange?(usesPanels)
    }
}

// MARK: - Passed on

extension ChosenPresenter {
    var gate: OutputGate { current.gate }
    var text: ReplyText { current.text }
    var isSpoken: Bool { current.isSpoken }
    var hasKeys: Bool { current.hasKeys }
    var progressPause: Duration { current.progressPause }
    var showsProgressOfJobs: Bool { current.showsProgressOfJobs }
    var showsEndedJobs: Bool { current.showsEndedJobs }

    func isOnPanels(_ reply: Reply) -> Bool { current.isOnPanels(reply) }
    func show(_ reply: Reply) { current.show(reply) }
    func show(notice: LocalizedText) { current.show(notice: notice) }
    func show(_ error: any Error) { current.show(error) }
    func show(_ result: Result<Reply, any Error>, of job: Job) { current.show(result, of: job) }
    func say(_ text: LocalizedText, as kind: Status.Kind) { current.say(text, as: kind) }
    func greet(to program: ProgramIdentity, isFirst: Bool) { current.greet(to: program, isFirst: isFirst) }
    func announce(_ news: LocalizedText, _ kind: Status.Kind, waitingIn app: AppID?) {
        current.announce(news, kind, waitingIn: app)
    }
    func announce(_ news: [LocalizedText], inShort short: LocalizedText) { current.announce(news, inShort: short) }

    func show(_ progress: WorkProgress, ofJob job: Int?) { current.show(progress, ofJob: job) }
    func endProgress() { current.endProgress() }
    func jobDidStart(_ text: LocalizedText) { current.jobDidStart(text) }

    func begin(_ command: String) async { await current.begin(command) }
    func present() async throws { try await current.present() }
    func redraw() { current.redraw() }
    func forgetPrinted() { current.forgetPrinted() }
    func clear() { current.clear() }
    func cover() { current.cover() }
    func uncover(keepsPrinted: Bool) { current.uncover(keepsPrinted: keepsPrinted) }

    func action(named name: String) -> Action? { current.action(named: name) }
    func choose(
        from items: @MainActor () -> [PaletteItem], finding find: @escaping @MainActor (String) async -> Palette.Found
    ) async throws -> Action? { try await current.choose(from: items, finding: find) }
    func search() async throws -> Bool { try await current.search() }
    func copy(_ key: CopyKey) async { await current.copy(key) }
    func setDrawer(open: Bool?) -> Bool? { current.setDrawer(open: open) }
}
