// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

extension Process {
    /// A program that is found by its name, and ended if it takes a quarter of an hour.
    ///
    /// It gets two variables of this process and not all of them: Readline, which other tests use meanwhile, changes them
    /// while Foundation would copy them.
    static func named(_ words: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "-k", "10", "900"] + words
        process.environment = ["PATH", "HOME"].reduce(into: [:]) { variables, name in
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return process
    }
}
