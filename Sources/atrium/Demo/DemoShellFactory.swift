// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumProgram
import AtriumScripts
import Files
import Session
import Systems

/// Sets up the shell that fills a system for a demonstration.
@MainActor
final class DemoShellFactory: ScriptShellFactory {
    private let program: ShellProgram
    private let system: InformationSystem
    private let days: Int

    /// Makes shells to which the messages of the script's backup come so many days later than it says.
    init(of program: ShellProgram, system: InformationSystem, days: Int) {
        self.program = program
        self.system = system
        self.days = days
    }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        let backup = folder + "/" + DemoScript.backup
        let text = String(decoding: try FileContents.bytes(at: backup), as: UTF8.self)
        let shift = days * 86_400_000
        let moved = text.replacing(/date="([0-9]{13})"/) { "date=\"\((Int($0.1) ?? 0) + shift)\"" }
        try DraftFile.write(Array(moved.utf8), to: backup, replacing: true)
        return try await ScriptShell(program, settings: settings, folder: folder, system: system)
    }
}
