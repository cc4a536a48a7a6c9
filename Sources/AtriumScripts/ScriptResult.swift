// SPDX-License-Identifier: GPL-3.0-or-later

/// What came of one session script.
public struct ScriptResult: Sendable, Equatable {
    /// The script's file as the caller named it.
    public let path: String
    /// How many commands and checks ran.
    public let stepsRun: Int
    /// Everything that went wrong, in the order of the script.
    public let failures: [ScriptFailure]

    /// Whether nothing went wrong.
    public var passed: Bool { failures.isEmpty }
}
