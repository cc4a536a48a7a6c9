// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumShell
import Foundation
import Session
import Testing

@testable import AtriumProgram
@testable import atrium

/// Every session script beside the tests passes.
@MainActor
struct SessionScriptTests {
    nonisolated private static let scripts = ScriptFiles.named(by: [
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Sessions"
    ])

    @Test(arguments: scripts)
    func `the script passes`(path: String) async {
        let batch = ScriptBatch(
            factory: ProgramShellFactory(.atrium, executable: Repository.program),
            temporaryFolder: TemporaryFolder.parent)
        let report = await batch.run([path])
        #expect(report.failed == 0, "\(ScriptTextReport(language: .english).text(of: report))")
    }

    /// The store that a script starts from holds what earlier scripts’ apps need, and none of what they did.
    @Test func `scripts come out the same in any order`() async {
        let batch = ScriptBatch(
            factory: ProgramShellFactory(.atrium, executable: Repository.program),
            temporaryFolder: TemporaryFolder.parent, jobs: 2)
        let report = await batch.run(Self.scripts.reversed())
        #expect(report.failed == 0, "\(ScriptTextReport(language: .english).text(of: report))")
    }

    @Test func `there are scripts for every app`() {
        for app in ["Shell", "Notes", "SMSLog", "Account", "pty"] {
            #expect(Self.scripts.contains { $0.contains("/Sessions/\(app)/") }, "\(app)")
        }
    }
}
