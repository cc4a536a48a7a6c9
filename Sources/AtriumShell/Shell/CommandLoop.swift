// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Reads lines and keys until they end, and has each performed, one at a time.
@MainActor
final class CommandLoop {
    private let coordinator: Coordinator
    private let lines: any LineSource
    /// The same, if the input is no terminal.
    private let pipe: PipeLineReader?
    private let input: InputState
    private let presenters: PresenterChoice
    private let login: LoginGuard
    private let flow: LoginFlow
    private let runner: CommandRunner
    private let jobs: JobRunner
    private let reader: CommandReader
    private let typed: LineStore
    private let title: WindowTitle?
    private let isInteractive: Bool
    private var performing: Task<CommandRunner.Outcome, Never>?
    /// The last reported reason why the content could not be read.
    private var unreadable: String?

    /// The loop over the lines of a shell.
    ///
    /// - Parameters:
    ///   - login: Whether the login holds.
    ///   - flow: The flow of logging in.
    ///   - runner: Performs the lines.
    ///   - jobs: The work beside them.
    ///   - title: The title of the window.
    init(
        in shell: ShellContext, login: LoginGuard, flow: LoginFlow, runner: CommandRunner, jobs: JobRunner,
        title: WindowTitle
    ) {
        coordinator = shell.coordinator
        lines = shell.lines
        pipe = shell.lines as? PipeLineReader
        input = shell.input
        presenters = shell.presenters
        reader = shell.reader
        typed = shell.typed
        isInteractive = shell.isInteractive
        self.login = login
        self.flow = flow
        self.runner = runner
        self.jobs = jobs
        self.title = isInteractive ? title : nil
    }

    private var keys: (any KeyedLineSource)? { lines.keyed }

    /// Performs the lines of the source until it ends or a command ends the shell.
    ///
    /// A person’s mistakes end nothing; without a person, the first status but success is returned at the end, so
    /// that a program sees that something failed.
    func run() async -> ExitStatus {
        var status = ExitStatus.success
        if await flow.greet() { return await leave(status) }
        let watch = isInteractive ? Task { [login] in await login.watch() } : nil
        defer { watch?.cancel() }
        while true {
            // The user ends the program, and wants to know its progress.
            if Task.isCancelled { return await leave(status) }
            do {
                guard let outcome = try await next() else { return await leave(status) }
                if status == .success, !isInteractive { status = outcome.status }
                if outcome.isOver { return await leave(status) }
            } catch OutputFault.closed {
                return .brokenPipe
            } catch {
                presenters.current.show(error)
                let failure = ErrorDescription(error).status
                if status == .success, !isInteractive { status = failure }
                if case InputFault.failed = error { return await leave(status) }
                if error is OutputFault { return status == .success ? failure : status }
            }
        }
    }

    /// Shows the content, and performs the next line; `nil` at the end of the input.
    private func next() async throws -> CommandRunner.Outcome? {
        // Without a user, nothing is shown and nothing is asked.
        if isInteractive {
            if coordinator.isCovered { try await login.settle() }
            try await login.askWhereLocked()
            await present()
        }
        // A writer of further lines does not wait for an answer.
        if lines.hasLine { try presenters.current.gate.flushSoon() } else { try presenters.current.gate.flush() }
        // A line that is here already, as nearly all of a script, is taken without suspension.
        let here = isInteractive ? nil : try pipe?.takeLine()
        let input = if let here { here } else { try await read() }
        switch input {
        case .line(let line):
            if !isInteractive, coordinator.isCovered { try await login.settle() }
            let outcome = await performTyped(line)
            lines.commandDidEnd(outcome.status.rawValue)
            await flow.showTour()
            return outcome
        case .key(let name, _): return (.success, try await press(name))
        case .interrupted: return (.success, false)
        case .end:
            jobs.noteTypedLine()
            try jobs.mayLeave()
            return nil
        }
    }

    /// Does the work for which the line ended by a key or the mouse.
    ///
    /// - Returns: Whether the shell ends with it.
    private func press(_ name: String) async throws -> Bool {
        let work = presenters.current.takeWork()
        guard name != LoginGuard.leavingKey else {
            try await login.settle()
            return false
        }
        guard let action = try await work?() else { return false }
        return await run { [runner] in await runner.perform(action) }.isOver
    }

    /// Shows the content; if it cannot be read, the prompt comes all the same, and the reason is reported once.
    private func present() async {
        do {
            try await presenters.current.present()
            title?.update()
            unreadable = nil
        } catch {
            let sentence = ErrorDescription(error).sentence.string(in: coordinator.language)
            if sentence != unreadable { presenters.current.show(error) }
            unreadable = sentence
            presenters.current.redraw()
        }
    }

    /// The next line, continued from its state before a change of the app.
    private func read() async throws -> LineInput {
        let (name, keys) = (typed.name, keys)
        if let keys, let name {
            keys.draft = typed[name]
            keys.onTyping = { [typed] in await typed.keep($0, as: name) }
        }
        defer { keys?.onTyping = nil }
        // The writer of the next line may wait for a job’s document.
        pipe?.leavesActorFree = !jobs.list.running.isEmpty
        let line = try await input.typing(.command) {
            // At a locked login any input may be its password: it is neither shown nor kept.
            if isInteractive, coordinator.lease.isLocked { return try await lines.nextSecret(prompt) }
            return try await lines.nextLine(prompt, history: name)
        }
        guard let name else { return line }
        if case .key(_, let draft) = line { await typed.keep(draft, as: name) } else { typed[name] = LineDraft() }
        return line
    }

    private var prompt: Prompt {
        lines.showsPrompts ? Prompt(of: coordinator, isSpoken: presenters.current.isSpoken) : Prompt(text: "")
    }

    /// Ends unfinished work, and sends the output.
    private func leave(_ status: ExitStatus) async -> ExitStatus {
        await coordinator.endEditing()
        var status = status
        if isInteractive {
            await jobs.list.cancelAll()
        } else {
            let failure = await runner.finishJobs()
            if status == .success { status = failure }
        }
        await runner.settle()
        do { try presenters.current.gate.flush() } catch {
            guard status == .success else { return status }
            presenters.current.show(error)
            return ErrorDescription(error).status
        }
        return status
    }
}

// MARK: - The command that is running

extension CommandLoop {
    /// Performs a line that belongs into the history.
    func performTyped(_ line: String) async -> CommandRunner.Outcome {
        jobs.noteTypedLine()
        let isSecret = reader.mayHoldSecret(line)
        if !isSecret { typed.append(line) }
        guard isInteractive else { return await runner.perform(line) }
        await presenters.current.begin(isSecret ? "" : line)
        // Without a login, any input may be a password.
        keys?.setAhead(!isSecret && !coordinator.isCovered)
        defer { keys?.setAhead(false) }
        return await run { [runner] in await runner.perform(line) }
    }

    /// Runs a line or an action, which Ctrl-C cancels.
    private func run(_ body: @escaping @MainActor () async -> CommandRunner.Outcome) async -> CommandRunner.Outcome {
        let task = Task { await body() }
        performing = task
        defer { performing = nil }
        return await task.value
    }

    /// Cancels the running command; its finished steps stay done.
    func cancelCommand() { performing?.cancel() }

    /// Returns when no command is running any more, or after some time.
    func commandEnds(within time: Duration) async {
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

    /// Keeps the unfinished line; for the way out on a signal.
    func keepTyped() async { await keys?.tellOfTyping() }
}

extension Prompt {
    /// The prompt before a command: the logged-in user, and the current app.
    ///
    /// - Parameter isSpoken: Whether a screen reader reads it, so that it has words and no signs.
    @MainActor
    init(of coordinator: Coordinator, isSpoken: Bool = false) {
        let (user, place): (String?, String) =
            switch coordinator.login {
            case .active where !coordinator.hasAccounts: (nil, "\(coordinator.current)")
            case .active(let session): (session.name, "\(coordinator.current)")
            case .locked(let session):
                (session.name, isSpoken ? Strings.promptLocked.string(in: coordinator.language) : "—")
            case .loggedOut: (nil, coordinator.world.program.command)
            }
        let parts = [user, place].compactMap(\.self)
        let text = isSpoken ? parts.concatenated(by: ", ") + ": " : parts.concatenated(by: "@") + " ❯ "
        let app = coordinator.catalog.first { $0.id == coordinator.current }
        let accent = coordinator.login.session == nil ? nil : app?.accent
        self.init(text: text, style: isSpoken ? .plain : Style(foreground: accent, attributes: .bold))
    }
}
