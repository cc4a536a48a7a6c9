// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Shows the output, in one of several ways: on the full screen, as lines of text, or as JSON.
///
/// Callers of a presenter need not know which one it is. A presenter performs nothing: the command of a key comes back
/// as an `Action`.
@MainActor
protocol Presenter: AnyObject {
    /// The output of lines.
    var gate: OutputGate { get }
    /// The form of replies and sentences.
    var text: ReplyText { get }
    /// Whether a screen reader reads the output: prompts have no signs then.
    var isSpoken: Bool { get }

    /// Whether the app’s panels show a reply, so that it need not be written in words.
    func isOnPanels(_ reply: Reply) -> Bool
    /// Shows the output of a command.
    func show(_ reply: Reply)
    /// Shows a sentence beside a result that went elsewhere.
    func show(notice: LocalizedText)
    /// Shows what a reply says beside its content, which went elsewhere.
    func show(noticesOf reply: Reply)
    /// Shows why something failed.
    func show(_ error: any Error)
    /// Shows the output of a job.
    func show(_ result: Result<Reply, any Error>, of job: Job)
    /// Shows an unrequested message.
    func say(_ text: LocalizedText, as kind: Status.Kind)
    /// Greets a user who is not logged in, before the name is asked for.
    ///
    /// - Parameter isFirst: Whether there is no account yet.
    func greet(to program: ProgramIdentity, isFirst: Bool)

    /// Announces an event beside the typed commands.
    ///
    /// Programs that read the output get no news: their input must not depend on when something happens.
    ///
    /// - Parameter app: The app in which something waits, if that is the news: it replaces the former one.
    func announce(_ news: LocalizedText, _ kind: Status.Kind, waitingIn app: AppID?)
    /// Announces several events at once, in one sentence if there is room for one only.
    func announce(_ news: [LocalizedText], inShort short: LocalizedText)

    /// The interval at which progress is shown.
    var progressPause: Duration { get }
    /// Whether to show the progress of jobs while the user types.
    var showsProgressOfJobs: Bool { get }
    /// Shows the progress of a command, or of a job.
    func show(_ progress: WorkProgress, ofJob job: Int?)
    /// Removes the progress: the work is over.
    func endProgress()
    /// Whether the result of a job is shown as soon as it has ended, without a request.
    var showsEndedJobs: Bool { get }
    /// Announces the start of a job, in the place of its progress.
    func jobDidStart(_ text: LocalizedText)

    /// Makes room for the output of a command.
    func begin(_ command: String) async
    /// Shows the content before the next line is typed.
    func present() async throws
    /// Draws the present content again, after `present` has failed.
    func redraw()
    /// Removes the last messages, as a command would.
    func forgetPrinted()
    /// Removes all visible content.
    func clear()

    /// Hides the user’s data.
    func cover()
    /// Shows everything again.
    ///
    /// - Parameter keepsPrinted: Whether earlier output is for the present user.
    func uncover(keepsPrinted: Bool)
    /// Draws everything as the user wants it.
    func settingsDidChange()

    /// The work for which the line ended by a key or the mouse, which may result in an action; taken once.
    func takeWork() -> (@MainActor () async throws -> Action?)?
    /// Draws out the drawer of a screen without room for a sidebar, or pushes it in; `nil`: the other of the two.
    ///
    /// - Returns: Whether it is drawn out now; `nil` if there is no drawer.
    func setDrawer(open: Bool?) -> Bool?
    /// Whether keys do something.
    var hasKeys: Bool { get }
}

extension Presenter {
    /// A reply as it is needed to be shown: in words, unless the panels show it.
    func prepared(_ reply: Reply) async throws -> Reply { isOnPanels(reply) ? reply : try await reply.inWords() }
}

/// The texts about a job for people.
extension Presenter {
    func show(_ result: Result<Reply, any Error>, of job: Job) {
        let news = text.news(of: job, result)
        announce(news.text, news.kind)
    }
}

/// The defaults for a presenter without a screen of its own.
extension Presenter {
    func say(_ text: LocalizedText, as kind: Status.Kind) {
        let line = self.text.sentence(text)
        if kind == .failed { gate.writeErrorLine(line) } else { gate.writeLine(line) }
    }

    func greet(to program: ProgramIdentity, isFirst: Bool) {
        let texts = isFirst ? [program.greeting, StartPage.firstAccount] : [Strings.greeting(name: program.name)]
        let demonstration = program.demonstration.map { Strings.greetingDemo(command: $0) }
        for text in texts + [demonstration].compactMap(\.self) { say(text, as: .news) }
    }

    func show(noticesOf reply: Reply) { reply.noticesInWords.forEach(show(notice:)) }

    func clear() {
        if gate.isTerminal { gate.writeFrame(.clearScreen) }
    }

    func announce(_ news: LocalizedText, _ kind: Status.Kind) { announce(news, kind, waitingIn: nil) }
    func announce(_ news: [LocalizedText], inShort short: LocalizedText) { for text in news { announce(text, .news) } }
    // Enough to see that it moves, little enough to read afterwards.
    var progressPause: Duration { .seconds(3) }
    var isSpoken: Bool { false }
    var showsProgressOfJobs: Bool { false }
    func endProgress() {}
    var showsEndedJobs: Bool { false }
    func jobDidStart(_ text: LocalizedText) {}
    func begin(_ command: String) async {}
    func redraw() {}
    func forgetPrinted() {}
    func cover() {}
    func uncover(keepsPrinted: Bool) {}
    func settingsDidChange() {}
    func takeWork() -> (@MainActor () async throws -> Action?)? { nil }
    func setDrawer(open: Bool?) -> Bool? { nil }
    var hasKeys: Bool { false }
}

/// The choice of the present presenter: panels or lines of text, as the user wants it, or the only presenter there is.
///
/// The other one of panels and lines is hidden until `plain` is set otherwise, or a user logs in who has set it
/// otherwise.
@MainActor
final class PresenterChoice {
    /// The presenters to choose from.
    @MainActor
    private struct Options {
        let screen: Screen
        let panels: ScreenPresenter
        let lines: PlainPresenter
        let settings: UserSettings

        var chosen: any Presenter { settings.isPlain ? lines : panels }
    }

    private let options: Options?
    /// The one that shows everything.
    private(set) var current: any Presenter
    /// Called when the one has taken the place of the other.
    var onChange: (@MainActor (_ usesPanels: Bool) -> Void)?

    /// No choice: this one shows everything.
    init(only presenter: any Presenter) {
        options = nil
        current = presenter
    }

    /// Panels on a screen, or lines in their place.
    init(screen: Screen, panels: ScreenPresenter, lines: PlainPresenter, settings: UserSettings) {
        let options = Options(screen: screen, panels: panels, lines: lines, settings: settings)
        self.options = options
        current = options.chosen
    }

    /// Draws everything by the presenter that the user has set.
    func settingsDidChange() {
        guard let options, options.chosen !== current else { return current.settingsDidChange() }
        current = options.chosen
        let usesPanels = current === options.panels
        if usesPanels { options.screen.attach() } else { options.screen.detach() }
        onChange?(usesPanels)
    }
}

/// Reports the progress of work, as often as its presenter wants to show it.
@MainActor
final class ProgressReporter {
    private let presenters: PresenterChoice
    private let clock: any WallClock
    private var lastReport: Duration

    init(presenters: PresenterChoice, clock: any WallClock) {
        self.presenters = presenters
        self.clock = clock
        lastReport = clock.elapsed
    }

    /// Starts counting the time after which work reports its progress.
    func start(at elapsed: Duration) { lastReport = elapsed }

    /// Reports it, unless that was done a moment ago.
    ///
    /// - Parameter job: The number of the job that the work is, if it goes on in the background.
    func tell(_ progress: WorkProgress, ofJob job: Int? = nil) {
        let elapsed = clock.elapsed
        guard elapsed - lastReport > presenters.current.progressPause else { return }
        lastReport = elapsed
        presenters.current.show(progress, ofJob: job)
    }

    /// Removes the progress: the work is over.
    func end() { presenters.current.endProgress() }
}
