// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether the way to the terminal is too slow for pictures that move: it takes long to take what is sent, or to answer.
struct TerminalPace {
    /// What takes longer is slow: half as long as a transition lasts.
    static let limit = Duration.milliseconds(100)
    /// How many bytes tell that a terminal takes them quickly: fewer wait somewhere on the way.
    private static let telling = 1_000

    private var isBlocked = false

    /// Takes how long a frame took.
    mutating func sent(_ bytes: Int, in time: Duration) {
        if time > Self.limit { isBlocked = true } else if bytes >= Self.telling { isBlocked = false }
    }

    /// Whether it is too slow.
    ///
    /// - Parameter answer: How long the terminal takes to answer; nil where that is not known.
    func isSlow(answer: Duration?) -> Bool { isBlocked || answer.map { $0 > Self.limit } ?? false }
}
