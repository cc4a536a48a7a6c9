// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// Work that goes on while somebody types.
///
/// A job overlaps with the commands that are typed meanwhile. They share nothing but the store: a job has an app of its
/// own, with its own model and service, and calls the coordinator only before it starts. Stores take overlapping calls:
/// each write is one transaction, and a batch of an import is not longer than others can wait.
extension Shell {
    /// Starts a command that goes on in the background.
    ///
    /// - Throws: `JobFault.foregroundOnly` for what is about the shell or the login itself, which a job must not change
    ///   behind somebody’s back; `AuthenticationFault`.
    func startJob(_ invocation: Invocation, typedAs line: String) async throws -> Reply {
        guard let id = invocation.owner.app, id != coordinator.authenticatingApp else {
            throw JobFault.foregroundOnly(invocation.spec.name)
        }
        try await coordinator.requireLogin(prompter)
        let app = try coordinator.separateApp(id)
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        let command = Self.command(of: line)
        let world = coordinator.world
        let job = jobs.add(command, of: id, in: session, clock: world.clock)
        let prompter = JobPrompter(job, password: options.password) { [weak self] in self?.note($1, of: $0) }
        let context = CommandContext(language: coordinator.language, world: world, prompter: prompter)
        job.start { [weak self] in
            let reply = try await app.perform(invocation.spec, invocation.arguments, context)
            guard let self else { return reply }
            self.performed?(invocation)
            return try await self.redirect(reply, to: invocation.redirection)
        } onEnd: { [weak self] in
            self?.didEnd($0)
        }
        let started = Strings.jobStarted(number: job.number, command: command)
        // Where its bar will be, which says more than that it has started.
        stage?.show(progress: Status(kind: .progress, text: sentence(started)))
        return Reply(
            .message(started, facts: [Fact("job", .number(job.number)), Fact("command", .text(command))]),
            isOnStage: true)
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
        // The panels of the job’s own app are not on the stage.
        case nil: body = reply.body
        case .file:
            try await output.send(plain(reply), to: redirection)
            body = .nothing
        case .program(let program): body = .lines(try await output.output(of: program, reading: plain(reply)))
        }
        return Reply(body, notices: reply.notices, status: reply.status, didPrint: reply.didPrint)
    }

    /// Shows how far a job has come, to whoever may see it.
    private func note(_ progress: WorkProgress, of job: Job) {
        guard !coordinator.isCovered else { return }
        if job.isAwaited {
            teller.tell(progress)
        } else if stage != nil, isAtPrompt {
            teller.tell(progress, ofJob: job.number)
        }
    }

    private func didEnd(_ job: Job) {
        // What belongs to somebody who has left is nobody’s news.
        guard coordinator.login.user == job.session.user else { return jobs.forget(job) }
        if isAtPrompt { teller.end() }
        guard !job.isAwaited, case .ended(let result) = job.state else { return }
        showUncovered { [weak self] in self?.tell(job, result) }
    }

    private func tell(_ job: Job, _ result: Result<Reply, any Error>) {
        if options.rendering == .json {
            writeDocument(of: job, result)
            // Nothing else sends it while the next line is waited for.
            if isAtPrompt { do { try gate.flush() } catch { report(error) } }
            return
        }
        let (text, kind): (LocalizedText, Status.Kind)
        switch result {
        case .success(let reply):
            kind = reply.status == .success ? .done : .failed
            if case .message(let message, _) = reply.body {
                text = told(job, message, hasMore: !reply.notices.isEmpty)
            } else {
                text = Strings.jobEnded(number: job.number, command: job.command)
            }
        case .failure(let error): (text, kind) = (told(job, Described(error).sentence, hasMore: false), .failed)
        }
        announce(text, kind)
    }

    private func told(_ job: Job, _ message: LocalizedText, hasMore: Bool) -> LocalizedText {
        let message = message.string(in: coordinator.language)
        return hasMore
            ? Strings.jobToldMore(number: job.number, command: job.command, message: message)
            : Strings.jobTold(number: job.number, command: job.command, message: message)
    }

    /// The document that the command would have printed, with the number of the job around it: it may come between the
    /// documents of other commands.
    private func writeDocument(of job: Job, _ result: Result<Reply, any Error>) {
        let number: (key: String, value: JSONValue) = ("job", .number(job.number))
        switch result {
        case .success(let reply):
            let document = JSONReply(language: coordinator.language).document(reply) ?? .null
            gate.writeLine(JSONValue.object([number, ("reply", document)]).text)
        case .failure(let error):
            gate.writeErrorLine(JSONValue.object([number, ("error", document(of: Described(error)))]).text)
        }
    }
}

// MARK: - Back in the foreground

extension Shell {
    /// Waits for a job, and gives its result as the command would have given it.
    ///
    /// Ctrl-C meanwhile cancels the job.
    func wait(for job: Job) async throws -> Reply {
        job.isAwaited = true
        if let progress = job.progress, job.isRunning { teller.tell(progress) }
        defer {
            teller.end()
            jobs.forget(job)
        }
        return try await job.result()
    }

    /// Waits for all jobs and shows what came out of them, as at the end of the input.
    ///
    /// - Returns: The first status other than success.
    public func finishJobs() async -> ExitStatus {
        var status = ExitStatus.success
        for job in jobs.jobs {
            let one: ExitStatus
            if options.rendering == .json {
                await job.end()
                one = job.status
            } else {
                one = await perform("fg \(job.number)").status
            }
            if status == .success { status = one }
        }
        return status
    }

    /// Cancels what goes on in the background; what it has done stays done.
    public func cancelJobs() {
        for job in jobs.running { job.cancel() }
    }

    /// Looks whether somebody may leave.
    ///
    /// - Throws: `JobFault.running` the first time that jobs go on: leaving would end them.
    func mayLeave() throws(JobFault) {
        let running = jobs.running.count
        guard options.isInteractive, running > 0, typedLines.warned != typedLines.count - 1 else { return }
        typedLines.warned = typedLines.count
        throw .running(running)
    }
}

extension Job {
    /// The status that a program would end with.
    fileprivate var status: ExitStatus {
        switch state {
        case .running: .success
        case .ended(.success(let reply)): reply.status
        case .ended(.failure(let error)): Described(error).status
        }
    }
}
