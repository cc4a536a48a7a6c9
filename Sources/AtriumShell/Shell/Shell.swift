// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import AtriumScreen
public import AtriumSession
public import AtriumTerminal
import AtriumWorlds

/// The shell: reads lines, performs them by the coordinator, and shows their output.
///
/// It connects its parts and does nothing by itself. Calls lead one way: the loop reads and hands lines to the
/// runner, which runs them by the coordinator or one of the shell’s own commands, and hands their output to the
/// presenter.
@MainActor
public final class Shell {
    /// The mediator between the apps.
    public let coordinator: Coordinator
    /// The gate for every byte of output.
    public let gate: OutputGate
    /// The options of the shell.
    public let options: ShellOptions
    /// The full screen, if there is one.
    public let screen: Screen?

    /// The user’s settings and aliases.
    let settings: UserSettings
    /// The events beside the typed commands, the oldest first.
    let messages = MessageLog()
    /// The choice of presenters.
    let presenters: PresenterChoice
    let reader: CommandReader
    let completer: LineCompleter
    /// The present and earlier input.
    let typed: LineStore
    /// The flow of logging in.
    let login: LoginFlow
    /// Whether the login holds.
    let guarding: LoginGuard
    let jobRunner: JobRunner
    /// The background jobs.
    var jobs: JobList { jobRunner.list }
    let runner: CommandRunner
    let output: ReplyOutput
    /// The frame as text and as a picture.
    let frame: FramePrinter
    private let deletion: UserDeletion
    private let archives: UserArchives
    private let title: WindowTitle
    private let loop: CommandLoop

    /// A shell of these parts.
    ///
    /// - Parameters:
    ///   - coordinator: The coordinator of the apps.
    ///   - lines: The source of lines.
    ///   - gate: The way of all output.
    ///   - options: The choices of the command line.
    ///   - parts: The keys and the renderer of a full screen; `nil`: there is none.
    public init(
        coordinator: Coordinator, lines: any LineSource, gate: OutputGate, options: ShellOptions,
        screen parts: (keys: any KeyedLineSource, renderer: any Renderer)? = nil
    ) {
        self.coordinator = coordinator
        self.gate = gate
        self.options = options
        let (isInteractive, input, messages) = (options.isInteractive, InputState(), messages)
        settings = UserSettings(
            coordinator: coordinator, ownsTerminal: isInteractive, configuration: options.configuration)
        let reader = CommandReader(coordinator: coordinator, settings: settings)
        self.reader = reader
        settings.check { (command) throws(AliasFault) in try reader.checkAlias(of: command) }
        typed = LineStore(coordinator: coordinator, reader: reader, draftsFolder: options.draftsFolder)
        lines.keyed?.keeping = { [reader] in reader.keeping(of: $0) }
        screen = parts.map { [reader, settings] in
            Screen(
                coordinator: coordinator, gate: gate, keys: $0.keys, renderer: $0.renderer, depth: options.colors,
                settings: settings, input: input,
                commands: OfferedCommands(
                    coordinator: coordinator, reader: reader, settings: settings, input: input))
        }
        let notifier = Notifier(coordinator: coordinator, settings: settings, gate: gate)
        presenters =
            switch (options.rendering, screen) {
            case (.json, _):
                PresenterChoice(
                    only: JSONPresenter(coordinator: coordinator, gate: gate, messages: messages, input: input))
            case (_, let screen?):
                PresenterChoice(
                    screen: screen,
                    panels: ScreenPresenter(
                        screen: screen, coordinator: coordinator, gate: gate, messages: messages, notifier: notifier),
                    lines: PlainPresenter(
                        coordinator: coordinator, gate: gate, messages: messages, isInteractive: isInteractive,
                        notifier: notifier
                    ) { [settings] in settings.isPlain },
                    settings: settings)
            case (let rendering, nil):
                PresenterChoice(
                    only: PlainPresenter(
                        coordinator: coordinator, gate: gate, messages: messages, isInteractive: isInteractive,
                        printsFrames: rendering == .screen, notifier: notifier
                    ) { [settings] in options.isSpoken || settings.isPlain })
            }
        frame = FramePrinter(
            coordinator: coordinator, settings: settings, screen: screen,
            selects: screen == nil && options.rendering == .screen)
        let context = ShellContext(
            coordinator: coordinator, lines: lines, options: options, input: input, settings: settings, reader: reader,
            typed: typed, presenters: presenters, screen: screen)
        output = context.output
        completer = LineCompleter(in: context)
        let prompter = ShellPrompter(in: context)
        let contexts = CommandContexts(in: context, prompter: prompter)
        (deletion, archives) = (contexts.deletion, contexts.archives)
        guarding = LoginGuard(in: context, prompter: prompter)
        jobRunner = JobRunner(in: context, prompter: prompter, login: guarding)
        runner = CommandRunner(
            in: context, login: guarding, prompter: prompter, jobs: jobRunner, contexts: contexts)
        login = LoginFlow(in: context, prompter: prompter, runner: runner, contexts: contexts)
        title = WindowTitle(coordinator: coordinator, settings: settings, gate: gate)
        loop = CommandLoop(
            in: context, login: guarding, flow: login, runner: runner, jobs: jobRunner, title: title)
        guarding.onRevocation = { [weak loop, weak jobRunner] in
            loop?.cancelCommand()
            for job in jobRunner?.list.running ?? [] { job.cancel() }
        }
        connect()
    }

    /// Connects the parts.
    private func connect() {
        let isInteractive = options.isInteractive
        var last: UserSession?
        coordinator.onLoginChange = { [weak self] login in
            if let session = login.known, let known = last, known.user == session.user, known.name != session.name {
                self?.deletion.move(session, from: known.name)
            }
            last = login.known
            self?.settings.loginDidChange()
            self?.jobs.loginDidChange(to: login)
            self?.messages.loginDidChange(to: login)
            self?.guarding.loginDidChange(to: login)
            // The title of a window does not show a hidden place.
            if isInteractive { self?.title.update() }
        }
        coordinator.lease.onFailedLogins = { [weak self] failures in
            guard let self else { return }
            let time = CivilTime(failures.since, in: coordinator.world.timeZone)
            let news = Strings.failedLogins(count: failures.count, since: "\(time.date) \(time.time)")
            if isInteractive { presenters.current.announce(news, .news) } else { presenters.current.show(notice: news) }
        }
        settings.onChange = { [weak presenters] in presenters?.settingsDidChange() }
        runner.shell = self
        reader.screen = screen
        screen?.connect { [weak presenters] in
            presenters?.current.announce($0, .news, waitingIn: $1)
        } explainingChanges: { [weak jobs] in
            jobs?.explainsChange(in: $0) ?? false
        }
    }
}

// MARK: - Performing

extension Shell {
    /// Performs the lines of the source until it ends or a command ends the shell.
    ///
    /// A person’s mistakes end nothing; without a person, the first status but success is returned at the end, so
    /// that a program sees that something failed.
    public func run() async -> ExitStatus { await loop.run() }

    /// Takes the terminal for the panels, if the user wants any.
    public func enterScreen() { if presenters.current.hasKeys { screen?.enterScreen() } }

    /// Called when panels replace lines of text, or the other way round.
    public var onPanelsChange: (@MainActor (_ arePanels: Bool) -> Void)? {
        get { presenters.onChange }
        set { presenters.onChange = newValue }
    }

    /// Performs a typed line, in which an alias may stand, and shows its result or its error.
    ///
    /// - Returns: Its status, and whether the shell ends with it.
    @discardableResult
    public func perform(_ line: String) async -> (status: ExitStatus, isOver: Bool) { await runner.perform(line) }

    /// Performs a line that belongs into the history.
    public func performTyped(_ line: String) async -> (status: ExitStatus, isOver: Bool) {
        await loop.performTyped(line)
    }

    /// Shows the mistakes in the files of the configuration, and other notices about the start.
    package func showNotices(_ notices: [LocalizedText]) {
        for notice in notices + settings.configuration.faults.map(\.sentence) {
            presenters.current.show(notice: notice)
        }
    }

    /// Shows the frame as text, as `screen` does.
    package func showFrame() async {
        _ = await runner.perform(.shell(MovingCommands.screen))
    }

    /// Called for every command that succeeds.
    public var performed: (@MainActor (Invocation) -> Void)? {
        get { runner.performed }
        set { runner.performed = newValue }
    }

    /// Called with the reason why a line was not performed, or not to its end.
    public var failed: (@MainActor (any Error) -> Void)? {
        get { runner.failed }
        set { runner.failed = newValue }
    }

    /// Cancels the running command; its finished steps stay done.
    public func cancelCommand() { loop.cancelCommand() }

    /// Returns when no command is running any more, or after some time.
    public func commandEnds(within time: Duration) async { await loop.commandEnds(within: time) }

    /// Waits for all jobs and shows their output, as at the end of the input.
    ///
    /// - Returns: The first status other than success.
    public func finishJobs() async -> ExitStatus { await runner.finishJobs() }

    /// Gives the terminal’s window its own title back; for the way out.
    public func endTitle() { title.end() }

    /// Cancels the background jobs; their finished steps stay done.
    public func cancelJobs() { for job in jobs.running { job.cancel() } }
}

// MARK: - Logging in

extension Shell {
    /// Makes a session the current one, with the user’s settings, and goes to a place that was requested before.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - isResumed: Whether an earlier process has kept the login, and has told what happened before it.
    @discardableResult
    public func welcome(_ session: UserSession, isResumed: Bool = false) async throws -> Reply {
        try await login.welcome(session, isResumed: isResumed)
    }

    /// Logs a user in before the first command, without a message if all goes well.
    public func logInAtStart(name: String) async throws { try await login.logInAtStart(name: name) }

    /// Deletes the data of deleted users in every app, and their typed lines.
    public func finishDeletions() async throws { try await deletion.finish() }
}

// MARK: - Daily backups

extension Shell {
    /// Whether a user is logged in who wants them.
    package var wantsDailyBackups: Bool {
        coordinator.login.session != nil && settings.value(of: .dailyBackup) == Switch.on.rawValue
    }

    /// Makes the one of today, unless there is one.
    ///
    /// - Throws: `BackupFault` and others.
    package func backUpToday() async throws {
        // While the job of `set` makes it, nothing else does.
        guard !jobs.running.contains(where: { $0.command == Self.backupJob }) else { return }
        _ = try await archives.backUpToday()
    }

    /// Makes the one of today in the background, unless there is one; without a user to wait for it, the end of the
    /// process makes it.
    ///
    /// - Returns: The sentence about that.
    func startBackup() async throws -> [LocalizedText] {
        guard let (isOwner, isDue) = try await archives.daily(), isDue else { return [] }
        if options.isInteractive, !jobs.running.contains(where: { $0.command == Self.backupJob }) {
            try await jobRunner.start(Self.backupJob) { [archives] in try await archives.backUpToday($0) ?? .nothing }
        }
        return [isOwner ? Strings.backupDailyFirst : Strings.backupDailyFirstOwn]
    }

    private static let backupJob = "backup"

    /// Shows why the one of today was not made.
    package func tellOfFailedBackup(_ reason: ErrorDescription) {
        presenters.current.show(
            notice: LocalizedText { Strings.backupDailyFailed(reason: reason.sentence.string(in: $0)) })
    }
}

// MARK: - Input

extension Shell {
    /// The question for the password of a locked login; `nil` if there is none.
    public var passwordQuestion: LocalizedText? {
        guard case .locked(let session) = coordinator.login else { return nil }
        return .passwordQuestion(for: session.name)
    }

    /// Whether a line can be read as a command: otherwise it is the password of a locked login.
    public func isCommand(_ line: String) -> Bool {
        reader.worksLocked(line) || reader.appAhead(of: reader.expanded(line)) != nil
            || (try? reader.invocation(of: reader.expanded(line))) != nil
    }

    /// The specifications of the own commands of a shell with these apps, which every app has.
    public static func commandSpecs(in catalog: [any AppFactory]) -> [CommandSpec] {
        ShellCommands.all(in: catalog).map(\.spec)
    }

    /// The same for a program, which may have no demonstration and one language.
    public static func commandSpecs(in catalog: [any AppFactory], of program: ProgramIdentity) -> [CommandSpec] {
        ShellCommands.all(in: catalog, of: program).map(\.spec)
    }

    /// Candidates for the text before the cursor.
    public func completions(for request: CompletionRequest) async -> CompletionAnswer {
        await completer.completions(for: request)
    }

    /// The files that a line names, as they were typed: values of parameters that are files.
    public func files(in line: String) -> [String] { reader.files(in: line) }

    /// Keeps the unfinished line; for the way out on a signal.
    public func keepTyped() async { await loop.keepTyped() }

    /// Keeps a list of lines for later processes under another name.
    public var onHistoryMoved: (@MainActor (_ name: String, _ new: String) -> Void)? {
        get { typed.onHistoryMoved }
        set { typed.onHistoryMoved = newValue }
    }

    /// Removes a list of lines that is kept for later processes.
    public var onHistoryForgotten: (@MainActor (_ name: String) -> Void)? {
        get { typed.onHistoryForgotten }
        set { typed.onHistoryForgotten = newValue }
    }
}

/// The title of the terminal’s window: the present place, while that may be seen, if the user wants it.
@MainActor
final class WindowTitle {
    private let coordinator: Coordinator
    private let settings: UserSettings
    private let gate: OutputGate
    private var shown: VisibleText?

    init(coordinator: Coordinator, settings: UserSettings, gate: OutputGate) {
        self.coordinator = coordinator
        self.settings = settings
        self.gate = gate
    }

    /// Shows the present place.
    func update() {
        guard gate.isTerminal, settings.value(of: .title) == Switch.on.rawValue else { return end() }
        let program = VisibleText(coordinator.world.program.name)
        let app = coordinator.isCovered ? nil : coordinator.currentApp
        let place = app.flatMap { ReplyText(coordinator: coordinator).place(in: $0) }
        let title = place.map { "\($0) — \(program)" } ?? program
        guard title != shown else { return }
        gate.writeFrame((shown == nil ? .saveTitle : .none) + .title(title))
        shown = title
    }

    /// Gives the window the title back that it had.
    func end() {
        guard shown != nil else { return }
        shown = nil
        gate.writeFrame(.restoreTitle)
    }
}
