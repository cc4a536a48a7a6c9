// SPDX-License-Identifier: GPL-3.0-or-later

/// An output that is not the expected one.
public struct ScriptMismatch: Sendable, Equatable {
    /// The expected lines as the script has them, patterns included.
    public let expected: [String]
    /// The lines that came.
    public let actual: [String]
    /// Which of them belong together.
    public let edits: [LineEdit]

    /// The difference in unified form.
    public var diff: [String] {
        UnifiedDiff(expected: expected, actual: actual, edits: edits).lines
    }
}
