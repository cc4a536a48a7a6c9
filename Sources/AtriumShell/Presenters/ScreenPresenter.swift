// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Shows everything on the full screen: panels’ content in their place, a sentence beside the prompt, all else in a
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

    // Without room for panels, everything is written in words.
    func isOnPanels(_ reply: Reply) -> Bool { reply.isOnPanels && ScreenLayout.isPossible(coordinator.size) }

    func show(_ reply: Reply) {
        let isSeen = isOnPanels(reply)
        if !isSeen {
            let lines = text.lines(reply)
            if case .message = reply.body { lines.forEach { remember($0) } }
            screen.printer.show(lines, of: reply)
        } else if let overlay = reply.overlay {
            screen.printer.show(overlay)
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
        let described = ErrorDescription(error)
        let line = text.sentence(described.sentence)
        // The gate keeps the order of a program’s output and this.
        for line in described.output { gate.writeLine(VisibleText(line)) }
        if described.code == CommandFault.cancelled.code {
            // Nothing went wrong: the user wanted it.
            screen.printer.show([line], kind: .news)
        } else {
            gate.writeErrorLine(line)
        }
        remember(line)
    }

    /// The page in place of the panels shows it.
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

    /// Keeps the message for `messages`, since the next command removes it from the screen.
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

    // More often the bar would be unreadable, and it would cost the work time.
    var progressPause: Duration { .milliseconds(100) }
    var showsProgressOfJobs: Bool { true }

    func show(_ progress: WorkProgress, ofJob job: Int?) {
        let label = job.map { Strings.jobLabel(number: $0).string(in: coordinator.language) + " " } ?? ""
        let columns = screen.printer.columns - DisplayWidth.of(label)
        let bar = ProgressText(language: coordinator.language).line(
            progress, hasBlocks: coordinator.world.writesUTF8, columns: columns)
        screen.printer.show(progress: Status(kind: .progress, text: "\(label)\(bar)"))
        screen.output.show(progress: progress.fraction)
    }

    func endProgress() {
        screen.printer.show(progress: nil)
        screen.output.endProgress()
    }

    func jobDidStart(_ text: LocalizedText) {
        screen.printer.show(progress: Status(kind: .progress, text: self.text.sentence(text)))
    }

    // MARK: Keys

    var hasKeys: Bool { true }

    func takeWork() -> (@MainActor () async throws -> Action?)? {
        switch screen.takeLeaving() {
        case .perform(let action): { action }
        case .work(let work): { [screen] in try await work(screen) }
        case .finish, .giveUp, nil: nil
        }
    }

    func setDrawer(open: Bool?) -> Bool? { screen.setDrawer(open: open) }
}

/// The last things that commands said on the screen, and that happened beside them.
@MainActor
final class MessageLog {
    /// One of them.
    struct Entry {
        /// The date of the event.
        let date: Timestamp
        /// The text, in the language of that moment.
        let text: String
        /// The app in which something waits, if that is the news.
        let waitingApp: AppID?
    }

    /// The entries, the oldest first.
    private(set) var entries: [Entry] = []
    private static let limit = 100
    private var user: UserID?

    /// Removes everything when another user comes: one user’s messages are not for another.
    func loginDidChange(to login: LoginState) {
        if let user, login.user != user { entries = [] }
        user = login.user
    }

    /// Adds an event.
    ///
    /// - Parameter app: The app in which something waits, if that is the news: it replaces the number reported just
    ///   before.
    func add(_ text: String, at date: Timestamp, waitingIn app: AppID? = nil) {
        if let app, entries.last?.waitingApp == app { entries.removeLast() }
        entries.append(Entry(date: date, text: text, waitingApp: app))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}

/// Sends events beside the typed commands to the desktop by the terminal, if the user wants that.
@MainActor
struct Notifier {
    let coordinator: Coordinator
    let settings: UserSettings
    let gate: OutputGate

    /// Sends an event, unless it belongs to a user who has not given the password.
    func tell(_ news: VisibleText) {
        // A user who looks at the terminal reads it there.
        guard gate.isTerminal, !coordinator.isCovered, settings.terminal.hasFocus != true else { return }
        let program = VisibleText(coordinator.world.program.name)
        switch NotificationChoice(rawValue: settings.value(of: .notify)) {
        case .off, nil: break
        case .on: gate.writeFrame(.notification(news, of: program))
        case .rxvt: gate.writeFrame(.rxvtNotification(news, of: program))
        }
    }
}
