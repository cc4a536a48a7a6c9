// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells Escape alone from the start of another key: by the time in which nothing follows it.
@MainActor
final class EscapeWait {
    private let clock: any Clock<Duration>
    private var waiting: Task<Void, Never>?

    /// The bytes of a key come at once, also over a line that brings them one by one; nobody types two keys so fast.
    private static let together = Duration.milliseconds(15)

    /// Whether a byte that comes so long after Escape is a part of the same key: of the longer ones, which begin as CSI or
    /// SS3 does or with a second Escape, or of one with Alt, which comes at once.
    static func goesOn(with byte: UInt8, after time: Duration) -> Bool {
        time <= together || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || byte == 0x1B
    }

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
