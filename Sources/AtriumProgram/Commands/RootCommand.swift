// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import Foundation
import Session
import Terminal
import Worlds

/// The program itself, where none of its commands is named: the shell.
struct RootCommand: ProgramCommand {
    static var configuration: CommandConfiguration {
        let program = ShellProgram.ofCommandLine
        let commands: [any ParsableCommand.Type] = [RunCommand.self, RecordCommand.self, TestCommand.self]
        return CommandConfiguration(
            commandName: program.identity.command, abstract: program.identity.summary.string(in: .ofCommandLine),
            version: program.identity.version, subcommands: commands + program.commands + [ManualCommand.self])
    }

    @OptionGroup var data: DataOptions

    @OptionGroup var output: OutputOptions

    @OptionGroup var typed: TypedCommands

    @Option(help: ArgumentHelp(Strings.optionOpen.string(in: .ofCommandLine), valueName: "route"))
    var open: String?

    /// For the terminals of session scripts, whose apps are what `% apps` says.
    @Option(help: .private)
    var apps: String?

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        var options = data.added(to: output.values)
        options.apps = apps.map { $0.split(separator: " ").map(String.init) }
        return try await ShellProgram.ofCommandLine.run(
            StartOptions(program: options, commands: typed.commands, open: open), gate)
    }
}
