// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumProgram
import AtriumScripts
import AtriumShell
import Foundation
import Session
import Systems

/// The ready-made user of `atrium demo`, in memory.
///
/// A session script makes it, the same that shows it and tests it: `Tests/Sessions/demo.session`.
@MainActor
enum Demo {
    /// The user’s name.
    nonisolated static let user = "ana"

    /// A system with everything in it that the script does, as if it had ended now.
    ///
    /// Where no app has accounts, everything is the guest’s.
    ///
    /// - Throws: `ScriptRunFault.stopped` where a command of the script ends otherwise than it says.
    static func system(now: Date, of program: ShellProgram = .atrium) async throws -> InformationSystem {
        let system = InformationSystem.memory(MemorySystem())
        let path = "demo.session"
        var script: SessionScript
        do throws(ScriptSyntaxFault) {
            script = try SessionScriptParser().parse(Array(DemoScript.text.utf8))
        } catch {
            throw ScriptRunFault.syntax(path: path, error)
        }
        let catalog = try program.factories()
        if !catalog.hasAccounts {
            let specs = catalog.flatMap(\.commandSpecs) + Shell.commandSpecs(in: catalog)
            script = script.forGuest(knowing: Set(catalog.map(\.id.rawValue) + specs.map(\.name)))
        }
        let moved = script.steps.reduce(0) { sum, step in
            if case .setting(_, .clockMoved(let seconds)) = step { sum + seconds } else { sum }
        }
        let start = now.addingTimeInterval(-Double(moved))
        // Whole days, so that messages keep their time of day, and none is of tomorrow.
        let days = Int((start.timeIntervalSince(script.settings.clock) / 86_400).rounded(.down))
        let batch = ScriptBatch(
            factory: DemoShellFactory(of: program, system: system, days: days), temporaryFolder: TemporaryFolder.parent)
        let result = await batch.perform(script, path: path) { $0.clock = start }
        for failure in result.failures {
            for problem in failure.problems {
                switch problem {
                // Another day than the script’s own shows as another date.
                case .output, .errorOutput: continue
                case .status(_, let actual):
                    throw ScriptRunFault.stopped(
                        path: path, line: failure.line ?? 1, status: ExitStatus(rawValue: actual) ?? .failure)
                default: throw ScriptRunFault.stopped(path: path, line: failure.line ?? 1, status: .failure)
                }
            }
        }
        return system
    }

    /// Logs the user in; where no app has accounts, lets the guest in.
    static func logIn(to program: RunningProgram) async throws {
        let coordinator = Coordinator.shared
        let authenticator = coordinator.authenticator
        let session =
            if coordinator.hasAccounts {
                try await authenticator.logIn(name: user, password: Secret(ScriptShell.password), keep: false)
            } else {
                try await authenticator.resume()
            }
        if let session { try await program.shell.welcome(session) }
    }
}
