// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores
import AtriumTerminal

/// Performs lines and actions: reads them, runs them in the app or the shell, and delivers their results to
/// a file, a program or the presenter.
@MainActor
final class CommandRunner {
    /// The result of a line, and whether the shell ends with it.
    typealias Outcome = (status: ExitStatus, isOver: Bool)

    private let coordinator: Coordinator
    private let reader: CommandReader
    private let login: LoginGuard
    private let presenters: PresenterChoice
    private let prompter: ShellPrompter
    private let output: ReplyOutput
    private let jobs: JobRunner
    private let typed: LineStore
    private let lines: any LineSource
    private let contexts: CommandContexts
    private var sourceDepth = 0
    /// The last made thing in each app before the lines of a file were performed.
    private var known: [AppID: ListTarget?] = [:]
    /// The output so far of a redirected command, and with it of each line of a file that it performs.
    private var gathered: [(text: VisibleText, reply: Reply)]?
    /// Whether the lines of a file are performed.
    var isSourcing: Bool { sourceDepth > 0 }

    /// The model of the shell’s own commands.
    weak var shell: Shell?
    /// Called for every command that succeeds.
    var performed: (@MainActor (Invocation) -> Void)?
    /// Called with the reason why a line was not performed, or not to its end.
    var failed: (@MainActor (any Error) -> Void)?

    /// A runner of the lines of a shell.
    ///
    /// - Parameters:
    ///   - login: Whether the login holds.
    ///   - prompter: Asks the questions of commands.
    ///   - jobs: The work beside the lines.
    ///   - contexts: The values that commands are given.
    init(
        in shell: ShellContext, login: LoginGuard, prompter: ShellPrompter, jobs: JobRunner, contexts: CommandContexts
    ) {
        coordinator = shell.coordinator
        lines = shell.lines
        reader = shell.reader
        presenters = shell.presenters
        output = shell.output
        typed = shell.typed
        self.login = login
        self.prompter = prompter
        self.jobs = jobs
        self.contexts = contexts
    }

    /// Performs the commands of a typed line, and shows their results or their errors.
    ///
    /// A command that cannot be read ends the line: the text behind it may be part of the command.
    ///
    /// - Returns: The first status other than success, and whether the shell ends with one of them.
    func perform(_ line: String) async -> Outcome {
        // A line at a locked login may be the password, unless it can be nothing but commands.
        if coordinator.lease.isLocked, !reader.worksLocked(line), reader.appAhead(of: reader.expanded(line)) == nil {
            return await perform(line) { try reader.invocation(of: reader.expanded(line)) }
        }
        var outcome: Outcome = (.success, false)
        var (rest, typed): (String?, Int) = (line, line.utf8.count)
        while let line = rest {
            // An alias that another process has made works already in this line.
            await coordinator.lease.lookAtSession()
            let sequence = reader.sequence(line, typed: &typed)
            let one = await perform(sequence.first) {
                guard !sequence.lacksCommand else { throw CommandFault.noCommand }
                return try reader.invocation(of: sequence.first, latest: latestOfFile)
            }
            outcome = (outcome.status == .success ? one.status : outcome.status, one.isOver)
            if one.isOver || one.status == .usage || Task.isCancelled { break }
            var next = sequence.next
            // Commands that depend on success are left out, up to one that does not.
            while let (separator, line) = next, separator == .onSuccess, one.status != .success {
                next = reader.sequence(line, typed: &typed).next
            }
            rest = next?.line
        }
        coordinator.lease.forgetLook()
        // A writer of further lines does not wait for anything.
        if sourceDepth == 0, !lines.hasLine { await settle() }
        return outcome
    }

    /// Does the apps’ deferred work, and reports its failures.
    func settle() async { await coordinator.settle().forEach(presenters.current.show(notice:)) }

    /// The last made things of the lines of a file: they were written without knowledge of the selection; `nil` for
    /// lines of no file.
    private var latestOfFile: (@MainActor (String) -> [String])? {
        guard sourceDepth > 0, let app = coordinator.currentApp else { return nil }
        let known = known[app.id] ?? nil
        return { app.latest(of: $0, since: known) }
    }

    /// Performs the lines of a file, and stops at the first that fails.
    ///
    /// - Returns: Whether the shell ends with one of them.
    func source(_ lines: [Substring], of path: String) async throws -> Bool {
        guard sourceDepth < 16 else { throw SourceFault.tooDeep(limit: 16) }
        if sourceDepth == 0 {
            known = Dictionary(uniqueKeysWithValues: coordinator.openApps.map { ($0.id, $0.latest) })
        }
        sourceDepth += 1
        defer { sourceDepth -= 1 }
        for (index, line) in lines.enumerated() {
            let (status, isOver) = await perform(String(line))
            if status != .success { throw SourceFault.stopped(path: path, line: index + 1, status: status) }
            if isOver { return true }
        }
        return false
    }

    /// Waits for all jobs and shows their output, as at the end of the input.
    ///
    /// - Returns: The first status other than success.
    func finishJobs() async -> ExitStatus {
        var status = ExitStatus.success
        for job in jobs.list.jobs {
            let one =
                presenters.current.showsEndedJobs
                ? await jobs.status(of: job)
                : await perform(Action.shell(JobCommands.foreground, JobCommands.number.argument(job.number)))
                    .status
            if status == .success { status = one }
        }
        return status
    }
}

// MARK: - Actions

extension CommandRunner {
    /// Performs an action: it is in no history, and no alias changes its meaning.
    ///
    /// An action of an app is performed there: the app is shown first.
    func perform(_ action: Action) async -> Outcome {
        switch action {
        case .go(let place):
            return await perform { MovingCommands.opening(place) }
        case .perform(let call):
            if let failure = await show(call.owner.app) { return (failure, false) }
            return await perform { try reader.invocation(of: call) }
        case .begin(let text, let app):
            if let failure = await show(app) { return (failure, false) }
            typed.draft = LineDraft(reader.unaliased(text))
            return (.success, false)
        }
    }

    /// Shows an app, if one is given; `nil` if it succeeds.
    private func show(_ app: AppID?) async -> ExitStatus? {
        guard let app, app != coordinator.current else { return nil }
        let status = await perform(Action.switching(to: app)).status
        return status == .success ? nil : status
    }

    /// Performs the invocation of an action.
    private func perform(_ understood: () throws -> Invocation) async -> Outcome {
        do {
            let invocation = try understood()
            await presenters.current.begin(invocation.line)
            let outcome = await perform(invocation.line) { invocation }
            if !lines.hasLine { await settle() }
            return outcome
        } catch {
            presenters.current.show(error)
            return (ErrorDescription(error).status, false)
        }
    }
}

// MARK: - One command

extension CommandRunner {
    /// Performs the invocation of a line, or of something else that has one.
    private func perform(_ line: String, understood: @MainActor () throws -> Invocation?) async -> Outcome {
        do {
            if coordinator.isCovered { try await login.settle() }
            if coordinator.lease.isLocked, try await !login.pass(line, understood: understood) {
                return (.success, false)
            }
            guard let invocation = try understood() else { return (.success, false) }
            guard invocation.isForSelection else { return try await perform(invocation, typedAs: line) }
            return try await MarkedThings.$current.withValue(MarkedThings(reader.marked)) {
                try await perform(invocation, typedAs: line)
            }
        } catch let fault as SourceFault where sourceDepth > 0 {
            // Of files that perform each other, the outermost reports where it stopped.
            return (fault.status, false)
        } catch {
            let reason = UpkeepCommands.explained(error, of: line, in: coordinator.world)
            failed?(reason)
            if login.holdsErrors {
                login.hold { [presenters] in presenters.current.show(reason) }
            } else {
                presenters.current.show(reason)
            }
            return (ErrorDescription(reason).status, false)
        }
    }

    /// Runs a command, or starts a job for it, and delivers its output.
    private func perform(_ invocation: Invocation, typedAs line: String) async throws -> Outcome {
        if invocation.isBackground {
            let started = try await jobs.start(invocation, typedAs: line, performed: performed)
            presenters.current.show(try await presenters.current.prepared(started))
            return (.success, false)
        }
        let reply: Reply
        if let redirection = invocation.redirection {
            reply = try await carryOut(invocation.whole, to: redirection)
        } else {
            reply = try await carryOut(invocation)
            if deliver(reply, of: invocation.spec) { await reply.didPrint?() }
        }
        performed?(invocation)
        return (reply.status, reply.endsShell)
    }

    private func carryOut(_ invocation: Invocation, to redirection: Redirection) async throws -> Reply {
        let outer = gathered
        gathered = []
        defer { gathered = outer }
        var (reply, failure) = (Reply.nothing, (any Error)?.none)
        do {
            reply = try await carryOut(invocation)
            gather(reply)
        } catch {
            failure = error
        }
        // The output of the lines of a file before a failed one stays.
        if let gathered, !gathered.isEmpty { try await send(gathered, to: redirection) }
        if let failure { throw failure }
        return reply
    }

    private func carryOut(_ invocation: Invocation) async throws -> Reply {
        prompter.startWork()
        defer { prompter.endWork() }
        do {
            let reply = try await LongWork.$current.withValue(waiting) {
                if case .app = invocation.owner { return try await coordinator.perform(invocation, contexts.current) }
                if invocation.spec.needsLogin, !coordinator.lease.isLocked || !invocation.spec.worksLocked {
                    try await coordinator.lease.requireLogin(prompter)
                }
                guard let shell else { return .nothing }
                let reply = try await invocation.perform(for: shell, contexts.current)
                if let action = invocation.spec.audited { await coordinator.audit(action, invocation.spec.name) }
                return reply
            }
            // The next command is for something else; if this one failed, it can be repeated.
            if invocation.isForSelection { reader.unmark() }
            guard reply.isOnPanels else { return reply }
            // Made now: the next command may change its content.
            return gathered == nil ? try await presenters.current.prepared(reply) : try await reply.inWords()
        } catch let fault as CommandFault {
            throw UsageFault(fault, of: invocation.spec) ?? fault
        }
    }

    /// Reports a store’s progress during a command.
    private var waiting: LongWork {
        LongWork { [prompter] done, total in Task { @MainActor in prompter.progress(done, of: total) } }
    }

    /// Delivers the result of a command: to the present user, or to the one who comes back.
    ///
    /// - Returns: Whether it was printed.
    private func deliver(_ reply: Reply, of spec: CommandSpec) -> Bool {
        if gathered != nil {
            gather(reply)
        } else if login.holdsReply(of: spec) {
            login.hold { [presenters] in presenters.current.show(reply) }
        } else {
            presenters.current.show(reply)
            return !presenters.current.isOnPanels(reply)
        }
        return false
    }

    /// Keeps a reply for its destination, with its present text: the next command may change its content.
    private func gather(_ reply: Reply) { gathered?.append((presenters.current.text.whole(reply), reply)) }

    private func send(_ replies: [(text: VisibleText, reply: Reply)], to redirection: Redirection) async throws {
        try await output.send(replies.reduce(into: "") { $0 += $1.text }, to: redirection)
        for (_, reply) in replies {
            presenters.current.show(noticesOf: reply)
            await reply.didPrint?()
        }
    }
}
