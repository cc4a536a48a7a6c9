// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines that somebody typed, numbered from 1; the newest are kept.
struct CommandHistory {
    /// The most lines that are kept.
    static let limit = 10_000

    /// The lines that are kept, the oldest first, each with its number.
    var entries: [(number: Int, line: String)] {
        lines.enumerated().map { (count - lines.count + $0 + 1, $1) }
    }

    /// How many there were.
    private(set) var count = 0
    private var lines: [String] = []

    /// Adds a line.
    mutating func append(_ line: String) {
        count += 1
        lines.append(line)
        // Not one by one, which would move all of them each time.
        if lines.count >= 2 * Self.limit { lines.removeFirst(lines.count - Self.limit) }
    }
}
