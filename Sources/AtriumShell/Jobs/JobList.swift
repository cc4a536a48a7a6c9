// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// The jobs of a shell: those that go on, and those that have ended and whose result nobody has looked at yet.
@MainActor
final class JobList {
    private var all: [Job] = []
    /// Whose jobs may be seen.
    private var user: UserID?
    /// The apps whose data jobs have changed since somebody was told of what waits there.
    private var touched: Set<AppID> = []

    /// So many results are kept at most.
    private static let limit = 20

    /// A new job, which has not been started; numbers are used again once no job is left.
    func add(_ command: String, of app: AppID, in session: UserSession, clock: any WallClock) -> Job {
        let job = Job(
            number: (all.last?.number ?? 0) + 1, command: command, app: app, session: session, clock: clock)
        all.append(job)
        touched.insert(app)
        if all.count > Self.limit, let oldest = all.first(where: { !$0.isRunning }) { forget(oldest) }
        return job
    }

    /// The jobs that go on.
    var running: [Job] { jobs.filter(\.isRunning) }

    /// The jobs of who is logged in, by their numbers.
    var jobs: [Job] { all.filter { $0.session.user == user } }

    /// The job that is meant by a number, or without one: the last that goes on, otherwise the last that has ended.
    ///
    /// - Throws: `JobFault.unknown`, `JobFault.none`.
    func job(_ number: Int?) throws(JobFault) -> Job {
        guard let number else {
            guard let last = running.last ?? jobs.last else { throw .none }
            return last
        }
        guard let job = jobs.first(where: { $0.number == number }) else { throw .unknown(number) }
        return job
    }

    /// Takes a job off the list: its result has been seen.
    func forget(_ job: Job) { all.removeAll { $0 === job } }

    /// Cancels what another user has started, and forgets it: nobody sees it any more.
    ///
    /// Behind a lock, and in the session that follows it, work goes on.
    func loginDidChange(to login: LoginState) {
        user = login.user
        for job in all where job.session.user != user { job.cancel() }
        all.removeAll { $0.session.user != user && !$0.isRunning }
    }

    /// Cancels everything and waits until it has stopped.
    ///
    /// - Parameter quietly: Whether nobody is to be told how far it came.
    func cancelAll(quietly: Bool = false) async {
        let running = all.filter(\.isRunning)
        for job in running {
            if quietly { job.isAwaited = true }
            job.cancel()
        }
        for job in running { await job.end() }
    }

    /// Whether a job, and nobody else, is likely to be why an app’s data have changed; asked once for each change.
    func explainsChange(in app: AppID) -> Bool {
        if all.contains(where: { $0.app == app && $0.isRunning }) { return true }
        return touched.remove(app) != nil
    }
}
