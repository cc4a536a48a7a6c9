// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation

/// Where the repository is that these tests belong to.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The folder of all session scripts.
    static let sessions = root + "/Tests/Sessions"

    /// Every session script beside the tests.
    static let scripts = ScriptFiles.named(by: [sessions])

    /// The scripts that run without a terminal.
    static let linearScripts = scripts.filter { !$0.contains("/Sessions/pty/") }

    /// The built program, which lies beside the tests’ own binary.
    static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/atrium"
}
