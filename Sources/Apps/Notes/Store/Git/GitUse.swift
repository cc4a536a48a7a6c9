// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Whether git is told of what commands change in a folder, and what it is about.
final class GitUse: Sendable {
    private struct State {
        var isOn = false
        var mayHave = true
        var isMerging = false
    }

    private let state = Mutex(State())

    /// Whether it is told.
    var isOn: Bool { state.withLock { $0.isOn } }

    /// Whether files change below the folder that are not all there yet.
    var isMerging: Bool {
        get { state.withLock { $0.isMerging } }
        set { state.withLock { $0.isMerging = newValue } }
    }

    /// Turns it on or off; what was left before is looked for.
    func turn(on isOn: Bool) {
        state.withLock { state in
            if isOn, !state.isOn { state.mayHave = true }
            state.isOn = isOn
        }
    }

    /// Something changes that git does not have then.
    func expect() { state.withLock { $0.mayHave = true } }

    /// Whether there may be something that git does not have; from now on there is not, unless `expect` says so.
    func take() -> Bool {
        state.withLock { state in
            defer { state.mayHave = false }
            return state.isOn && state.mayHave
        }
    }
}
