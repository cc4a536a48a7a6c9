// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// A command that goes on in the background.
@MainActor
final class Job {
    /// What a job has come to.
    enum State {
        /// It goes on.
        case running
        /// It has ended with this result.
        case ended(Result<Reply, any Error>)
    }

    /// The number that it is named by.
    let number: Int
    /// The command as it was typed, without the `&`.
    let command: String
    /// Whose command it is.
    let app: AppID
    /// The login that it was started in; with the next login of another user it ends.
    let session: UserSession
    /// What it has come to.
    private(set) var state = State.running
    /// Whether somebody wanted it to stop.
    private(set) var isCancelled = false
    /// Whether somebody waits for its end, who needs no news of it.
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

    /// Whether it goes on.
    var isRunning: Bool { if case .running = state { true } else { false } }

    /// How far it has come; nil before it has told anything.
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

    /// Notes how far the work has come.
    func advance(to done: Int, of total: Int?, unit: WorkProgress.Unit) -> WorkProgress {
        meter.advance(to: done, of: total, unit: unit)
    }

    /// Asks the work to stop; what it has done stays done.
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

/// What is wrong with a job, or with what somebody wants of one.
enum JobFault: Error, Hashable {
    /// No job has this number.
    case unknown(Int)
    /// There is no job.
    case none
    /// The job has ended.
    case ended(Int)
    /// The command cannot go on in the background.
    case foregroundOnly(String)
    /// The command asked something while it went on in the background, where nobody hears it.
    case cannotAsk
    /// So many jobs go on while somebody wants to leave.
    case running(Int)
}

extension JobFault: UserFacing {
    static var area: String { "job" }

    var sentence: LocalizedText {
        switch self {
        case .unknown(let number): Strings.faultJobUnknown(number: number)
        case .none: Strings.faultJobNone
        case .ended(let number): Strings.faultJobEnded(number: number)
        case .foregroundOnly(let command): Strings.faultJobForegroundOnly(command: command)
        case .cannotAsk: Strings.faultJobCannotAsk
        case .running(let count): Strings.faultJobRunning(count: count)
        }
    }

    var status: ExitStatus {
        if case .foregroundOnly = self { .usage } else { .failure }
    }
}
