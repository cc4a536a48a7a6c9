// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// The shell: reads lines, has the coordinator perform them, and shows what came out.
///
/// One command at a time, on the main actor.
@MainActor
public final class Shell {
    /// The mediator between the apps.
    public let coordinator: Coordinator
    /// Where every byte of output passes.
    public let gate: OutputGate
    /// How the shell talks.
    public let options: ShellOptions
    /// The user’s settings and aliases.
    public internal(set) var preferences = Preferences()
    /// What was typed so far, for each user and app; prompts’ answers are not among it.
    var histories: [String: CommandHistory] = [:]

    /// Hears of every command that went well.
    public var performed: (@MainActor (Invocation) -> Void)?

    /// Forgets a list of lines that is kept for later processes.
    public var onHistoryForgotten: (@MainActor (_ name: String) -> Void)?
    /// Called when a list of lines may still have the name that older versions gave it.
    public var onHistoryRenamed: (@MainActor (_ old: String, _ new: String) -> Void)?

    /// The full screen, where there is one; whoever made it keeps it.
    public weak var stage: StageScreen? { didSet { teller.stage = stage } }
    /// Whether a command is being typed, and nothing else is asked or performed.
    private(set) var isAtPrompt = false
    /// Whether a command or a greeting asks something now.
    var isAsking: Bool { prompter.isAsking }
    /// Whether there is no account yet; nil before anybody has looked.
    var hasNoAccount: Bool?
    /// Why what there is to see could not be read, as it was said last.
    private var unreadable: String?
    /// Where somebody was told to be last.
    var announced: String?
    /// What is shown once the password of this user is given.
    var held: [@MainActor () -> Void] = []
    var heldFor: UserID?
    /// Whether somebody at a locked login wants to type a command, and not the password.
    var prefersPrompt = false
    /// What happened beside the commands that were typed, the oldest first.
    var messages = MessageLog()

    /// What goes on in the background.
    let jobs = JobList()
    /// How many lines were typed, and how many when somebody was told of the jobs that leaving would end.
    var typedLines = (count: 0, warned: -2)

    /// The lines that are being typed, one for each user and app.
    let drafts: LineDrafts
    let prompter: ShellPrompter
    let teller: ProgressTeller
    let lines: any LineSource
    let output: ReplyOutput
    let commands: [String: Command<Shell>]
    private var vocabularies: [AppID: Vocabulary] = [:]
    private var sourceDepth = 0
    private var performing: Task<(status: ExitStatus, isOver: Bool), Never>?
    private let switching: CommandSpec

    /// A shell of these parts.
    public init(coordinator: Coordinator, lines: any LineSource, gate: OutputGate, options: ShellOptions) {
        self.coordinator = coordinator
        self.lines = lines
        self.gate = gate
        self.options = options
        drafts = LineDrafts(folder: options.draftsFolder)
        output = ReplyOutput(gate: gate, world: coordinator.world)
        let all = ShellCommands.all
        commands = Dictionary(uniqueKeysWithValues: all.map { ($0.spec.name, $0) })
        switching = ShellCommands.switching.spec
        let language: @MainActor () -> Language = { [unowned coordinator] in coordinator.language }
        teller = ProgressTeller(
            gate: gate, world: coordinator.world, isJSON: options.rendering == .json, language: language)
        prompter = ShellPrompter(
            lines: lines, gate: gate, world: coordinator.world, password: options.password, teller: teller,
            editsInLines: options.editsInLines, draftsFolder: options.draftsFolder,
            owner: { [unowned coordinator] in coordinator.login.session.map { Self.owner($0.user, $0.name) } },
            language: language)
        coordinator.onLoginChange = { [weak self] in self?.loginDidChange(to: $0) }
        prompter.onLeave = { [weak self] in try await self?.comeBack() ?? false }
        if options.isInteractive { prompter.onMistake = { [weak self] in self?.show(mistake: $0) } }
        (lines as? any KeyedLineSource)?.onActivity = { [weak self] in self?.noteActivity() }
    }

    /// What commands may use of the shell now.
    var context: CommandContext {
        CommandContext(
            language: coordinator.language, world: coordinator.world, prompter: prompter,
            replaceSession: { [coordinator] in await coordinator.replace($0) },
            finishDeletions: { [weak self] in try await self?.finishDeletions() })
    }
}

// MARK: - One line

extension Shell {
    /// Performs a line that somebody typed, in which an alias may stand, and shows its result or its error.
    ///
    /// - Returns: How it went, and whether the shell ends with it.
    @discardableResult
    public func perform(_ line: String) async -> (status: ExitStatus, isOver: Bool) {
        await perform(line) { try parse(preferences.expandingAlias(in: line)) }
    }

    /// Performs what a line, or something else that has one, is understood to ask for.
    func perform(
        _ line: String, understood: @MainActor () throws -> Invocation?
    ) async -> (status: ExitStatus, isOver: Bool) {
        do {
            if coordinator.isCovered { try await settleLogin() }
            if case .locked = coordinator.login { try await pass(line, understood: understood) }
            guard let invocation = try understood() else { return (.success, false) }
            if invocation.isBackground {
                show(try await startJob(invocation, typedAs: line))
                return (.success, false)
            }
            let reply = try await run(invocation)
            if let redirection = invocation.redirection {
                try await output.send(plain(reply), to: redirection)
                for notice in reply.noticesInWords { show(notice) }
                await reply.didPrint?()
            } else if isHeld(invocation) {
                held.append { [weak self] in self?.show(reply) }
            } else {
                show(reply)
                if !isOnPanels(reply) { await reply.didPrint?() }
            }
            performed?(invocation)
            return (reply.status, reply.endsShell)
        } catch let fault as SourceFault where sourceDepth > 0 {
            // Of files that perform each other, the outermost says where it stopped.
            return (fault.status, false)
        } catch {
            guard options.isInteractive, case .active = coordinator.login, coordinator.isCovered else {
                return (report(error), false)
            }
            held.append { [weak self] in self?.report(error) }
            return (Described(error).status, false)
        }
    }

    /// Whether what came out of a command must wait for the password: the login came to its end meanwhile.
    private func isHeld(_ invocation: Invocation) -> Bool {
        guard options.isInteractive, !invocation.spec.worksLocked, coordinator.login.user != nil else { return false }
        return coordinator.isCovered
    }

    /// What a line without an alias asks for; nil for one that asks for nothing.
    func parse(_ line: String) throws -> Invocation? {
        let line = vocabulary.spelledOut(line)
        do {
            return try CommandParser.parse(line, with: vocabulary, switching: switching)
        } catch {
            guard let spec = CommandParser.command(of: line, in: vocabulary), let fault = UsageFault(error, of: spec)
            else { throw error }
            throw fault
        }
    }

    /// The words that a line may start with now.
    var vocabulary: Vocabulary {
        if let known = vocabularies[coordinator.current] { return known }
        let app = coordinator.catalog.first { $0.id == coordinator.current }
        let made = Vocabulary(
            app: coordinator.current, appCommands: app?.commandSpecs ?? [],
            shellCommands: commands.values.map(\.spec), apps: coordinator.catalog.map(\.id))
        vocabularies[coordinator.current] = made
        return made
    }

    private func run(_ invocation: Invocation) async throws -> Reply {
        do {
            return try await carryOut(invocation)
        } catch let fault as CommandFault {
            guard let fault = UsageFault(fault, of: invocation.spec) else { throw fault }
            throw fault
        }
    }

    private func carryOut(_ invocation: Invocation) async throws -> Reply {
        prompter.startWork()
        defer { prompter.endWork() }
        switch invocation.owner {
        case .app(let id): return try await coordinator.perform(invocation, in: id, context)
        case .shell:
            guard let command = commands[invocation.spec.name] else {
                throw CommandFault.unknownCommand(invocation.spec.name, nearest: nil)
            }
            if invocation.spec.needsLogin, !isLocked || !invocation.spec.worksLocked {
                try await coordinator.requireLogin(prompter)
            }
            return try await command.perform(self, invocation.arguments, context)
        }
    }

    private var isLocked: Bool { if case .locked = coordinator.login { true } else { false } }

    private func show(_ reply: Reply) {
        switch options.rendering {
        case .json:
            if let document = JSONReply(language: coordinator.language).document(reply) {
                gate.writeLine(document.text)
            }
            if let aside = JSONReply(language: coordinator.language).aside(reply) { gate.writeErrorLine(aside.text) }
            return
        // Where there is no room for panels, everything is said in words.
        case .stage where isOnPanels(reply): break
        case .stage where stage != nil:
            let lines = plain(reply)
            if case .message = reply.body { for line in lines { remember(line) } }
            stage?.show(lines, of: reply)
        case .stage, .plain: for line in plain(reply) { gate.writeLine(line) }
        }
        let isSeen = isOnPanels(reply)
        for notice in isSeen ? reply.notices : reply.noticesInWords { show(notice, besidePanels: isSeen) }
    }

    private func show(_ notice: LocalizedText, besidePanels: Bool = false) {
        guard let stage else { return gate.writeErrorLine(sentence(notice)) }
        stage.show(notice: sentence(notice), besidePanels: besidePanels)
        remember(sentence(notice))
    }

    /// Whether the app’s panels show a reply, so that it is not printed.
    private func isOnPanels(_ reply: Reply) -> Bool {
        options.rendering == .stage && reply.isOnStage && StageLayout.isPossible(coordinator.size)
    }

    /// Keeps what a command said on the screen for `messages`, since the next command takes it away there.
    private func remember(_ text: String) {
        if stage != nil { messages.add(text, at: coordinator.world.clock.now) }
    }

    /// The reply as lines of text.
    func plain(_ reply: Reply) -> [String] {
        let world = coordinator.world
        let writing = ReplyWriting(
            language: coordinator.language, timeZone: world.timeZone, now: world.clock.now)
        return PlainReply(writing: writing).lines(reply)
    }

    func sentence(_ text: LocalizedText) -> String {
        Sanitizer.visible(text.string(in: coordinator.language))
    }

    /// An error for programs.
    func document(of error: Described) -> JSONValue {
        .object(
            [("code", .string(error.code)), ("message", .string(error.sentence.string(in: coordinator.language)))]
                + (error.output.isEmpty ? [] : [("output", .array(error.output.map(JSONValue.string)))]))
    }

    /// Shows an error on standard error.
    @discardableResult
    public func report(_ error: any Error) -> ExitStatus {
        let described = Described(error)
        if options.rendering == .json {
            gate.writeErrorLine(JSONValue.object([("error", document(of: described))]).text)
        } else {
            described.output.forEach(gate.writeLine)
            gate.writeErrorLine(sentence(described.sentence))
            remember(sentence(described.sentence))
        }
        return described.status
    }
}

// MARK: - Many lines

extension Shell {
    /// Performs the lines of the source until it ends or a command ends the shell.
    ///
    /// A person’s mistakes end nothing; without one, the first status other than success is returned at the end, so
    /// that a program sees that something failed.
    public func run() async -> ExitStatus {
        var status = ExitStatus.success
        await greet()
        let watch = options.isInteractive ? Task { [weak self] in await self?.watchLogin() } : nil
        defer { watch?.cancel() }
        while true {
            // Somebody ends the program, and wants to know how far it came.
            if Task.isCancelled { return await leave(status) }
            do {
                if coordinator.isCovered { try await settleLogin() }
                try await askWhereLocked()
                await presentOrReport()
                try gate.flush()
                switch try await typed() {
                case .end:
                    typedLines.count += 1
                    try mayLeave()
                    return await leave(status)
                case .interrupted: continue
                case .key(let name, _):
                    if name == Self.leavingKey {
                        try await settleLogin()
                        continue
                    }
                    if name == ShellKey.palette.rawValue {
                        if try await goByPalette() { return await leave(status) }
                        continue
                    }
                    guard let key = ShellKey(rawValue: name), let action = stage?.action(for: key) else { continue }
                    await perform(action)
                case .line(let line):
                    let result = await performTyped(line)
                    if status == .success, !options.isInteractive { status = result.status }
                    if result.isOver { return await leave(status) }
                }
            } catch OutputFault.closed {
                return .brokenPipe
            } catch {
                let failure = report(error)
                if status == .success, !options.isInteractive { status = failure }
                if case InputFault.failed = error { return await leave(status) }
                if error is OutputFault { return status == .success ? failure : status }
            }
        }
    }

    /// Shows what there is to see; where that cannot be read, the prompt comes all the same, and the reason is said once.
    private func presentOrReport() async {
        do {
            try await present()
            unreadable = nil
        } catch {
            let sentence = Described(error).sentence.string(in: coordinator.language)
            if sentence != unreadable { report(error) }
            unreadable = sentence
            stage?.redraw()
        }
    }

    /// The next line, which goes on from where it was left when its app was.
    private func typed() async throws -> LineInput {
        let name = lineName
        let keys = lines as? any KeyedLineSource
        if let keys, let name {
            keys.draft = drafts[name]
            keys.onTyping = { [drafts] in drafts[name] = $0 }
        }
        // Who waits for a job’s document before going on must get it.
        (lines as? PipeLineReader)?.leavesActorFree = !jobs.running.isEmpty
        isAtPrompt = true
        defer {
            isAtPrompt = false
            keys?.onTyping = nil
        }
        let input = try await lines.nextLine(prompt, history: lineName)
        guard let name else { return input }
        if case .key(_, let draft) = input { drafts[name] = draft } else { drafts[name] = LineDraft() }
        return input
    }

    /// Tells of something that happened beside what was typed.
    ///
    /// A program that reads the output is not told: what it gets must not depend on when something happens.
    func announce(_ news: LocalizedText, _ kind: Status.Kind = .news) {
        let text = sentence(news)
        messages.add(text, at: coordinator.world.clock.now)
        guard !coordinator.isCovered else { return }
        if let stage {
            stage.tell(Status(kind: kind, text: text))
        } else if options.isInteractive, options.rendering != .json {
            gate.writeLine(text)
        }
    }

    /// Performs a line that belongs into the history.
    public func performTyped(_ line: String) async -> (status: ExitStatus, isOver: Bool) {
        typedLines.count += 1
        await start(line)
        // Before anybody is logged in there is nobody whose history it could be.
        if !line.isEmpty, let lineName { histories[lineName, default: CommandHistory()].append(line) }
        // Only where somebody can press Ctrl-C is a command worth a task of its own.
        guard options.isInteractive else { return await perform(line) }
        let task = Task { await perform(line) }
        performing = task
        defer { performing = nil }
        return await task.value
    }

    /// Clears the stage for a command.
    func start(_ line: String) async {
        await stage?.settle()
        stage?.begin(line)
    }

    /// Returns when no command is running any more, or after some time.
    public func commandEnds(within time: Duration) async {
        guard let performing else { return }
        // Not a group of tasks, which would wait for the command in any case: one that asks something may never end.
        let (waiting, over) = AsyncStream.makeStream(of: Void.self)
        Task {
            _ = await performing.value
            over.finish()
        }
        Task {
            try? await Task.sleep(for: time)
            over.finish()
        }
        for await _ in waiting {}
    }

    /// Cancels the command that is running; what it has done stays done.
    public func cancelCommand() { performing?.cancel() }

    /// Performs a file of commands, and stops at the first that fails.
    func source(_ lines: [Substring], of path: String) async throws -> Bool {
        guard sourceDepth < 16 else { throw SourceFault.tooDeep(limit: 16) }
        sourceDepth += 1
        defer { sourceDepth -= 1 }
        for (index, line) in lines.enumerated() {
            let (status, isOver) = await perform(String(line))
            if status != .success { throw SourceFault.stopped(path: path, line: index + 1, status: status) }
            if isOver { return true }
        }
        return false
    }

    /// Ends what is half done, and sends what was printed.
    private func leave(_ status: ExitStatus) async -> ExitStatus {
        await coordinator.endEditing()
        var status = status
        if options.isInteractive {
            await jobs.cancelAll()
        } else {
            let failure = await finishJobs()
            if status == .success { status = failure }
        }
        do { try gate.flush() } catch { return status == .success ? report(error) : status }
        return status
    }

    /// The lines that the user typed in the current app, the oldest first.
    var history: CommandHistory { lineName.flatMap { histories[$0] } ?? CommandHistory() }

    var prompt: Prompt {
        let app = coordinator.current.rawValue
        let text =
            switch coordinator.login {
            case .active(let session): "\(session.name)@\(app) ❯ "
            case .locked(let session): "\(session.name)@— ❯ "
            case .loggedOut: "atrium ❯ "
            }
        return Prompt(text: text, style: Style(foreground: accent, attributes: .bold))
    }

    private var accent: Color? {
        guard coordinator.login.session != nil else { return nil }
        return coordinator.catalog.first { $0.id == coordinator.current }?.accent
    }
}
