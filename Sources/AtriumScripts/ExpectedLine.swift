// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of output as a session script expects it.
public struct ExpectedLine: Sendable, Equatable {
    /// Where it stands in the text, counted from 1.
    public let line: Int
    /// The line as written, without its prefix.
    public let text: String
    /// What besides `text` itself it matches.
    let pattern: LinePattern
}
