// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation

/// Where the repository is that these tests belong to.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The folder of the guide, a DocC catalogue.
    static let guide = root + "/Sources/atrium/atrium.docc"

    /// README.md and the pages of the guide, in the order of their names.
    static let pages: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: guide)) ?? []
        return [root + "/README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { guide + "/" + $0 }
    }()

    /// The folder of all session scripts.
    static let sessions = root + "/Tests/Sessions"

    /// Every session script beside the tests.
    static let scripts = ScriptFiles.named(by: [sessions])

    /// The scripts that run without a terminal.
    static let linearScripts = scripts.filter { !$0.contains("/Sessions/pty/") }

    /// The built program, which lies beside the tests’ own binary.
    static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/atrium"
}
