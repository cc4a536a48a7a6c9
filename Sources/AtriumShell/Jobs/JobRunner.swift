// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Runs work while the user types.
///
/// A job overlaps with commands that are typed meanwhile. They share nothing but the store: a job has an app of its
/// own, with its own model and service, and calls the coordinator only before it starts. Stores take overlapping calls:
/// each write is one transaction, and a batch of an import is no longer than others can wait.
@MainActor
final class JobRunner {
    /// The jobs of the logged-in user.
    let list = JobList()
    private let coordinator: Coordinator
    private let presenters: PresenterChoice
    private let prompter: ShellPrompter
    private let reporter: ProgressReporter
    private let login: LoginGuard
    private let output: ReplyOutput
    private let input: InputState
    private let options: ShellOptions
    /// The number of typed lines, and the number at the last warning of the jobs that leaving would end.
    private var typedLines = (count: 0, warned: -2)

    /// A runner of the jobs of a shell.
    ///
    /// - Parameters:
    ///   - prompter: Asks for the login of a job.
    ///   - login: Whether the login holds.
    init(in shell: ShellContext, prompter: ShellPrompter, login: LoginGuard) {
        coordinator = shell.coordinator
        presenters = shell.presenters
        reporter = shell.reporter
        output = shell.output
        input = shell.input
        options = shell.options
        self.prompter = prompter
        self.login = login
    }

    /// Starts a command in the background.
    ///
    /// - Parameter performed: Called when it succeeds.
    /// - Throws: `JobFault.foregroundOnly` for commands about the shell or the login itself, which a job must not
    ///   change without the user’s notice; `AuthenticationFault`.
    func start(
        _ invocation: Invocation, typedAs line: String, performed: (@MainActor (Invocation) -> Void)?
    ) async throws -> Reply {
        guard let id = invocation.owner.app, id != coordinator.authenticatingApp else {
            throw JobFault.foregroundOnly(invocation.spec.name)
        }
        try await coordinator.lease.requireLogin(prompter)
        let app = try coordinator.separateApp(id)
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        let command = Self.command(of: line)
        let (language, world) = (coordinator.language, coordinator.world)
        let (number, started) = begin(command, of: id, in: session, password: options.password) {
            [weak self] prompter in
            let context = CommandContext(language: language, world: world, prompter: prompter)
            // The panels of the job’s own app are not on the screen.
            let command = invocation.redirection == nil ? invocation : invocation.whole
            let reply = try await app.perform(command, context).inWords()
            performed?(invocation)
            return try await self?.redirect(reply, to: invocation.redirection) ?? reply
        }
        return .onPanels { .message(started, Fact("job", .number(number)), Fact("command", .text(command))) }
    }

    /// Starts work of the shell itself in the background.
    ///
    /// - Parameters:
    ///   - command: The name of the work in the list of jobs.
    ///   - work: Reports its progress to the prompter.
    /// - Throws: `AuthenticationFault`.
    func start(_ command: String, _ work: @escaping @MainActor (JobPrompter) async throws -> Reply) async throws {
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        let app = coordinator.authenticatingApp ?? coordinator.current
        _ = begin(command, of: app, in: session, work)
    }

    /// Lists a job, starts it, and says so.
    private func begin(
        _ command: String, of app: AppID, in session: UserSession, password: Secret? = nil,
        _ work: @escaping @MainActor (JobPrompter) async throws -> Reply
    ) -> (number: Int, started: LocalizedText) {
        let job = list.add(command, of: app, in: session, clock: coordinator.world.clock)
        let prompter = JobPrompter(job, password: password) { [weak self] in self?.note($1, of: $0) }
        job.start {
            try await work(prompter)
        } onEnd: { [weak self] in
            self?.didEnd($0)
        }
        let started = Strings.jobStarted(number: job.number, command: command)
        presenters.current.jobDidStart(started)
        return (job.number, started)
    }

    /// The line without the `&` at its end.
    private static func command(of line: String) -> String {
        var line = Substring(line)
        while let last = line.last, last == " " || last == "\t" { line.removeLast() }
        if line.last == "&" { line.removeLast() }
        while let last = line.last, last == " " || last == "\t" { line.removeLast() }
        return String(line.drop { $0 == " " || $0 == "\t" })
    }

    private func redirect(_ reply: Reply, to redirection: Redirection?) async throws -> Reply {
        let body: Reply.Body
        switch redirection {
        case nil: body = reply.body
        case .file:
            try await output.send(presenters.current.text.whole(reply), to: redirection)
            body = .nothing
        case .program(let program):
            body = .lines(try await output.output(of: program, reading: presenters.current.text.whole(reply)))
        }
        return Reply(body, notices: reply.notices, status: reply.status, didPrint: reply.didPrint)
    }

    /// Shows the progress of a job, to the user who may see it.
    private func note(_ progress: WorkProgress, of job: Job) {
        coordinator.lease.noteWork()
        guard !coordinator.isCovered else { return }
        if job.isAwaited {
            reporter.tell(progress)
        } else if presenters.current.showsProgressOfJobs, input.isAtPrompt {
            reporter.tell(progress, ofJob: job.number)
        }
    }

    private func didEnd(_ job: Job) {
        // The jobs of a user who has left are not reported.
        guard coordinator.login.user == job.session.user else { return list.forget(job) }
        if input.isAtPrompt { reporter.end() }
        guard !job.isAwaited, case .ended(let result) = job.state else { return }
        login.showUncovered { [presenters] in presenters.current.show(result, of: job) }
    }
}

// MARK: - Back in the foreground

extension JobRunner {
    /// Waits for a job, and gives its result as the command would have given it.
    ///
    /// Ctrl-C meanwhile cancels the job.
    func wait(for job: Job) async throws -> Reply {
        job.isAwaited = true
        if let progress = job.progress, job.isRunning { reporter.tell(progress) }
        defer {
            reporter.end()
            list.forget(job)
        }
        return try await job.result()
    }

    /// Waits for a job; the status that a program would end with.
    func status(of job: Job) async -> ExitStatus {
        await job.end()
        return switch job.state {
        case .running: .success
        case .ended(.success(let reply)): reply.status
        case .ended(.failure(let error)): ErrorDescription(error).status
        }
    }

    /// Notes that a line was typed.
    func noteTypedLine() { typedLines.count += 1 }

    /// Checks whether the user may leave.
    ///
    /// - Throws: `JobFault.running` the first time that jobs are running: leaving would end them.
    func mayLeave() throws(JobFault) {
        let running = list.running.count
        guard options.isInteractive, running > 0, typedLines.warned != typedLines.count - 1 else { return }
        typedLines.warned = typedLines.count
        throw .running(running)
    }
}

/// The prompter of a job: it asks no questions, and reports the progress to the job.
@MainActor
final class JobPrompter: Prompter {
    private let job: Job
    private let password: Secret?
    private let onProgress: @MainActor (Job, WorkProgress) -> Void

    /// - Parameters:
    ///   - password: The answer to every question for a password; `nil`: there is no answer.
    ///   - onProgress: Called with the progress of the job.
    init(_ job: Job, password: Secret?, onProgress: @escaping @MainActor (Job, WorkProgress) -> Void) {
        self.job = job
        self.password = password
        self.onProgress = onProgress
    }

    var refusesQuestions: Bool { password == nil }

    func ask(_ question: LocalizedText) async throws -> String { throw JobFault.cannotAsk }

    func askSecret(_ question: LocalizedText) async throws -> Secret {
        guard let password else { throw JobFault.cannotAsk }
        return password
    }

    func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        throw JobFault.cannotAsk
    }

    func progress(_ done: Int, of total: Int?) { onProgress(job, job.advance(to: done, of: total, unit: .items)) }

    func progress(bytes: Int, of total: Int?) { onProgress(job, job.advance(to: bytes, of: total, unit: .bytes)) }
}
