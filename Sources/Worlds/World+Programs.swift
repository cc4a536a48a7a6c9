// SPDX-License-Identifier: GPL-3.0-or-later

import Files

extension World {
    /// The whole path of a program, which is never looked for in the working folder; nil where it is not installed.
    package func path(ofProgram name: String) -> String? {
        (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first {
            $0.hasPrefix("/") && FilePlace.isExecutable($0)
        }
    }
}
