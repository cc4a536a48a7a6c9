// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession

/// The commands for background work.
enum JobCommands {
    /// All of them, in the order in which help lists them.
    static var all: [Command<Shell>] { [list, foreground, cancel] }

    static let number = Parameter.optional(.number("job", summary: Strings.parameterJob))

    private static let list = Command<Shell>(
        "jobs", category: .shell, summary: Strings.commandJobs, parameters: .limit, examples: ["jobs"]
    ) { shell, context, limit in
        let jobs = shell.jobs.jobs.map { job in
            (
                number: job.number, state: job.stateWord, command: job.command,
                progress: job.isRunning ? job.progress : nil
            )
        }
        return .records(
            Records(
                jobs,
                [
                    .init("number", Strings.columnNumber, isRightAligned: true) { .number($0.number) },
                    .init("state", Strings.columnState) { $0.state },
                    .init("command", Strings.columnCommand) { .text($0.command) },
                    .init("progress", Strings.columnProgress) { [language = context.language] job in
                        job.progress.map { .text(ProgressText(language: language).sentence($0)) } ?? .none
                    },
                    .init("done", Strings.columnProgress, isHidden: true) {
                        $0.progress.map { .number($0.done) } ?? .none
                    },
                    .init("total", Strings.columnProgress, isHidden: true) {
                        $0.progress?.total.map { .number($0) } ?? .none
                    },
                ], whenEmpty: Strings.jobsNone
            ).limited(to: limit, keeping: .last))
    }

    static let foreground = Command<Shell>(
        "fg", category: .shell, summary: Strings.commandFg, parameters: number, examples: ["fg", "fg 1"]
    ) { shell, _, number in
        try await shell.jobRunner.wait(for: shell.jobs.job(number))
    }

    private static let cancel = Command<Shell>(
        "cancel", category: .shell, summary: Strings.commandCancel, parameters: number, examples: ["cancel 1"]
    ) { shell, _, number in
        let job = try shell.jobs.job(number)
        guard job.isRunning else { throw JobFault.ended(job.number) }
        job.cancel()
        do {
            // Its result has the number of finished steps; the user requested that it not be all.
            let reply = try await shell.jobRunner.wait(for: job)
            return Reply(reply.body, notices: reply.notices)
        } catch  where ErrorDescription(error).code == CommandFault.cancelled.code {
            return .message(Strings.jobCancelled(number: job.number), Fact("job", .number(job.number)))
        }
    }
}

extension Job {
    fileprivate var stateWord: Value {
        switch state {
        case .running: .word(key: "running", Strings.jobStateRunning)
        case .ended(.success(let reply)) where reply.status == .success: .word(key: "done", Strings.jobStateDone)
        case .ended:
            isCancelled
                ? .word(key: "cancelled", Strings.jobStateCancelled)
                : .word(key: "failed", Strings.jobStateFailed)
        }
    }
}
