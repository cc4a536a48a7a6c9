// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

/// A block at the head of a file is no YAML.
package struct FrontMatterFault: Error, Hashable, Sendable {
    /// The line of the file, from 1; nil where the parser does not say.
    package let line: Int?

    init(line: Int?) { self.line = line }

    init(_ error: any Error) {
        // The block starts on the file’s second line, and YAML’s own lines count from 1.
        line =
            switch error as? YamlError {
            case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line + 1
            default: nil
            }
    }
}
