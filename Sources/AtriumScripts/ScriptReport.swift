// SPDX-License-Identifier: GPL-3.0-or-later

/// What came of a batch of session scripts.
public struct ScriptReport: Sendable, Equatable {
    /// One result a script, in the order in which the scripts were named.
    public let results: [ScriptResult]

    /// How many scripts passed.
    public var passed: Int { results.count(where: \.passed) }
    /// How many scripts failed.
    public var failed: Int { results.count - passed }

    /// Makes a report.
    public init(results: [ScriptResult]) {
        self.results = results
    }
}

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
