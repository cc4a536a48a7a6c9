// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumScripts
import Files
import Foundation
import Session
package import Terminal
import Worlds

/// Sets up a shell with a program’s apps for each script.
@MainActor
package final class ProgramShellFactory: RecordingShellFactory {
    package let password = ScriptShell.password
    package var program: String { of.identity.command }
    private let of: ShellProgram
    private let coverage: ScriptCoverage?
    private let template = ScriptTemplate()
    private let executable: String

    /// Makes shells whose scripts’ commands are noted.
    ///
    /// - Parameters:
    ///   - program: what the scripts drive.
    ///   - coverage: hears of what the scripts exercise.
    ///   - executable: the path of what runs on a script’s terminal.
    package init(
        _ program: ShellProgram, coverage: ScriptCoverage? = nil, executable: String = ProgramShellFactory.running
    ) {
        of = program
        self.coverage = coverage
        self.executable = executable
    }

    /// This program’s own file, wherever it was started from.
    package static var running: String {
        (try? FilePlace.ofThisProgram()) ?? CommandLine.arguments[0]
    }

    package func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        try await ScriptShell(
            of, settings: settings, folder: folder, coverage: coverage, template: template, executable: executable)
    }

    package func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject {
        try await ScriptShell(of, settings: settings, folder: folder, rest: answers)
    }
}
