// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// Shows everything on the full screen: what panels show in their place, a sentence beside the prompt, all else in a
/// panel over the others.
@MainActor
final class ScreenPresenter: Presenter {
    private let screen: Screen
    private let coordinator: Coordinator
    let gate: OutputGate
    private let messages: MessageLog
    private let notifier: Notifier
    let text: ReplyText

    init(screen: Screen, coordinator: Coordinator, gate: OutputGate, messages: MessageLog, notifier: Notifier) {
        self.screen = screen
        self.coordinator = coordinator
        self.gate = gate
        self.messages = messages
        self.notifier = notifier
        text = ReplyText(coordinator: coordinator)
    }

    // Where there is no room for panels, everything is said in words.
    func isOnPanels(_ reply: Reply) -> Bool { reply.isOnPanels && ScreenLayout.isPossible(coordinator.size) }

    func show(_ reply: Reply) {
        let isSeen = isOnPanels(reply)
        if !isSeen {
            let lines = text.lines(reply)
            if case .message = reply.body { lines.forEach { remember($0) } }
            screen.printer.show(lines, of: reply)
        }
        for notice in isSeen ? reply.notices : reply.noticesInWords { show(notice: notice, besidePanels: isSeen) }
    }

    func show(notice: LocalizedText) { show(notice: notice, besidePanels: false) }

    private func show(notice: LocalizedText, besidePanels: Bool) {
        let line = text.sentence(notice)
        screen.printer.show(notice: line, besidePanels: besidePanels)
        remember(line)
    }

    func show(_ error: any Error) {
        let described = Described(error)
        let line = text.sentence(described.sentence)
        // The gate keeps the order of what a program has written and this.
        for line in described.output { gate.writeLine(VisibleText(line)) }
        if described.code == CommandFault.cancelled.code {
            // Nothing went wrong: it is what somebody wanted.
            screen.printer.show([line], kind: .news)
        } else {
            gate.writeErrorLine(line)
        }
        remember(line)
    }

    /// The page that stands where the panels will be says it.
    func greet(to program: ProgramIdentity, isFirst: Bool) { screen.showStartPage(hasNoAccount: isFirst) }

    func announce(_ news: LocalizedText, _ kind: Status.Kind, waitingIn app: AppID?) {
        let line = text.sentence(news)
        remember(line, waitingIn: app)
        guard !coordinator.isCovered else { return }
        notifier.tell(line)
        screen.printer.tell(Status(kind: kind, text: line))
    }

    func announce(_ news: [LocalizedText], inShort short: LocalizedText) {
        for text in news { announce(text, .news) }
        // The status line has room for the last one only.
        if news.count > 1 { announce(short, .news) }
    }

    /// Keeps what was said for `messages`, since the next command takes it off the screen.
    private func remember(_ line: VisibleText, waitingIn app: AppID? = nil) {
        messages.add(line.string, at: coordinator.world.clock.now, waitingIn: app)
    }

    func begin(_ command: String) async {
        await screen.settle()
        screen.begin(command)
    }

    func present() async throws { try await screen.refresh() }
    func redraw() { screen.redraw() }
    func forgetPrinted() { screen.printer.forget() }
    func clear() { screen.clear() }
    func cover() { screen.cover() }
    func uncover(keepsPrinted: Bool) { screen.uncover(keepsPrinted: keepsPrinted) }
    func settingsDidChange() { screen.settingsDidChange() }

    // MARK: Progress

    // More often nobody could read the bar, and it would cost the work time.
    var progressPause: Duration { .milliseconds(100) }
    var showsProgressOfJobs: Bool { true }

    func show(_ progress: WorkProgress, ofJob job: Int?) {
        let label = job.map { Strings.jobLabel(number: $0).string(in: coordinator.language) + " " } ?? ""
        let columns = screen.printer.columns - DisplayWidth.of(label)
        let bar = ProgressText(language: coordinator.language).line(progress, hasBlocks: hasBlocks, columns: columns)
        screen.printer.show(progress: Status(kind: .progress, text: "\(label)\(bar)"))
    }

    func endProgress() { screen.printer.show(progress: nil) }

    func jobDidStart(_ text: LocalizedText) {
        screen.printer.show(progress: Status(kind: .progress, text: self.text.sentence(text)))
    }

    /// A terminal of another encoding has the ASCII bar (POSIX.1-2017, Base Definitions, 8.2: the first variable that is
    /// set to something counts).
    private var hasBlocks: Bool {
        let variables = coordinator.world.variables
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        return named.map { $0.uppercased().replacing("-", with: "").contains("UTF8") } ?? false
    }

    // MARK: Keys

    var hasKeys: Bool { true }

    func action(named name: String) -> Action? { screen.action(named: name) }

    func choose(
        from items: @MainActor () -> [PaletteItem], finding find: @escaping @MainActor (String) async -> Palette.Found
    ) async throws -> Action? {
        try await screen.asking.choose(from: items(), finding: find)
    }

    func search() async throws -> Bool { try await screen.asking.search() }

    func copy(_ key: CopyKey) async { await screen.reader.copy(key) }

    func setDrawer(open: Bool?) -> Bool? { screen.setDrawer(open: open) }
}

/// The last things that commands said on the screen, and that happened beside them.
@MainActor
final class MessageLog {
    /// One of them.
    struct Entry {
        /// When it happened.
        let date: Timestamp
        /// What happened, in the language of that moment.
        let text: String
        /// The app in which something waits, where it tells of that.
        let waitingApp: AppID?
    }

    /// The entries, the oldest first.
    private(set) var entries: [Entry] = []
    private static let limit = 100
    private var user: UserID?

    /// Forgets everything when another user comes: what was said to one is nobody else’s.
    func loginDidChange(to login: LoginState) {
        if let user, login.user != user { entries = [] }
        user = login.user
    }

    /// Adds what happened.
    ///
    /// - Parameter app: The app in which something waits, where it tells of that: the number that was told just before is
    ///   true no more.
    func add(_ text: String, at date: Timestamp, waitingIn app: AppID? = nil) {
        if let app, entries.last?.waitingApp == app { entries.removeLast() }
        entries.append(Entry(date: date, text: text, waitingApp: app))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}

/// Has the terminal tell the desktop what happens beside what is typed, where the user wants that.
@MainActor
struct Notifier {
    let coordinator: Coordinator
    let settings: UserSettings
    let gate: OutputGate

    /// Tells of something, unless it is somebody’s who has not given the password.
    func tell(_ news: VisibleText) {
        guard gate.isTerminal, !coordinator.isCovered else { return }
        let program = VisibleText(coordinator.world.program.name)
        switch NotificationChoice(rawValue: settings.value(of: .notify)) {
        case .off, nil: break
        case .on: gate.writeFrame(.notification(news, of: program))
        case .rxvt: gate.writeFrame(.rxvtNotification(news, of: program))
        }
    }
}
