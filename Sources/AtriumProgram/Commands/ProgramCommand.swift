// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
public import AtriumKit
import AtriumProcesses
import AtriumSession
public import AtriumTerminal
import AtriumWorlds
import Foundation

/// A command of a program’s command line, such as `test`: everything it prints passes the gate.
///
/// ```swift
/// struct TossCommand: ProgramCommand {
///     static let configuration = CommandConfiguration(commandName: "toss", abstract: "Tosses the coin once.")
///
///     func run(_ gate: OutputGate) async throws -> ExitStatus {
///         gate.writeLine(VisibleText(Bool.random() ? "heads" : "tails"))
///         return .success
///     }
/// }
/// ```
public protocol ProgramCommand: ParsableCommand, SendableMetatype {
    /// Does the work, and returns the program’s exit status.
    ///
    /// - Throws: Any error; a `UserFacing` one ends the program with its sentence and status.
    @MainActor func run(_ gate: OutputGate) async throws -> ExitStatus
}

/// The program itself, if none of its commands is named: the shell.
struct RootCommand: ProgramCommand {
    static var configuration: CommandConfiguration {
        let program = ShellProgram.ofCommandLine
        let commands: [any ParsableCommand.Type] = [
            RunCommand.self, RecordCommand.self, TestCommand.self, BackupCommand.self, RestoreCommand.self,
            DoctorCommand.self, StoreCommand.self, MoveCommand.self,
        ]
        return CommandConfiguration(
            commandName: program.identity.command, abstract: program.identity.summary.string(in: .ofCommandLine),
            version: program.identity.version, subcommands: commands + program.commands + [ManualCommand.self])
    }

    @OptionGroup var data: DataOptions

    @OptionGroup var output: OutputOptions

    @OptionGroup var typed: TypedCommands

    @Option(help: ArgumentHelp(Strings.optionOpen.string(in: .ofCommandLine), valueName: "route"))
    var open: String?

    /// For the terminals of session scripts, whose apps are those of `% apps`.
    @Option(help: .private)
    var apps: String?

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        var options = data.added(to: output.values)
        options.apps = apps.map { $0.split(separator: " ").map(String.init) }
        return try await ShellProgram.ofCommandLine.run(
            StartOptions(program: options, commands: typed.commands, open: open), gate)
    }
}

/// `manual`: prints a page of the manual as `man` reads it.
struct ManualCommand: ProgramCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "manual", abstract: Strings.abstractManual.string(in: .ofCommandLine),
            discussion: Strings.discussionManual(program: ShellProgram.ofCommandLine.identity.command).string(
                in: .ofCommandLine))
    }

    @Argument(help: Strings.argumentPage.help)
    var page = ManualPages.program

    @Option(help: Language.optionHelp)
    var lang: Language?

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        // Builds from the same sources are identical at any time (reproducible-builds.org).
        // A number outside the four-digit years is ignored.
        let seconds = ProcessVariables.all["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }
            .flatMap { (0..<253_402_300_800).contains($0) ? $0 : nil }
        let now = seconds.map { Timestamp(milliseconds: $0 * 1000) } ?? SystemClock().now
        let text = try page.text(of: .ofCommandLine, in: lang ?? .ofCommandLine, date: CivilTime(now, in: .gmt))
        gate.write(VisibleText(text, keepingNewlines: true))
        return .success
    }
}

/// The commands given on the command line.
///
/// A group, because the outer of two commands takes an option that both declare.
package struct TypedCommands: ParsableArguments {
    @Option(
        name: .customShort("c"), parsing: .singleValue,
        help: ArgumentHelp(Strings.optionCommand.string(in: .ofCommandLine), valueName: "command"))
    package var commands: [String] = []

    package init() {}
}
