// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Builds a package with the package manager, as somebody would.
enum SwiftBuild {
    /// How the build went, and all that it said.
    ///
    /// SwiftPM 6.3 dies of a fault of its own now and then while it plans a build; then it is run again.
    static func run(in package: URL) throws -> (status: Int32, output: String) {
        for _ in 0..<3 {
            let process = Process.named(["swift", "build", "--disable-index-store", "--package-path", package.path])
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal else {
                return (process.terminationStatus, String(decoding: data, as: UTF8.self))
            }
        }
        return (-1, "swift build died of a signal three times")
    }
}
