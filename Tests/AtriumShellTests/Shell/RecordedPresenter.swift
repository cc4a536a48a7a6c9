// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
@testable import AtriumScripts
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import AtriumWorlds

/// A presenter that writes down what it is told to show.
@MainActor
final class RecordedPresenter: Presenter {
    let gate = OutputGate(output: MemorySink(), error: MemorySink(), isTerminal: false)
    let text: ReplyText
    let recorder = Recorder()

    init(_ coordinator: Coordinator) { text = ReplyText(coordinator: coordinator) }

    func isOnPanels(_ reply: Reply) -> Bool { false }
    func show(_ reply: Reply) { note("reply", text.lines(reply).map(\.string).joined(separator: "|")) }
    func show(notice: LocalizedText) { note("notice", text.sentence(notice).string) }
    func show(_ error: any Error) { note("error", ErrorDescription(error).code) }
    func show(_ result: Result<Reply, any Error>, of job: Job) { note("job", "\(job.number)") }
    func say(_ text: LocalizedText, as kind: Status.Kind) { note("say", self.text.sentence(text).string) }
    func greet(to program: ProgramIdentity, isFirst: Bool) { note("greet", "\(isFirst)") }
    func announce(_ news: LocalizedText, _ kind: Status.Kind, waitingIn app: AppID?) {
        note("news", text.sentence(news).string)
    }
    func show(_ progress: WorkProgress, ofJob job: Int?) { note("progress", "\(progress.done)") }
    func present() async throws { note("present", "") }
    func begin(_ command: String) async { note("begin", command) }
    func cover() { note("cover", "") }
    func uncover(keepsPrinted: Bool) { note("uncover", "\(keepsPrinted)") }

    private func note(_ what: String, _ text: String) { recorder.note(text.isEmpty ? what : "\(what): \(text)") }
}

/// What a login needs around it: a coordinator, a presenter that writes down, and answers.
@MainActor
final class LoginFixture {
    let clock = ManualClock.nineOClock
    let authenticator: ProbeAuthenticator
    let coordinator: Coordinator
    let presenter: RecordedPresenter
    let answers = AnswerLines()
    let typed: LineStore
    let settings: UserSettings
    let holding: LoginGuard
    let flow: LoginFlow

    init(isInteractive: Bool = true) throws {
        let authenticator = ProbeAuthenticator(clock: clock, idleLimit: .seconds(1800))
        self.authenticator = authenticator
        coordinator = try Coordinator(
            catalog: ["notes", "account"].map {
                ProbeFactory($0, recorder: Recorder(), authenticator: authenticator)
            }, world: .test(clock: clock), language: .english, size: Size(columns: 80, rows: 24))
        presenter = RecordedPresenter(coordinator)
        let presenters = PresenterChoice(only: presenter)
        settings = UserSettings(coordinator: coordinator, ownsTerminal: false)
        let reader = CommandReader(coordinator: coordinator, settings: settings)
        typed = LineStore(coordinator: coordinator, reader: reader, draftsFolder: nil)
        let context = ShellContext(
            coordinator: coordinator, lines: answers, options: ShellOptions(isInteractive: isInteractive),
            input: InputState(), settings: settings, reader: reader, typed: typed, presenters: presenters)
        let prompter = ShellPrompter(in: context)
        let contexts = CommandContexts(in: context, prompter: prompter)
        holding = LoginGuard(in: context, prompter: prompter)
        let jobs = JobRunner(in: context, prompter: prompter, login: holding)
        let runner = CommandRunner(in: context, login: holding, prompter: prompter, jobs: jobs, contexts: contexts)
        flow = LoginFlow(in: context, prompter: prompter, runner: runner, contexts: contexts)
        coordinator.onLoginChange = { [weak self] in self?.holding.loginDidChange(to: $0) }
    }

    /// What was shown since the last call.
    func taken() -> [String] { presenter.recorder.take() }
}
