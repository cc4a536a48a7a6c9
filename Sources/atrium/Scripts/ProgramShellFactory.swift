// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Terminal

/// Sets up a shell with this program’s apps for each script.
@MainActor
final class ProgramShellFactory: RecordingShellFactory {
    let password = ScriptShell.password
    private let coverage: ScriptCoverage?
    private let template = ScriptTemplate()
    private let program: String

    /// Makes shells whose scripts’ commands are noted.
    ///
    /// - Parameters:
    ///   - coverage: hears of what the scripts exercise.
    ///   - program: the path of what runs on a script’s terminal.
    init(coverage: ScriptCoverage? = nil, program: String = ProgramShellFactory.running) {
        self.coverage = coverage
        self.program = program
    }

    /// This program’s own file, wherever it was started from.
    static var running: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        try await ScriptShell(
            settings: settings, folder: folder, coverage: coverage, template: template, program: program)
    }

    func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject {
        try await ScriptShell(settings: settings, folder: folder, rest: answers)
    }
}
