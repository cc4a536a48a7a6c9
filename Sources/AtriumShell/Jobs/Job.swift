// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession

/// A command that runs in the background.
@MainActor
final class Job {
    /// The state of a job.
    enum State {
        /// It is running.
        case running
        /// It has ended with this result.
        case ended(Result<Reply, any Error>)
    }

    /// The number that it is named by.
    let number: Int
    /// The command as it was typed, without the `&`.
    let command: String
    /// The app of its command.
    let app: AppID
    /// The login that it was started in; with the next login of another user it ends.
    let session: UserSession
    private(set) var state = State.running
    /// Whether it was cancelled.
    private(set) var isCancelled = false
    /// Whether a caller waits for its end, and needs no news of it.
    var isAwaited = false
    private var meter: ProgressMeter
    private var task: Task<Void, Never>?

    init(number: Int, command: String, app: AppID, session: UserSession, clock: any WallClock) {
        self.number = number
        self.command = command
        self.app = app
        self.session = session
        meter = ProgressMeter(clock: clock)
    }

    /// Whether it is running.
    var isRunning: Bool { if case .running = state { true } else { false } }

    /// The progress; `nil` before it has reported any.
    var progress: WorkProgress? { meter.progress }

    /// Does the work in a task of its own, and then calls `onEnd`; once.
    func start(
        _ work: @escaping @MainActor () async throws -> Reply, onEnd: @escaping @MainActor (Job) -> Void
    ) {
        task = Task {
            do { state = .ended(.success(try await work())) } catch { state = .ended(.failure(error)) }
            onEnd(self)
        }
    }

    /// Records the progress of the work.
    func advance(to done: Int, of total: Int?, unit: WorkProgress.Unit) -> WorkProgress {
        meter.advance(to: done, of: total, unit: unit)
    }

    /// Cancels the work; finished steps stay done.
    func cancel() {
        guard isRunning else { return }
        isCancelled = true
        task?.cancel()
    }

    /// Waits until it has ended.
    func end() async { await task?.value }

    /// Its result.
    ///
    /// Cancelling the task that waits cancels the job.
    func result() async throws -> Reply {
        await withTaskCancellationHandler {
            await end()
        } onCancel: {
            Task { @MainActor in cancel() }
        }
        switch state {
        case .running: throw CancellationError()
        case .ended(let result): return try result.get()
        }
    }
}

/// The jobs of a shell: the running ones, and those that have ended and whose result was not shown yet.
@MainActor
final class JobList {
    private var all: [Job] = []
    /// The user whose jobs may be shown.
    private var user: UserID?
    /// The apps whose data jobs have changed since the last news of waiting items there.
    private var touched: Set<AppID> = []

    /// The maximum number of kept results.
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

    /// The jobs of the logged-in user, by their numbers.
    var jobs: [Job] { all.filter { $0.session.user == user } }

    /// The job of a number, or without one: the last running one, or else the last that has ended.
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

    /// Removes a job from the list: its result was shown.
    func forget(_ job: Job) { all.removeAll { $0 === job } }

    /// Cancels and removes the jobs of another user, who no longer sees them.
    ///
    /// While the login is locked, and in the session that follows it, work goes on.
    func loginDidChange(to login: LoginState) {
        user = login.user
        for job in all where job.session.user != user { job.cancel() }
        all.removeAll { $0.session.user != user && !$0.isRunning }
    }

    /// Cancels everything and waits until it has stopped.
    ///
    /// - Parameter quietly: Whether to suppress the news of their progress.
    func cancelAll(quietly: Bool = false) async {
        let running = all.filter(\.isRunning)
        for job in running {
            if quietly { job.isAwaited = true }
            job.cancel()
        }
        for job in running { await job.end() }
    }

    /// Whether a job alone is likely to be the cause of a change of an app’s data; asked once for each change.
    func explainsChange(in app: AppID) -> Bool {
        if all.contains(where: { $0.app == app && $0.isRunning }) { return true }
        return touched.remove(app) != nil
    }
}

/// The faults of a job, or of a request for one.
enum JobFault: Error, Hashable {
    /// No job has this number.
    case unknown(Int)
    /// There is no job.
    case none
    /// The job has ended.
    case ended(Int)
    /// The command cannot go on in the background.
    case foregroundOnly(String)
    /// The command asked a question in the background, which cannot be answered.
    case cannotAsk
    /// This number of jobs is running when the user wants to leave.
    case running(Int)
}

extension JobFault: UserFacing {
    static var area: String { "job" }

    var sentence: LocalizedText { Strings.sentence(of: self) }

    var status: ExitStatus {
        if case .foregroundOnly = self { .usage } else { .failure }
    }
}
