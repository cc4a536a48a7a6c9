// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The unread input of a terminal, as its program finds it.
struct TypedKeys: ~Copyable {
    private let terminal: Int32

    /// Opens the input of a terminal by its device; `nil` if there is none.
    init?(on device: String) {
        terminal = open(device, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        if terminal < 0 { return nil }
    }

    deinit { close(terminal) }

    /// Waits until there has been nothing to read for some time.
    ///
    /// The time counts from the first look that finds nothing: on a busy machine long passes between two looks.
    ///
    /// - Parameters:
    ///   - time: The time without unread input.
    ///   - patience: The time after which it returns in any case.
    func areRead(for time: Duration, within patience: Duration) async throws {
        let clock = ContinuousClock()
        let end = clock.now + patience
        var readSince: ContinuousClock.Instant?
        while clock.now < end {
            let now = clock.now
            let since = isUnread ? nil : readSince ?? now
            if let since, now >= since + time { return }
            readSince = since
            try await Task.sleep(for: .milliseconds(4))
        }
    }

    /// Whether the program has unread input.
    private var isUnread: Bool {
        var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLIN) != 0
    }
}
