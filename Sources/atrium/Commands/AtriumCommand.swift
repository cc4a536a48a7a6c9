// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import Foundation
import Session
import Terminal

/// `atrium` itself: the shell.
struct AtriumCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "atrium", abstract: Strings.abstract.string(in: .ofCommandLine), version: Version.text,
        subcommands: [
            RunCommand.self, RecordCommand.self, TestCommand.self, DemoCommand.self, BenchCommand.self,
            ManualCommand.self,
        ])

    @OptionGroup var options: GlobalOptions

    @OptionGroup var typed: TypedCommands

    @Option(help: ArgumentHelp(Strings.optionOpen.string(in: .ofCommandLine), valueName: "route"))
    var open: String?

    /// For the terminals of session scripts, whose apps are what `% apps` says.
    @Option(help: .private)
    var apps: String?

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        var options = options.values
        options.apps = apps.map { $0.split(separator: " ").map(String.init) }
        return try await Self.run(StartOptions(program: options, commands: typed.commands, open: open), gate)
    }

    /// Runs the shell.
    @MainActor
    static func run(_ start: StartOptions, _ gate: OutputGate) async throws -> ExitStatus {
        let (options, commands, open) = (start.program, start.commands, start.open)
        if commands.isEmpty, StandardStreams.closed.contains(STDIN_FILENO) {
            throw StandardStreams.Fault.inputClosed
        }
        if commands.isEmpty, open == nil, !options.json, !options.namesData, Tour.hasNobodyToTalkTo {
            return try await Tour.show(options, gate: gate)
        }
        let program = try Program(options, gate: gate, isInteractive: commands.isEmpty)
        return try await program.closing {
            if let place = open.flatMap({ Place($0) }) { program.coordinator.openAfterLogin(place) }
            try await program.logIn(as: options.user)
            return try await commands.isEmpty ? program.runShell() : program.run(commands)
        }
    }
}
