// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// A process group that may be told to end, from any thread, as long as its number is its own.
final class RunningGroup: Sendable {
    private enum State {
        case waiting
        case running(pid_t)
        case unwanted
        case over
    }

    private let state = Mutex(State.waiting)

    /// The group runs; one that nobody wants any more is told so at once.
    func start(_ leader: pid_t) {
        state.withLock { state in
            if case .unwanted = state { kill(-leader, SIGTERM) }
            state = .running(leader)
        }
    }

    /// Sends SIGTERM to the group, or to what will be it.
    func terminate() {
        state.withLock { state in
            switch state {
            case .waiting: state = .unwanted
            case .running(let leader): kill(-leader, SIGTERM)
            case .unwanted, .over: break
            }
        }
    }

    /// Its leader has ended and is about to be waited for.
    func end() { state.withLock { $0 = .over } }
}
