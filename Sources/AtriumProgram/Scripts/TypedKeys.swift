// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// What was typed on a terminal, as its program finds it.
struct TypedKeys: ~Copyable {
    private let terminal: Int32

    /// The keys that are typed on a terminal, by its device; nil where there is none.
    init?(on device: String) {
        terminal = open(device, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        if terminal < 0 { return nil }
    }

    deinit { close(terminal) }

    /// Waits until nothing has been left to read for some time.
    ///
    /// - Parameters:
    ///   - time: how long.
    ///   - patience: after which it goes on in any case.
    func areRead(for time: Duration, within patience: Duration) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var lastUnread = start
        while clock.now < lastUnread + time, clock.now < start + patience {
            try await Task.sleep(for: .milliseconds(4))
            if isUnread { lastUnread = clock.now }
        }
    }

    /// Whether the program has something to read.
    private var isUnread: Bool {
        var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLIN) != 0
    }
}
