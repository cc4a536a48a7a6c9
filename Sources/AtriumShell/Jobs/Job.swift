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
