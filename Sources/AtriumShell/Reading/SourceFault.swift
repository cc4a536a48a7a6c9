// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Why a file of commands was not performed to its end.
enum SourceFault: Error, Hashable {
    /// A command failed; what the lines before it did stays done.
    case stopped(path: String, line: Int, status: ExitStatus)
    /// Files that perform each other, deeper than this.
    case tooDeep(limit: Int)
}

extension SourceFault: UserFacing {
    var code: String { "source" }

    var sentence: LocalizedText {
        switch self {
        case .stopped(let path, let line, _): Strings.faultSourceStopped(line: line, path: path)
        case .tooDeep(let limit): Strings.faultSourceTooDeep(limit: limit)
        }
    }

    var status: ExitStatus {
        if case .stopped(_, _, let status) = self { status } else { .failure }
    }
}
