// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells a key alone from the start of something longer: by the time in which nothing follows it.
@MainActor
final class KeyWait {
    private let clock: any Clock<Duration>
    private var waiting: Task<Void, Never>?

    /// A wait by a clock, which a test may move.
    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Calls `onAlone` after some time, unless it is cancelled before; an earlier wait is over.
    func start(_ time: Duration, onAlone: @escaping @MainActor () -> Void) {
        cancel()
        waiting = Task { [clock] in
            guard (try? await clock.sleep(for: time)) != nil, !Task.isCancelled else { return }
            onAlone()
        }
    }

    /// A key has followed.
    func cancel() {
        waiting?.cancel()
        waiting = nil
    }
}
