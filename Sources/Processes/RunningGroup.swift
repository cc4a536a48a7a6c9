// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// A program and what it has started, which may be told to end, from any thread, as long as its number is its own.
final class RunningGroup: Sendable {
    private enum State {
        case waiting
        case running(pid_t)
        case unwanted
        case over
    }

    /// Whether it is a process group of its own.
    let isOwn: Bool
    private let state = Mutex((now: State.waiting, isKilled: false))

    init(isOwn: Bool) { self.isOwn = isOwn }

    /// Whether it was told to end in a way that it cannot refuse.
    var isKilled: Bool { state.withLock { $0.isKilled } }

    /// The program runs; one that nobody wants any more is told so at once.
    func start(_ leader: pid_t) {
        state.withLock { state in
            if case .unwanted = state.now { send(SIGTERM, to: leader) }
            state.now = .running(leader)
        }
    }

    /// Sends a signal to all of it, or to what will be it.
    func send(_ signal: Int32) {
        state.withLock { state in
            if signal == SIGKILL { state.isKilled = true }
            switch state.now {
            case .waiting: state.now = .unwanted
            case .running(let leader): send(signal, to: leader)
            case .unwanted, .over: break
            }
        }
    }

    /// Its leader has ended and is about to be waited for.
    func end() { state.withLock { $0.now = .over } }

    private func send(_ signal: Int32, to leader: pid_t) {
        guard !isOwn else {
            kill(-leader, signal)
            return
        }
        for process in ChildProcess.family(of: leader) { kill(process, signal) }
    }
}
