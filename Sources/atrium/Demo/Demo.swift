// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumFiles
import AtriumKit
import AtriumProgram
import AtriumScripts
import AtriumSession
import AtriumShell
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

/// The ready-made user of `atrium demo`, in memory.
///
/// A session script creates it, the same one that demonstrates and tests it: `Tests/Sessions/demo.session`.
@MainActor
enum Demo {
    /// The user’s name.
    nonisolated static let user = "ana"

    /// Creates a system with all data of the script, as if the script had ended now.
    ///
    /// If no app has accounts, all data are the guest’s.
    ///
    /// - Parameter language: The language of most texts.
    /// - Throws: `ScriptRunFault.stopped` if a command does not end with the status that the script expects.
    static func system(
        now: Date, of program: ShellProgram = .atrium, in language: Language = .english
    ) async throws -> InformationSystem {
        let system = InformationSystem.memory(MemorySystem())
        let path = "demo.session"
        var script: SessionScript
        do throws(ScriptSyntaxFault) {
            script = try SessionScriptParser().parse(Array(DemoTexts.script(in: language).utf8))
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
        // Whole days, so that messages keep their time of day, and none is dated tomorrow.
        let days = Int((start.timeIntervalSince(script.settings.clock) / 86_400).rounded(.down))
        let batch = ScriptBatch(
            factory: DemoShellFactory(of: program, system: system, days: days), temporaryFolder: TemporaryFolder.parent)
        let result = await batch.perform(script, path: path) {
            $0.clock = start
            $0.language = language
        }
        for failure in result.failures {
            for problem in failure.problems {
                switch problem {
                // A day other than the script’s own appears as another date, and its language may be another.
                case .output, .errorOutput: continue
                case .status(_, let actual):
                    throw ScriptRunFault.stopped(
                        path: path, line: failure.line ?? 1, status: ExitStatus(rawValue: actual))
                default: throw ScriptRunFault.stopped(path: path, line: failure.line ?? 1, status: .failure)
                }
            }
        }
        return system
    }

    /// Logs in the user, or the guest if no app has accounts.
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

/// Creates the shell that fills a system for a demonstration.
@MainActor
final class DemoShellFactory: ScriptShellFactory {
    private let program: ShellProgram
    private let system: InformationSystem
    private let days: Int

    /// Creates shells in which the messages of the script's backup are `days` days later.
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

/// The tour that `atrium` shows if it has neither a terminal nor input: some commands on the demonstration's
/// store with their output, and the next commands to type.
@MainActor
enum Tour {
    /// The typed commands, in order.
    private static let commands = ["list", "show 6", "find concert", "switch sms", "threads", "thread Mum"]
    /// The further commands if there are accounts.
    private static let commandsOfAccounts = ["switch account", "profile"]

    /// Shows the tour.
    static func show(_ options: ProgramOptions, _ gate: OutputGate) async throws -> ExitStatus {
        var options = options
        options.store = .memory
        let program = try RunningProgram(
            options, of: .ofCommandLine, gate: gate, isInteractive: false,
            system: try await Demo.system(now: Date(), in: options.lang ?? .ofCommandLine))
        return try await program.closing {
            let coordinator = Coordinator.shared
            try await Demo.logIn(to: program)
            if let language = options.lang { coordinator.setLanguage(language) }
            let language = coordinator.language
            gate.writeLine(VisibleText(Strings.tourBeginning.string(in: language), keepingNewlines: true))
            let hasAccounts = coordinator.hasAccounts
            for command in DemoTexts.commands(commands, in: language) + (hasAccounts ? commandsOfAccounts : []) {
                gate.writeLine("\n\(hasAccounts ? Demo.user + "@" : "")\(coordinator.current.rawValue) ❯ \(command)")
                let (status, _) = await program.shell.perform(command)
                guard status == .success else { return status }
            }
            gate.writeLine("")
            gate.writeLine(VisibleText(Strings.tourEnd.string(in: language), keepingNewlines: true))
            return .success
        }
    }
}

/// `atrium demo`: the shell with a ready-made user, in memory.
struct DemoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: Strings.abstractDemo.string(in: .ofCommandLine),
        discussion: Strings.discussionDemo(user: Demo.user, password: ScriptShell.password)
            .string(in: .ofCommandLine))

    @OptionGroup var data: OwnDataOptions

    @OptionGroup var options: OutputOptions

    @OptionGroup var typed: TypedCommands

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        var options = options.values
        options.store = .memory
        let program = try RunningProgram(
            options, of: .ofCommandLine, gate: gate, isInteractive: typed.commands.isEmpty,
            system: try await Demo.system(now: Date(), in: options.lang ?? .ofCommandLine))
        try await Demo.logIn(to: program)
        return try await typed.commands.isEmpty ? program.runShell() : program.run(typed.commands)
    }
}
