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
