// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Benchmark
import Foundation
public import Session

extension BenchmarkFault: UserFacing {
    /// One word for all: a benchmark has no callers that tell them apart.
    public var code: String { "benchmark.stopped" }

    /// What stopped it.
    public var sentence: LocalizedText {
        switch self {
        case .notStarted(let program, let reason):
            Strings.benchNotStarted(program: program, reason: String(cString: strerror(reason)))
        case .failed(let program, let status): Strings.benchFailed(program: program, status: Int(status))
        case .silent(let program, let awaited): Strings.benchSilent(program: program, text: awaited)
        case .reference(let reason): Strings.benchReferenceFailed(reason: reason)
        }
    }
}
